import { gzipSync } from 'node:zlib';
import { expect, test } from '@jest/globals';
import { HIGH_LIMITS } from '../../../scripts/bench/environment';
import { paths } from '../../../shared/paths';
import { formPaths } from '../../support/portal/form-paths';
import { openPortal } from '../../support/portal/portal';

/** Within the limit of small forms, and of large ones, even if each byte is percent-encoded. */
const [SMALL_BYTES, LARGE_BYTES] = [5000, 150_000];

const FIELD_LIMIT = 20_000;

/** A form whose names and values are bytes, one for each character. */
type Fields = readonly (readonly [name: string, value: string])[];

interface Body {
  readonly content: string | Buffer<ArrayBuffer>;
  readonly headers: Readonly<Record<string, string>>;
}

function repeat(bytes: number, field: (index: number) => readonly [string, string]): Fields {
  const count = Math.min(FIELD_LIMIT, Math.floor(bytes / (field(0).join('').length + 2)));
  return Array.from({ length: count }, (_, index) => field(index));
}

/** Returns fields that share these bytes: a repeated text, then its end. */
const endWith = (names: readonly string[], text: string, end: string, bytes: number): Fields =>
  names.map(name => [name, text.repeat(Math.max(0, bytes / names.length - end.length) / text.length) + end]);

const fill = (names: readonly string[], text: string, bytes: number) => endWith(names, text, '', bytes);

const builtIn = ['__proto__', 'constructor', 'toString', '__proto__[x]'];
const utf8 = (text: string) => Buffer.from(text).toString('latin1');

const hostileFields: Readonly<Record<string, (names: readonly string[], bytes: number) => Fields>> = {
  'repeated names': (names, bytes) => repeat(bytes, index => [names[index % names.length] ?? '', 'a']),
  'nested names': ([name], bytes) => repeat(bytes, index => [`${name}[a][b][c][${index}]`, 'a']),
  'a deep name': ([name], bytes) => [[`${name}${'[a]'.repeat(bytes / 3)}`, 'a']],
  'sparse indexes': ([name], bytes) => repeat(bytes, index => [`${name}[${50_000_000 - index}]`, 'a']),
  'names of built-in properties': (_names, bytes) =>
    repeat(bytes, index => [builtIn[index % builtIn.length] ?? '', 'a']),
  'many names': (_names, bytes) => repeat(bytes, index => [`f${index}`, 'a']),
  'marks in an address': (names, bytes) => fill(names, utf8(`a\u0301\u0323\u0301@b.example `), bytes),
  'invalid UTF-8': (names, bytes) => fill(names, '\xff\xfe', bytes),
  // Texts on which an expression starts anew at each character.
  'a long word before an address': (names, bytes) => endWith(names, 'x', ' x@', bytes),
  'spaces within a text': (names, bytes) => endWith(names, ' ', 'x', bytes),
  'parts of a domain': (names, bytes) => endWith(names, 'a.', '@', bytes),
};

/** Bodies that no browser sends. */
const hostileParts: Readonly<Record<string, (names: readonly string[], bytes: number) => Body>> = {
  'MIME in MIME': ([name], bytes) =>
    multipart(
      `${partHead(name, 'Content-Type: multipart/mixed; boundary=y')}${'--y\r\nContent-Type: multipart/mixed; boundary=y\r\n\r\n'.repeat(bytes / 50)}\r\n--x--\r\n`,
    ),
  'empty parts': (_names, bytes) => multipart('--x\r\n\r\n\r\n'.repeat(bytes / 9)),
  'parts with many headers': ([name], bytes) =>
    multipart(`${partHead(name, 'a: b\r\n'.repeat(bytes / 6))}a\r\n--x--\r\n`),
  'a long boundary': (_names, bytes) => multipart('-'.repeat(bytes), '-'.repeat(8000)),
  'no end': ([name], bytes) => multipart(partHead(name) + 'a'.repeat(bytes)),
  'a compressed form': (names, bytes) => {
    const { content, headers } = urlencoded(fill(names, 'a', bytes));
    return { content: gzipSync(content), headers: { ...headers, 'Content-Encoding': 'gzip' } };
  },
};

const partHead = (name = '', header = '') =>
  `--x\r\nContent-Disposition: form-data; name="${name}"\r\n${header && `${header}\r\n`}\r\n`;

const multipart = (content: string, boundary = 'x'): Body => ({
  content: Buffer.from(content, 'latin1'),
  headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}` },
});

const encodings: Readonly<Record<string, (fields: Fields) => Body>> = {
  urlencoded,
  multipart: fields =>
    multipart(`${fields.map(([name, value]) => `${partHead(name)}${value}\r\n`).join('')}--x--\r\n`),
};

function urlencoded(fields: Fields): Body {
  const content = fields.map(pair => pair.map(percentEncode).join('=')).join('&');
  return { content, headers: { 'Content-Type': 'application/x-www-form-urlencoded' } };
}

/** Unlike `encodeURIComponent`, takes each character for a byte, and each text. */
const percentEncode = (bytes: string) => escape(bytes).replaceAll('+', '%2B');

const names = ['email', 'licenseId', 'license', 'person', 'people', 'text', 'review', 'count', 'once'];

// A form that took quadratic time would not be answered before the test times out; `npm run bench` measures the pauses.
test('T52: every hostile form is answered on every route, and none with 500', async () => {
  const { portal } = await openPortal({ environment: HIGH_LIMITS, as: null });
  const link = await portal.unrequestedLink();

  const problems: unknown[] = [];
  const sizes = new Set<number>();
  for (const path of formPaths(portal.dependencies)) {
    const browser = await portal.signedIn();
    const address = path === paths.finishSignIn ? link : path;
    const send = async (body: Body) =>
      (await browser.copy().postBody(address, new Response(body.content, body))).status;
    const ordinary = await send(urlencoded([['email', 'a'.repeat(LARGE_BYTES)]]));
    const bytes = ordinary === 413 ? SMALL_BYTES : LARGE_BYTES;
    sizes.add(bytes);
    for (const [kind, body] of hostileBodies(bytes)) {
      const status = await send(body);
      if (status === 500) problems.push([path, kind, status]);
    }
  }
  expect(problems).toEqual([]);
  expect([...sizes].sort((one, other) => one - other)).toEqual([SMALL_BYTES, LARGE_BYTES]);
});

/** Every hostile form, with what is hostile about it. Only large forms take parts. */
function hostileBodies(bytes: number): (readonly [kind: string, body: Body])[] {
  return [
    ...Object.entries(hostileParts).map(([kind, body]) => [kind, body(names, bytes)] as const),
    ...Object.entries(hostileFields).flatMap(([kind, fields]) =>
      Object.entries(bytes === LARGE_BYTES ? encodings : { urlencoded }).map(
        ([encoding, encode]) => [`${kind}, ${encoding}`, encode(fields(names, bytes))] as const,
      ),
    ),
  ];
}
