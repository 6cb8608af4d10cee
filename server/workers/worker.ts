// The entry point of worker threads. The build writes it as a separate file.
import { constants, getPriority, setPriority } from 'node:os';

// On a single processor, the event loop comes first. Linux has priorities for threads; elsewhere this would lower the
// whole process.
if (process.platform === 'linux') lowerPriority();

function lowerPriority(): void {
  const { PRIORITY_BELOW_NORMAL } = constants.priority;
  try {
    if (getPriority() < PRIORITY_BELOW_NORMAL) setPriority(PRIORITY_BELOW_NORMAL);
  } catch {
    // The system may forbid it.
  }
}

export * from './tasks';
