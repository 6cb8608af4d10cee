// Runs one task on the built threads, and compares a list that it has read with nobody. Prints how much memory that added to the
// process at most, in MB, and its outcome:
// `node peak-memory.mjs dist/worker-HASH.js readList list.xlsx`.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';

const [program, name, path] = process.argv.slice(2);
const worker = new Worker(program);

const inputs = {
  readList: bytes => ({ text: '', file: { name: basename(path), bytes } }),
  parseStats: bytes => ({ productKey: 'license', body: [bytes], now: 0 }),
};

const nobody = { joined: '', ends: new Uint32Array() };

async function run(bytes) {
  // The portal transfers a copy of a response, and copies a file.
  const input = inputs[name]?.(bytes) ?? bytes;
  const output = await answer({ name, input }, name === 'parseStats' ? [bytes.buffer] : []);
  if (output?.content) {
    const list = { content: output.content, people: { emails: nobody, names: nobody }, ownEmail: '' };
    await answer({ name: 'compareList', input: list });
  }
  return output ?? { problem: 'unreadable' };
}

async function answer(task, transferList = []) {
  worker.postMessage(task, transferList);
  const [{ output, error }] = await once(worker, 'message');
  if (error) throw error;
  return output;
}

// Modules that the first task loads are not memory of the file.
await run(new Uint8Array(Buffer.from('email,userId,leadsLast30Days,totalLeads\nada@acme.example,U-1,1,1\n')));
const before = process.memoryUsage.rss();
const { problem, refused, kind, items } = await run(new Uint8Array(readFileSync(path)));
const added = (process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024;
process.stdout.write(
  `${JSON.stringify({ added, outcome: problem ?? refused ?? kind ?? items?.completeness ?? 'missing' })}\n`,
);
process.exit();
