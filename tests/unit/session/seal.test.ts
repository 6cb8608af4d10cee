import { createDecipheriv } from 'node:crypto';
import { describe, expect, test } from '@jest/globals';
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
    expect(Buffer.from(one, 'base64url').toString('latin1')).not.toMatch(/dana@|acme\./);
  });
});

test('a sealed value is in A256GCM, as another implementation reads it', async () => {
  const bytes = Buffer.from(await createSeal([KEY], 'tests').encrypt('value', 'one'), 'base64url');
  const decipher = createDecipheriv('aes-256-gcm', deriveKey(KEY, 'tests: seal'), bytes.subarray(0, 12));
  decipher.setAAD(Buffer.from('one')).setAuthTag(bytes.subarray(-16));
  expect(`${decipher.update(bytes.subarray(12, -16))}${decipher.final()}`).toBe('"value"');
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
    for (const place of ['other', undefined]) expect(await seal.decrypt(placed, place)).toBeUndefined();
    expect(await seal.decrypt(placeless, 'one')).toBeUndefined();
  });

  test('if any bit was flipped', async () => {
    const seal = createSeal([KEY], 'tests');
    await fc.assert(
      fc.asyncProperty(value, fc.nat(), async (sealed, position) => {
        const bytes = Buffer.from(await seal.encrypt(sealed), 'base64url');
        const bit = position % (8 * bytes.length);
        bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
        expect(await seal.decrypt(bytes.toString('base64url'))).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });

  test('if a value was truncated, extended or spliced', async () => {
    const seal = createSeal([KEY], 'tests');
    await fc.assert(
      fc.asyncProperty(value, value, fc.nat(), async (one, other, at) => {
        const [sealed, another] = [await seal.encrypt(one), await seal.encrypt(other)];
        expect(await seal.decrypt(another.slice(0, 16) + sealed.slice(16))).toBeUndefined();
        expect(await seal.decrypt(sealed.slice(0, at % sealed.length))).toBeUndefined();
        expect(await seal.decrypt(`${sealed}AAAA`)).toBeUndefined();
      }),
      { numRuns: 100 },
    );
  });

  test('for any other text', async () => {
    const seal = createSeal([KEY], 'tests');
    const texts = fc.oneof(anyText(), fc.base64String());
    await fc.assert(
      fc.asyncProperty(texts, async text => {
        expect(await seal.decrypt(text)).toBeUndefined();
      }),
      { numRuns: 300 },
    );
  });
});
