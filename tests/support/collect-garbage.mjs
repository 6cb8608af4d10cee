// Loaded into a server whose memory a test measures (`node --expose-gc --import …`): SIGUSR2 makes it collect its garbage
// and print what it still holds, in bytes.
process.on('SIGUSR2', async () => {
  for (let times = 0; times < 4; times++) {
    globalThis.gc();
    await new Promise(resolve => setTimeout(resolve, 100));
  }
  process.stdout.write(`${JSON.stringify({ msg: 'Garbage collected', ...process.memoryUsage() })}\n`);
});
