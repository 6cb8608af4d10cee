import { expect, test } from '@jest/globals';
import { limitMarks, normalize } from '../../../server/text/normalize';
import { anyText, fc } from '../../support/data/properties';

const forms = ['NFC', 'NFKC'] as const;

test('a text with up to 30 combining marks on a letter is normalized as usual', () => {
  fc.assert(
    fc.property(anyText({ maxLength: 60 }), fc.constantFrom(...forms), (text, form) => {
      fc.pre(!/[\p{M}\uFF9E\uFF9F]{31}/u.test(text));
      expect(normalize(text, form)).toBe(text.normalize(form));
    }),
  );
  expect(normalize('Jose\u0301', 'NFC')).toBe('José');
});

test('T66: marks are counted whatever character normalization makes them from', () => {
  const becomesMarks: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (/^\p{M}+$/u.test(character.normalize('NFKC'))) becomesMarks.push(character);
  }
  expect(becomesMarks.length).toBeGreaterThan(2000);
  for (const character of becomesMarks) {
    expect(limitMarks(character.repeat(31))).toBe(`${character.repeat(30)}\u034F${character}`);
  }
});
