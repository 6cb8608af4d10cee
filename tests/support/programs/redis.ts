import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import { freePort } from '../../../scripts/system/ports';
import { requireProgram } from '../../../scripts/system/programs';
import { atEndOf } from '../end';
import { eventually } from '../time/eventually';

/** Whether both connections of a replica work, as far as its log says. */
export function isConnected(output: string): boolean {
  return ['Redis', 'Redis for records'].every(
    name => output.lastIndexOf(`"msg":"${name} connected`) > output.lastIndexOf(`"msg":"${name} unavailable`),
  );
}

/** A real Redis without persistence. It stops after the test file. */
export type TestRedis = Awaited<ReturnType<typeof startRedis>>;

/**
 * Starts a Redis on a free port, with these arguments.
 * @throws {MissingProgram} Thrown when Redis is not installed.
 */
export async function startRedis(settings: readonly string[] = []) {
  const program = requireProgram('redis');
  const port = await freePort();
  let server: ChildProcess | undefined;

  async function start(): Promise<void> {
    const all = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', ...settings];
    server = spawn(program, all, { stdio: 'ignore' });
    await eventually('Redis answers', async () => command('PING')[0] === 'PONG');
  }
  async function kill(): Promise<void> {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    await ended;
  }
  function command(...words: string[]): string[] {
    const cli = program.replace(/server$/, 'cli');
    const { stdout } = spawnSync(cli, ['-p', `${port}`, ...words], { encoding: 'utf8' });
    return stdout.split('\n').filter(line => line !== '');
  }

  atEndOf('file', kill);
  await start();
  return {
    url: `redis://127.0.0.1:${port}`,
    /** Starts it again on the same port, empty. */
    start,
    kill,
    /** While it is killed: resolves when this many connections to its port have been refused. */
    async waitForRefusals(connections: number): Promise<void> {
      let refused = 0;
      const refusingServer = createServer(socket => {
        refused += 1;
        socket.destroy();
      }).listen(port, '127.0.0.1');
      await eventually(`${connections} connections are refused`, async () => refused >= connections);
      await new Promise(done => refusingServer.close(done));
    },
    freeze: () => void server?.kill('SIGSTOP'),
    thaw: () => void server?.kill('SIGCONT'),
    command,
    /** Records every command. Returns a function that reads the record. */
    async monitor() {
      let recorded = '';
      const socket = connect(port, '127.0.0.1').setEncoding('utf8');
      socket.on('data', text => {
        recorded += text;
      });
      socket.on('error', () => {});
      socket.write('MONITOR\r\n');
      await eventually('MONITOR is active', async () => recorded.startsWith('+OK'));
      socket.unref();
      return () => recorded;
    },
  };
}
