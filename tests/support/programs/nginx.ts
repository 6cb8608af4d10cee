import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../../scripts/system/ports';
import { requireProgram } from '../../../scripts/system/programs';
import { temporaryFolder } from '../../../scripts/system/temporary-folder';
import { atEndOf } from '../end';
import { eventually } from '../time/eventually';

/**
 * Starts Debian's nginx with its default buffers in front of the replicas of a server, as a proxy that terminates TLS. It
 * stops after the test file.
 * @throws {MissingProgram} Thrown when nginx is not installed.
 */
export async function startNginx(...origins: readonly string[]): Promise<{ readonly origin: string }> {
  const program = requireProgram('nginx');
  const port = await freePort();
  const folder = temporaryFolder('portal-nginx');
  mkdirSync(join(folder, 'tmp'));
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(kind => `${kind}_temp_path ${folder}/tmp/${kind};`)
    .join('\n  ');
  // Without max_fails=0, nginx takes a replica that restarts out for ten seconds, and then has none during an update.
  const replicas = origins.map(origin => `server ${new URL(origin).host} max_fails=0;`).join('\n    ');
  const configuration = join(folder, 'nginx.conf');
  writeFileSync(
    configuration,
    `daemon off;
user root;
pid ${folder}/pid;
error_log stderr;
events {}
http {
  access_log off;
  ${temporary}
  upstream portal {
    ${replicas}
  }
  server {
    listen 127.0.0.1:${port};
    location / {
      proxy_pass http://portal;
      proxy_set_header Host $http_host;
      proxy_set_header X-Forwarded-For $remote_addr;
      proxy_set_header X-Forwarded-Proto https;
    }
  }
}
`,
  );
  const server = spawn(program, ['-c', configuration, '-e', 'stderr'], { stdio: 'ignore' });
  const ended = once(server, 'exit');
  atEndOf('file', async () => {
    server.kill('SIGTERM');
    await ended;
    rmSync(folder, { recursive: true });
  });
  const own = `http://127.0.0.1:${port}`;
  await eventually('nginx answers', () =>
    fetch(own).then(
      () => true,
      () => false,
    ),
  );
  return { origin: own };
}
