import { expect, test } from '@jest/globals';
import { domainOf, EMAIL_LIST_LIMIT, findEmails } from '../../../shared/email-list';

test.each([
  [
    'an email',
    'Hi,\nplease remove Ada Byron <Ada.Byron@Acme.example>, ben@acme.example; thanks',
    ['ada.byron@acme.example', 'ben@acme.example'],
  ],
  [
    'a CSV file',
    'name,email\r\n"Byron, Ada","ada@acme.example"\r\nBen,ben@acme.example',
    ['ada@acme.example', 'ben@acme.example'],
  ],
  [
    'a column',
    'ada@acme.example\nben@acme.example\n\nada@ACME.example',
    ['ada@acme.example', 'ben@acme.example'],
  ],
  [
    'links and bullets',
    "- mailto:ada@acme.example\n* 'ben@acme.example'.\n|cleo+x@a-b.acme.example|",
    ['ada@acme.example', 'ben@acme.example', 'cleo+x@a-b.acme.example'],
  ],
  [
    'other scripts',
    'иван.петров@почта.example, jürgen@büro.example',
    ['иван.петров@почта.example', 'jürgen@büro.example'],
  ],
  ['no address', 'nobody @ home, a@b, @acme.example, x@.example', []],
])('P260: finds every address in %s', (_case, text, expected) => {
  expect(findEmails(text)).toEqual(expected);
});

test('P260: counts the addresses of a list that is too long', () => {
  const text = Array.from({ length: EMAIL_LIST_LIMIT + 5 }, (_, index) => `p${index}@acme.example`).join(
    '\n',
  );
  expect(findEmails(text)).toHaveLength(EMAIL_LIST_LIMIT + 5);
});

test('P260: reads a megabyte without an address in linear time', () => {
  // With a pattern that tries every position, each of these would take hours.
  for (const part of ['a', 'a.', 'a@', 'a@a', '@a.']) {
    expect(findEmails(part.repeat(1_000_000 / part.length))).toEqual([]);
  }
});

test.each(['İsmail@Acme.example', 'jose\u0301@acme.example'])(
  'P263: finds the domain of an address whose normalized form has another length: %s',
  address => {
    expect(domainOf(address)).toBe('acme.example');
  },
);
