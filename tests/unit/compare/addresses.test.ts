import { describe, expect, test } from '@jest/globals';
import { cleanText, readLine } from '../../../server/compare/addresses';
import { emailKey } from '../../../server/text/email-address';
import { fc } from '../../support/data/properties';

/** The addresses in a line, without the usual domain, and the words that are none. */
function read(line: string) {
  const { addresses, words } = readLine(cleanText(line));
  return { addresses: addresses.map(({ email }) => email.replace('@acme.example', '')), words };
}

describe('T57: an address is found whole or not at all', () => {
  test.each([
    ['mailto:ada@acme.example?subject=x', 'ada'],
    ['<mailto:ada@acme.example>', 'ada'],
    ["'ada@acme.example'", 'ada'],
    ['`ada@acme.example`', 'ada'],
    ['_ada@acme.example', '_ada'],
    ['(ada@acme.example).', 'ada'],
    ['[ada@acme.example]', 'ada'],
    ['{ada@acme.example}', 'ada'],
    ['1.ada@acme.example', '1.ada'],
    ['Ada|ada@acme.example|Left', 'ada'],
    ['x;ada@acme.example;', 'ada'],
    ['&lt;ada@acme.example&gt;', 'ada'],
    ['<a href="ada@acme.example">', 'ada'],
    ['“"ada@acme.example"”', 'ada'],
    ['ADA+Card@ACME.Example,', 'ada+card'],
    ['ada＠acme．example', 'ada'],
    ['oﬃce@acme.example', 'office'],
    ['anna²@acme.example', 'anna²'],
    ['𝐚nna@acme.example', '𝐚nna'],
    ['o’neil ada@acme.example', 'ada'],
    ['sales/ada@acme.example', 'sales/ada'],
    ['team=ada@acme.example', 'team=ada'],
    ['*ada@acme.example*', '*ada'],
    ['R&amp;D@acme.example', 'r&d'],
    ['R&D@acme.example', 'r&d'],
    ['ada@acme.example?', 'ada'],
    ['ada@acme.example’s', 'ada'],
    ['ada@acme.example…', 'ada'],
    ['𠀀ada@acme.example', '𠀀ada'],
    ['ada@acme.example𠀀', 'ada@acme.xn--example-jf96f'],
    ['jürgen@acme.example', 'jürgen'],
    ["'t.hart@acme.example", "'t.hart"],
  ])('%s', (text, name) => {
    expect(read(`see ${text}`).addresses).toEqual([name]);
  });

  test.each([
    ['o’brien@acme.example', "o'brien"],
    ['o&#39;brien@acme.example', "o'brien"],
    ['o&rsquo;brien@acme.example', "o'brien"],
    ['‘o’brien@acme.example’', "o'brien"],
    ['anna‑maria@acme.example', 'anna-maria'],
    ['anna&ndash;maria@acme.example', 'anna-maria'],
    ['ada@ac‑me.example', 'ada@ac-me.example'],
    ['ada@müller.example', 'ada@xn--mller-kva.example'],
    ['ada@MÜLLER.example', 'ada@xn--mller-kva.example'],
    ['ada@mu\u0308ller.example', 'ada@xn--mller-kva.example'],
    ['ada@xn--mller-kva.example', 'ada@xn--mller-kva.example'],
  ])('typographic forms are what they stand for: %s', (text, name) => {
    expect(read(`see ${text}`).addresses).toEqual([name]);
  });

  test.each([
    ['@ada@acme.example', '@ada@acme.example'],
    ['ada@acme.example@home.example', 'ada@acme.example@home.example'],
    ['ada@acme。example', 'ada@acme'],
    ['👋ada@acme.example', '👋ada@acme.example'],
    ['o✻brien@acme.example', 'o✻brien@acme.example'],
    ['o&x;brien@acme.example', 'brien@acme.example'],
    ['R&amp;amp;D@acme.example', 'D@acme.example'],
    ['o”brien@acme.example', 'o”brien@acme.example'],
    ['o"brien@acme.example', 'o"brien@acme.example'],
    ['m„rz@acme.example', 'm„rz@acme.example'],
    ['na‹”f@acme.example', 'na‹”f@acme.example'],
    ['0«ada@acme.example', '0«ada@acme.example'],
    ['"ada byron"@acme.example', 'byron"@acme.example'],
    ['ada@acme.example/bob@acme.example', 'ada@acme.example/bob@acme.example'],
    ['ada@acme', 'ada@acme'],
    ['ada@', 'ada@'],
    ['ada@acme.example_old', 'ada@acme.example_old'],
    ['ada@acme.example+old', 'ada@acme.example+old'],
    ['ada@acme.example-', 'ada@acme.example-'],
    ['ada@acme.example—', 'ada@acme.example-'],
    [`ada@acme.example${'-'.repeat(300)}x.other`, `ada@acme.example${'-'.repeat(64)}`],
    [`ada@acme.example${'.'.repeat(300)}x.other`, `ada@acme.example${'.'.repeat(64)}`],
    ['ada@-acme.example', 'ada@-acme.example'],
    ['ada@[192.0.2.1]', 'ada@[192.0.2.1]'],
    ['ada @acme.example', '@acme.example'],
    [`${'x'.repeat(81)}ada@acme.example`, 'x'.repeat(80)],
    ['ada(at)acme.example', 'ada(at)acme.example'],
    ['ada [at] acme.example', 'ada [at] acme.example'],
    ['ada{AT}acme(dot)example', 'ada{AT}acme(dot)example'],
  ])('%s is named as a word that was not read', (text, word) => {
    expect(read(`see ${text}`)).toEqual({ addresses: [], words: { texts: [word], count: 1 } });
  });

  test('the first 20 words are named, and the others counted', () => {
    const words = Array.from({ length: 30 }, (_, index) => `p${index}@acme`);
    expect(read(`${words.join(' ')} ada@acme.example @ noon`)).toEqual({
      addresses: ['ada'],
      words: { texts: words.slice(0, 20), count: 30 },
    });
  });
});

test.each([
  ['eve_partner.example#EXT#@acme.onmicrosoft.example', 'eve@partner.example'],
  ['Eve_van_Dam_partner.example#ext#@acme.onmicrosoft.example.', 'eve_van_dam@partner.example'],
])('a guest of Entra ID has the address outside of it: %s', (guest, email) => {
  expect(read(`guest: ${guest}`).addresses).toEqual([email]);
  expect(cleanText(guest).toLowerCase()).toBe(email);
  expect(emailKey(guest)).toBe(email);
});

test.each([
  'eve#EXT#@acme.onmicrosoft.example',
  `${'x'.repeat(90)}_partner.example#EXT#@acme.onmicrosoft.example`,
])('another use of the sign of guests stays as it is: %s', text => {
  expect(cleanText(text)).toBe(text);
});

test('whatever surrounds an address, nothing shorter or longer than it is found', () => {
  const piece = fc.constantFrom(...'ab1._-+\'"<>(),;: @#/=…é', 'ada@acme.example', '&amp;');
  const check = (before: readonly string[], after: readonly string[]) => {
    const line = cleanText(`${before.join('')}zoe.fox@mail.example${after.join('')}`);
    for (const { email, start, end } of readLine(line).addresses) {
      expect(emailKey(line.slice(start, end))).toBe(email);
      expect(line.charAt(start - 1)).not.toMatch(/[\w.+@-]/);
      expect(line.charAt(end)).not.toMatch(/[\w@+-]/);
    }
  };
  fc.assert(fc.property(fc.array(piece), fc.array(piece), check), { numRuns: 2000 });
});
