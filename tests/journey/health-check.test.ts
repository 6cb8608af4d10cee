import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { readEnvironment } from '../../scripts/dockerfile';
import { freePort } from '../../scripts/ports';
import { environment, runServer } from '../support/programs/server';

const dockerfile = readFileSync('Dockerfile', 'utf8');

/** Runs the image's HEALTHCHECK command. Returns its exit code. */
function checkHealth(port: number): number | null {
  const [, , command = ''] = /^HEALTHCHECK [\s\S]*?(CMD (\[.*\]))$/m.exec(dockerfile) ?? [];
  const [, ...args]: string[] = JSON.parse(command);
  return spawnSync(process.execPath, args, { env: { PORT: String(port) } }).status;
}

test("the image's health check passes while the server runs with the image's settings, and fails after SIGTERM", async () => {
  const port = await freePort();
  expect(checkHealth(port)).toBe(1);
  const settings = readEnvironment(dockerfile);
  expect(settings).toMatchObject({ MALLOC_ARENA_MAX: '2', NODE_OPTIONS: expect.stringContaining('--') });
  const server = runServer({ ...environment(port, 'http://127.0.0.1:9'), ...settings });
  await server.prints('"msg":"Listening"');
  expect(checkHealth(port)).toBe(0);
  server.signal('SIGTERM');
  expect(await server.ended).toBe(0);
  expect(checkHealth(port)).toBe(1);
});
