// Loaded into a server whose memory is measured (`node --expose-gc --import …`). On SIGUSR2, it collects garbage and
// prints the memory that is still in use, in bytes.
process.on('SIGUSR2', async () => {
  for (let times = 0; times < 4; times++) {
    globalThis.gc();
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  process.stdout.write(`${JSON.stringify({ msg: 'Garbage collected', ...process.memoryUsage() })}\n`);
});
