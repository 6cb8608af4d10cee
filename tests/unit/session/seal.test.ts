import { describe, expect, test } from '@jest/globals';
import { FlattenedEncrypt, flattenedDecrypt } from 'jose';
import { createSeal, deriveKey } from '../../../server/session/seal';
import { anyText, fc } from '../../support/data/properties';

const KEY = 'a-secret-of-the-tests-0123456789-0123456789';

const value = fc.oneof(fc.jsonValue(), fc.record({ id: fc.uuid(), idToken: anyText(), seenAt: fc.nat() }));

describe('a sealed value', () => {
  test('survives a round trip, whatever it is', async () => {
    const seal = createSeal([KEY], 'tests');
    await fc.assert(
      fc.asyncProperty(value, async sealed => {
        const expected = JSON.parse(JSON.stringify(sealed));
        expect(await seal.decrypt(await seal.encrypt(sealed))).toEqual({ value: expected, stale: false });
      }),
      { numRuns: 200 },
    );
  });

  test('is different each time, and does not reveal its content', async () => {
    const seal = createSeal([KEY], 'tests');
    const [one, two] = [await seal.encrypt('dana@acme.example'), await seal.encrypt('dana@acme.example')];
    expect(one).not.toBe(two);
    // Encrypted text contains short words by chance.
    for (const part of one.split('.')) {
      expect(Buffer.from(part, 'base64url').toString('latin1')).not.toMatch(/dana@|acme\.|"alg"|"enc"/);
    }
  });
});

test('a sealed value is a JWE without its header, as other implementations read and write it', async () => {
  const seal = createSeal([KEY], 'tests');
  const key = deriveKey(KEY, 'tests: seal');
  const header = { alg: 'dir', enc: 'A256GCM' };
  for (const place of [undefined, 'one']) {
    const [iv = '', ciphertext = '', tag = ''] = (await seal.encrypt('value', place)).split('.');
    const aad = place && { aad: Buffer.from(place).toString('base64url') };
    const encoded = Buffer.from(JSON.stringify(header)).toString('base64url');
    const { plaintext } = await flattenedDecrypt({ protected: encoded, iv, ciphertext, tag, ...aad }, key);
    expect(JSON.parse(Buffer.from(plaintext).toString())).toBe('value');

    const encryption = new FlattenedEncrypt(Buffer.from('"other"')).setProtectedHeader(header);
    if (place) encryption.setAdditionalAuthenticatedData(Buffer.from(place));
    const jwe = await encryption.encrypt(key);
    const sealed = `${jwe.iv}.${jwe.ciphertext}.${jwe.tag}`;
    expect(await seal.decrypt(sealed, place)).toMatchObject({ value: 'other' });
  }
});

describe('decrypting returns undefined', () => {
  test('for a value that was sealed for another purpose', async () => {
    const sealed = await createSeal([KEY], 'session').encrypt('value');
    expect(await createSeal([KEY], 'pending email').decrypt(sealed)).toBeUndefined();
  });

  test('T65: for a value that was sealed for another place, or for none', async () => {
    const seal = createSeal([KEY], 'tests');
    const [placed, placeless] = [await seal.encrypt('value', 'one'), await seal.encrypt('value')];
    expect(await seal.decrypt(placed, 'one')).toMatchObject({ value: 'value' });
    for (const place of ['other', '', undefined]) expect(await seal.decrypt(placed, place)).toBeUndefined();
    expect(await seal.decrypt(placeless, 'one')).toBeUndefined();
  });

  test('if any bit was flipped', async () => {
    const seal = createSeal([KEY], 'tests');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), fc.nat({ max: 2 }), async (sealed, position, which) => {
        const parts = (await seal.encrypt(sealed)).split('.');
        expect(parts).toHaveLength(3);
        const bytes = Buffer.from(parts[which] ?? '', 'base64url');
        const bit = position % (8 * bytes.length);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        parts[which] = bytes.toString('base64url');
        expect(await seal.decrypt(parts.join('.'))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('if a value was truncated, extended or spliced', async () => {
    const seal = createSeal([KEY], 'tests');
    await fc.assert(
      fc.asyncProperty(value, value, fc.nat(), fc.nat({ max: 2 }), async (one, other, at, which) => {
        const sealed = await seal.encrypt(one);
        const parts = sealed.split('.');
        parts[which] = (await seal.encrypt(other)).split('.')[which] ?? '';
        expect(await seal.decrypt(parts.join('.'))).toBeUndefined();
        expect(await seal.decrypt(sealed.slice(0, at % sealed.length))).toBeUndefined();
        expect(await seal.decrypt(`${sealed}AAAA`)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  test('for any other text', async () => {
    const seal = createSeal([KEY], 'tests');
    const texts = fc.oneof(
      anyText(),
      fc.base64String(),
      fc
        .array(fc.base64String(), { minLength: 3, maxLength: 5 })
        .map(parts => parts.join('.').replaceAll('=', '')),
    );
    await fc.assert(
      fc.asyncProperty(texts, async text => {
        expect(await seal.decrypt(text)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
