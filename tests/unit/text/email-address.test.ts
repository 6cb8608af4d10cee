import { expect, test } from '@jest/globals';
import { domainOf, emailKey } from '../../../server/text/email-address';

test.each(['İsmail@Acme.example', 'jose\u0301@acme.example'])(
  'P450: finds the domain of an address whose normalized form has another length: %s',
  address => {
    expect(domainOf(address)).toBe('acme.example');
  },
);

test.each([
  'a\u200Bda@acme.example',
  'a\u00ADda@acme.example',
  '\uFEFF ada@acme.example\u200E',
  'ａda@acme.example',
])('P320: characters that nobody sees make no other address: %j', address => {
  expect(emailKey(address)).toBe('ada@acme.example');
});

test('P320: an invisible character between a letter and its accent makes no other address', () => {
  expect(emailKey('e\u200D\u0301@acme.example')).toBe(emailKey('é@acme.example'));
});

test('P320: an apostrophe is an apostrophe, and a hyphen a hyphen', () => {
  for (const sign of '’‘´′ʼ＇') expect(emailKey(`o${sign}brien@acme.example`)).toBe("o'brien@acme.example");
  for (const sign of '‐‑–—−－') expect(emailKey(`a${sign}b@acme.example`)).toBe('a-b@acme.example');
});

test('P320: entities in an address are undone, even those of entities', () => {
  expect(emailKey('a&amp;amp;lt;b@acme.example')).toBe('a<b@acme.example');
  expect(emailKey('a&am\u200Bp;amp;b@acme.example')).toBe('a&b@acme.example');
});

test('P320: the key of a key is the same, for every character', () => {
  const codes = Array.from({ length: 0x110000 }, (_, code) => String.fromCodePoint(code));
  const characters = codes.filter(code => !/[\p{Unassigned}\p{Private_Use}]/u.test(code));
  const keys = characters.map(character => emailKey(`a${character}b@acme.example`));
  expect(keys.filter(key => emailKey(key) !== key)).toEqual([]);
});
