import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { adminOf, type BenchEnvironment } from './environment';

/** Measures the bytes of pages, and the time to the first byte while a backend is slow. */
export async function measureWeight(environment: BenchEnvironment): Promise<void> {
  const portal = await environment.startPortal();
  const cookie = await portal.signIn(adminOf(100));
  const table: Record<string, Record<string, number>> = {};
  for (const path of ['/login', '/leads-capture', '/dashboard']) {
    const page = await transfer(portal.origin + path, cookie);
    const named = [...page.text.matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(
      ([, address]) => address ?? '',
    );
    const assets = [...new Set(named)];
    const bytes = await Promise.all(
      assets.map(async asset => (await transfer(portal.origin + asset, '')).bytes),
    );
    table[path] = {
      'HTML bytes': page.text.length,
      'HTML on the wire': page.bytes,
      requests: 1 + assets.length,
      'all on the wire': bytes.reduce((sum, size) => sum + size, page.bytes),
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

/** Fetches without decompressing. */
async function transfer(address: string, cookie: string): Promise<{ bytes: number; text: string }> {
  const { body, headers } = await request(address, {
    headers: { cookie, 'accept-encoding': 'gzip, deflate, br, zstd' },
  });
  const raw = Buffer.from(await body.arrayBuffer());
  const encoding = headers['content-encoding'];
  const plain = encoding === 'br' ? brotliDecompressSync(raw) : encoding === 'gzip' ? gunzipSync(raw) : raw;
  return { bytes: raw.length, text: plain.toString() };
}
