import { request } from 'undici';
import { adminOf, type BenchEnvironment } from './environment';

/** Measures the bytes of pages, and the time to the first byte while a backend is slow. */
export async function measureWeight(environment: BenchEnvironment): Promise<void> {
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(100));
  const table: Record<string, Record<string, number>> = {};
  for (const path of ['/login', '/leads-capture', '/dashboard']) {
    const html = await (await fetch(portal.origin + path, { headers: { cookie } })).text();
    const assets = new Set(html.match(/(?<=(?:src|href)=")\/assets\/[^"]+/g));
    const [page = 0, ...others] = await Promise.all(
      [path, ...assets].map(address => bytesOf(portal.origin + address, cookie)),
    );
    table[path] = {
      'HTML bytes': html.length,
      'HTML on the wire': page,
      requests: 1 + assets.size,
      'all on the wire': others.reduce((sum, size) => sum + size, page),
    };
  }
  console.log('\nWeight, compressed as Chromium asks for it');
  console.table(table);

  const slow = await portal.signIn('slow-100@bench.example');
  const startedAt = performance.now();
  const response = await fetch(`${portal.origin}/leads-capture`, { headers: { cookie: slow } });
  await response.body?.getReader().read();
  console.log(`First byte with statistics that take 5 s: ${(performance.now() - startedAt).toFixed(0)} ms`);
  await portal.end();
}

/** The size of a response in bytes, as it is sent to Chromium. */
async function bytesOf(address: string, cookie: string): Promise<number> {
  const headers = { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' };
  const { body } = await request(address, { headers });
  return (await body.arrayBuffer()).byteLength;
}
