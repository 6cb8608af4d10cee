import { describe, expect, test } from '@jest/globals';
import { createSeal, deriveKey } from '../../../server/session/seal';

const [FIRST, SECOND] = ['the-first-secret-0123456789-0123456789', 'the-second-secret-0123456789-0123456789'];

describe('a sealed value', () => {
  test.each([[{ email: 'dana@acme.example', at: 1 }], ['text'], [''], [0], [null], [['ü', '\u{1F600}']]])(
    'survives a round trip: %j',
    async value => {
      const seal = createSeal([FIRST], 'tests');
      expect(await seal.decrypt(await seal.encrypt(value))).toEqual({ value, stale: false });
    },
  );

  test('is different each time, and does not reveal its content', async () => {
    const seal = createSeal([FIRST], 'tests');
    const [one, two] = [await seal.encrypt('dana@acme.example'), await seal.encrypt('dana@acme.example')];
    expect(one).not.toBe(two);
    // Encrypted text contains short words by chance.
    for (const part of one.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/dana@|acme\.|"alg"|"enc"/);
    }
  });

  test('contains only characters that cookies allow', async () => {
    expect(await createSeal([FIRST], 'tests').encrypt('ü; "x"')).toMatch(/^[\w.-]+$/);
  });
});

describe('decrypting returns undefined', () => {
  test('for a value that was sealed with another secret', async () => {
    const sealed = await createSeal([FIRST], 'tests').encrypt('value');
    expect(await createSeal([SECOND], 'tests').decrypt(sealed)).toBeUndefined();
  });

  test('for a value that was sealed for another purpose', async () => {
    const sealed = await createSeal([FIRST], 'session').encrypt('value');
    expect(await createSeal([FIRST], 'pending email').decrypt(sealed)).toBeUndefined();
  });

  test('if any character was changed', async () => {
    const seal = createSeal([FIRST], 'tests');
    const sealed = await seal.encrypt({ role: 'administrator' });
    for (let at = 0; at < sealed.length; at++) {
      const other = sealed[at] === 'A' ? 'Q' : 'A';
      const changed = sealed.slice(0, at) + other + sealed.slice(at + 1);
      // The last base64 character may contain unused bits, which do not change the decoded bytes.
      const same = changed.split('.').map(decoded).join() === sealed.split('.').map(decoded).join();
      expect([at, same || (await seal.decrypt(changed)) === undefined]).toEqual([at, true]);
    }
  });

  test.each([
    '',
    '.',
    '..',
    '....',
    'a.b.c',
    'ü.ü.ü',
    '%00',
    'null',
    '{}',
    'A'.repeat(100_000),
    '.'.repeat(10_000),
    'eyJhbGciOiJub25lIn0.eyJzdWIiOiIxIn0.',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMTI4R0NNIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIiwiemlwIjoiREVGIn0..AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    'AAAAAAAAAAAAAAAA.AAAA.AAAAAAAAAAAAAAAAAAAAAA',
    'AAAA.AAAA.AAAA',
  ])('for a text that was never sealed: %.60s', async text => {
    expect(await createSeal([FIRST, SECOND], 'tests').decrypt(text)).toBeUndefined();
  });

  const decoded = (part: string) => Buffer.from(part, 'base64url').toString('hex');
});

describe('rotated secrets', () => {
  test('decrypt older values, and report them as stale', async () => {
    const sealed = await createSeal([FIRST], 'tests').encrypt('value');
    const both = createSeal([SECOND, FIRST], 'tests');
    expect(await both.decrypt(sealed)).toEqual({ value: 'value', stale: true });

    const renewed = await both.encrypt('value');
    expect(await both.decrypt(renewed)).toEqual({ value: 'value', stale: false });
    expect(await createSeal([SECOND], 'tests').decrypt(renewed)).toEqual({ value: 'value', stale: false });
    expect(await createSeal([FIRST], 'tests').decrypt(renewed)).toBeUndefined();
  });

  test('yield a different key for each purpose, with the length that the cipher needs', () => {
    const keys = ['session: seal', 'session: sign'].map(purpose => deriveKey(FIRST, purpose));
    for (const key of keys) expect(key).toHaveLength(32);
    expect(keys[0]).not.toEqual(keys[1]);
    expect(deriveKey(FIRST, 'session: seal')).toEqual(keys[0]);
  });
});
