import { createServer, type RequestListener, request } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import { connect } from 'node:net';
import { listen } from '../backends/ports';
import { certificate, certificateKey } from '../data/certificate';
import { atEndOf } from '../end';

/** Serves all hosts of `certificate` on a free port, which stops after the test file. */
export async function startSecureHosts(answer: RequestListener): Promise<{ readonly port: number }> {
  const server = createSecureServer({ key: certificateKey, cert: certificate }, answer);
  atEndOf('file', () => {
    server.close();
    server.closeAllConnections();
  });
  return { port: await listen(server) };
}

/**
 * Starts a proxy for outgoing calls, which leads every tunnel to a port of this machine, and every call over http to another
 * one. It asks for the password of `url`, answers with `status` instead if it is given, and with nothing for null. It stops
 * after the test file.
 */
export async function startOutgoingProxy(
  ports: { readonly secure: number; readonly plain: number },
  statusOf: (host: string) => number | null = () => 200,
) {
  const hosts = new Set<string>();
  const proxy = createServer((incoming, outgoing) => {
    hosts.add(new URL(incoming.url ?? '').host);
    const { method, url, headers } = incoming;
    const path = new URL(url ?? '').pathname;
    incoming.pipe(
      request({ port: ports.plain, method, path, headers }, answer => {
        answer.pipe(outgoing.writeHead(answer.statusCode ?? 502, answer.headers));
      }),
    );
  });
  proxy.on('connect', ({ url = '', headers }, client) => {
    hosts.add(url);
    const isKnown = headers['proxy-authorization'] === `Basic ${btoa('portal:p@ss')}`;
    const status = isKnown ? statusOf(url) : 407;
    if (status === null) return;
    client.write(`HTTP/1.1 ${status} Answer\r\n\r\n`);
    if (status !== 200) return void client.end();
    const target = connect(ports.secure, '127.0.0.1');
    for (const socket of [client, target]) socket.on('error', () => {});
    client.pipe(target).pipe(client);
  });
  const port = await listen(proxy);
  atEndOf('file', () => {
    proxy.close();
    proxy.closeAllConnections();
  });
  return { hosts, name: `127.0.0.1:${port}`, url: `http://portal:p%40ss@127.0.0.1:${port}` };
}
