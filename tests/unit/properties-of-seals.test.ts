import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { createSeal } from '../../server/session/seal';

const SECRET = 'the-first-secret-0123456789-0123456789';
const value = fc.oneof(
  fc.jsonValue(),
  fc.record({ id: fc.uuid(), idToken: fc.string({ unit: 'binary' }), seenAt: fc.nat() }),
);

test('whatever is sealed comes out as it was', async () => {
  const seal = createSeal([SECRET], 'tests');
  await fc.assert(
    fc.asyncProperty(value, async sealed => {
      const expected = JSON.parse(JSON.stringify(sealed));
      expect(await seal.open(await seal.close(sealed))).toEqual({ value: expected, stale: false });
    }),
    { numRuns: 200 },
  );
});

test('nothing comes out when any one bit was turned', async () => {
  const seal = createSeal([SECRET], 'tests');
  await fc.assert(
    fc.asyncProperty(value, fc.nat(), fc.nat({ max: 2 }), async (sealed, position, which) => {
      const parts = (await seal.close(sealed)).split('.');
      expect(parts).toHaveLength(3);
      const bytes = Buffer.from(parts[which] ?? '', 'base64url');
      const bit = position % (8 * bytes.length);
      bytes.writeUInt8(bytes.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      parts[which] = bytes.toString('base64url');
      expect(await seal.open(parts.join('.'))).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

test('nothing comes out when it was cut, lengthened or put together of two', async () => {
  const seal = createSeal([SECRET], 'tests');
  await fc.assert(
    fc.asyncProperty(value, value, fc.nat(), fc.nat({ max: 2 }), async (one, other, at, which) => {
      const sealed = await seal.close(one);
      const parts = sealed.split('.');
      parts[which] = (await seal.close(other)).split('.')[which] ?? '';
      expect(await seal.open(parts.join('.'))).toBeUndefined();
      expect(await seal.open(sealed.slice(0, at % sealed.length))).toBeUndefined();
      expect(await seal.open(`${sealed}AAAA`)).toBeUndefined();
    }),
    { numRuns: 100 },
  );
});

test('nothing comes out of any other text, and nothing is thrown', async () => {
  const seal = createSeal([SECRET, 'the-second-secret-0123456789-0123456789'], 'tests');
  const texts = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.base64String(),
    fc
      .array(fc.base64String(), { minLength: 3, maxLength: 5 })
      .map(parts => parts.join('.').replaceAll('=', '')),
  );
  await fc.assert(
    fc.asyncProperty(texts, async text => {
      expect(await seal.open(text)).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});
