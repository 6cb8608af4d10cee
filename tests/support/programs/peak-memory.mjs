// Runs one task on the built threads, and prints how much memory it has added to the process at most, in MB, and its outcome:
// `node peak-memory.mjs dist/worker-HASH.js readPeople list.xlsx`.
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { Worker } from 'node:worker_threads';

const [program, name, path] = process.argv.slice(2);
const worker = new Worker(program);
await once(worker, 'message');

async function run(bytes) {
  worker.postMessage({
    name,
    input: name === 'readPeople' ? { text: '', file: { name: basename(path), bytes } } : bytes,
  });
  const [{ output, error }] = await once(worker, 'message');
  if (error) throw error;
  return output;
}

// Modules that the first task loads are not memory of the file.
await run(Buffer.from('email,userId,leadsLast30Days,totalLeads\nada@acme.example,U-1,1,1\n'));
const before = process.memoryUsage.rss();
const { problem, refused, kind } = await run(readFileSync(path));
const added = (process.resourceUsage().maxRSS * 1024 - before) / 1024 / 1024;
process.stdout.write(`${JSON.stringify({ added, outcome: problem ?? refused ?? kind })}\n`);
process.exit();
