// The entry point of worker threads. The main thread imports it for its file name. The build writes it as a separate file.
import { constants, getPriority, setPriority } from 'node:os';
import { isMainThread, parentPort } from 'node:worker_threads';
import * as tasks from './tasks';
import type { ThreadResult, ThreadTask } from './thread';

export const file = import.meta.filename;

// On a single processor, the event loop comes first. Linux has priorities for threads; elsewhere this would lower the
// whole process.
if (!isMainThread && process.platform === 'linux') {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // The system may forbid it.
  }
}

const functions: Readonly<Record<string, (input: never) => unknown>> = tasks;

/** The memory of the typed arrays in a result, which moves to the main thread: copying large tables takes milliseconds. */
function memoryOf(value: unknown, found = new Set<ArrayBuffer>()): Set<ArrayBuffer> {
  if (ArrayBuffer.isView(value)) {
    const { buffer, byteLength } = value;
    // Of a part of a buffer, only the part is copied: the rest may still be in use.
    if (buffer instanceof ArrayBuffer && byteLength === buffer.byteLength) found.add(buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) memoryOf(part, found);
  }
  return found;
}

parentPort?.on('message', async ({ name, input }: ThreadTask) => {
  let result: ThreadResult;
  try {
    result = { output: await functions[name]?.(input as never) };
  } catch (error) {
    result = { error };
  }
  parentPort?.postMessage(result, [...memoryOf(result)]);
});
