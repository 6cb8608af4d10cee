import { describe, expect, test } from '@jest/globals';
import { status } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { selecting } from '../../support/browsers/removals';
import { cards, dana, eve, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';

const CARDS = '/invite?for=cards';
const LICENSES = '/invite?for=licenses';

/** Ada and Ben have a card, Cleo has only a license. */
const accounts = [dana(), eve()];

/** Checks the addresses of a text. */
const check = (browser: NoJsBrowser, text: string) =>
  browser.fill('People to invite', text).press('Check addresses');

const answer = (browser: NoJsBrowser) => browser.text('#recipients .sentence');
const bcc = (browser: NoJsBrowser) =>
  new URL(browser.href('Open in your mail program')).searchParams.get('bcc')?.split(',');

describe('inviting people by their addresses', () => {
  test('P480: says who is new, who has a card already and who may be misspelled; the mail goes to the new people', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    const text = 'cleo@acme.example\nnew@acme.example\nADA@acme.example\nbem@acme.example';
    await check(browser, text);
    expect(browser.address).toMatch(/^\/invite\?for=cards&people=[\w-]+$/);
    expect(answer(browser)).toBe(
      '2 new, 1 has a card already, 1 perhaps misspelled: bem@acme.example (perhaps ben@acme.example).',
    );
    expect(bcc(browser)).toEqual(['cleo@acme.example', 'new@acme.example']);
    expect(browser.text('#letter-recipients')).toBe('cleo@acme.example; new@acme.example');
    expect(browser.texts('#recipients summary')).toEqual(['2 new', '1 has a card already']);
    expect(browser.texts('#recipients li')).toEqual([
      'cleo@acme.example',
      'new@acme.example',
      'ada@acme.example',
    ]);
    expect(browser.value('People to invite')).toBe(text);
    await browser.reload();
    expect(bcc(browser)).toEqual(['cleo@acme.example', 'new@acme.example']);
    expect(browser.href('Invite them, too')).toMatch(/#answer$/);
    await browser.follow('Invite them, too');
    expect(answer(browser)).toBe('3 new, 1 has a card already.');
    expect(bcc(browser)).toContain('bem@acme.example');
  });

  test.each([
    ['a person, with two letters swapped', 'bne@acme.example', 'ben@acme.example'],
    ['a domain of the company, with two letters swapped', 'new@acme.exmaple', 'new@acme.example'],
    ['a person, with one letter more', 'benn@acme.example', 'ben@acme.example'],
    ['a person, with one letter less', 'be@acme.example', 'ben@acme.example'],
    ['a person, with another letter', 'bem@acme.example', 'ben@acme.example'],
    ['a domain of the company, one letter apart', 'new@acm.example', 'new@acme.example'],
    ['the domain of a guest', 'new@partners.example', 'new@partner.example'],
  ])('P480 P605: an address is perhaps misspelled if it nearly is %s', async (_, typed, meant) => {
    const guest = { appId: 'g1', email: 'guest@partner.example' };
    const licenses = [...(scanner().licenses ?? []), guest];
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses }) })],
      at: LICENSES,
    });
    const others = Array.from({ length: 60 }, (_, index) => `zoe@far${index}.example`);
    await check(browser, [...others, typed].join('\n'));
    expect(answer(browser)).toBe(`60 new, 1 perhaps misspelled: ${typed} (perhaps ${meant}).`);
    expect(bcc(browser)).toEqual(others);
  });

  test.each(['nbe@acme.example', 'bennn@acme.example', 'bem@far.example', 'b@acme.example'])(
    'P605: %s is not nearly ben@acme.example',
    async typed => {
      const { browser } = await openPortal({ accounts, at: LICENSES });
      await check(browser, typed);
      expect(answer(browser)).toBe('1 new.');
    },
  );

  test('P605: on the first day, the domain of the administrator is the one of the company', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses: [] }) })],
      at: LICENSES,
    });
    await check(browser, 'new@acme.exmaple\nzoe@acme.example');
    expect(answer(browser)).toBe('1 new, 1 perhaps misspelled: new@acme.exmaple (perhaps new@acme.example).');
  });

  test('P605: a domain that somebody has is not misspelled', async () => {
    const licenses = [...(scanner().licenses ?? []), { appId: 'g1', email: 'guest@acme.exmaple' }];
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licenses }) })],
      at: LICENSES,
    });
    await check(browser, 'new@acme.exmaple');
    expect(answer(browser)).toBe('1 new.');
  });

  test('P480: the answer is in view and has the focus', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    browser.fill('People to invite', 'new@acme.example');
    const { location } = (await browser.send('Check addresses')).headers;
    expect(location).toMatch(/#answer$/);
    await browser.visit(String(location));
    expect(browser.text('#answer[tabindex="-1"]')).toBe('1 new.');
  });

  test('P480: the other product has the same people', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(browser, 'cleo@acme.example, new@acme.example');
    const other = browser.$('.segments a:contains("Lead Capture")').attr('href') ?? '';
    expect(other).toMatch(/^\/invite\?for=licenses&people=.+#answer$/);
    await browser.visit(other);
    expect(answer(browser)).toBe('1 new, 1 has a license already.');
    expect(bcc(browser)).toEqual(['new@acme.example']);
  });

  test('P480: of a table, the column with the most addresses counts', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(
      browser,
      'Name;Email;Manager\nXi;xi@acme.example;ada@acme.example\nYu;yu@acme.example;ada@acme.example',
    );
    expect(bcc(browser)).toEqual(['xi@acme.example', 'yu@acme.example']);
  });

  test('P480 P452 P453: shows people who are named without an address, words that were not read, and other lines without an address', async () => {
    const { browser } = await openPortal({ accounts, at: LICENSES });
    await check(browser, 'Please invite\nxi@acme.example\nand Ada Byron,\nyu@acme');
    expect(answer(browser)).toBe('1 new.');
    expect(bcc(browser)).toEqual(['xi@acme.example']);
    expect(browser.text('#recipients')).toContain(
      'Named, with another address or none, and not invited: ada@acme.example (“and Ada Byron,”).',
    );
    expect(browser.text('#recipients')).toContain('Not read as an address: yu@acme.');
    expect(browser.texts('#recipients summary')).toEqual(['1 new', '2 lines have no address']);
    expect(browser.texts('#recipients li')).toEqual(['xi@acme.example', 'Please invite', 'yu@acme']);
    await check(browser, 'yu@acme');
    expect(browser.text('#problem')).toBe(
      'There is no email address in this text. Not read as an address: yu@acme.',
    );
  });

  test('P480 P370: says that no mail can be sent to a name with letters such as ü', async () => {
    const { browser } = await openPortal({ accounts, at: LICENSES });
    await check(browser, 'jürgen@acme.example, zoe@müller.example');
    expect(answer(browser)).toBe('2 new.');
    expect(bcc(browser)).toEqual(['zoe@xn--mller-kva.example']);
    expect(browser.text('#recipients')).toContain(
      'jürgen@acme.example. Most mail servers do not accept letters such as ü before the @',
    );
  });

  test('P480: with more people than are available, licenses are requested first', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(browser, Array.from({ length: 5 }, (_, index) => `x${index}@new.example`).join('\n'));
    expect(answer(browser)).toBe('5 new.');
    expect(browser.text('#recipients')).toContain('2 more cards than are available. Request licenses first');
    expect(browser.href('Request licenses first')).toBe(`${paths.cards}#request-licenses`);
    await browser.follow('Request licenses first');
    expect(browser.text('button#request-licenses')).toBe('Request Licenses');
  });

  test('P480: without any left, only the answer asks for a request', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licensesPurchased: 3 }) })],
      at: LICENSES,
    });
    expect(browser.text('main')).toContain('No licenses are available');
    await check(browser, 'new@acme.example');
    expect(browser.text('main')).toContain('1 more license than is available.');
    expect(browser.text('main')).not.toContain('No licenses are available');
  });

  test('P480: without room in a link, the addresses are copied', async () => {
    const { browser } = await openPortal({ accounts, at: LICENSES });
    await check(browser, Array.from({ length: 200 }, (_, index) => `x${index}@new.example`).join('\n'));
    expect(browser.has('a[data-mail]')).toBe(false);
    expect(browser.text('#letter-recipients').split('; ')).toHaveLength(200);
  });

  test.each([
    ['', 'There is no email address in this text.'],
    ['Ada and Ben', 'There is no email address in this text.'],
    [
      Array.from({ length: 10_001 }, (_, index) => `x${index}@x.example`).join('\n'),
      'This text has more than 10,000 email addresses.',
    ],
  ])(
    'P480 P316: a text that is not read stays in the form, with the reason: %.20s',
    async (text, problem) => {
      const { browser } = await openPortal({ accounts, at: CARDS });
      await check(browser, text);
      expect([browser.status, browser.text('#problem')]).toEqual([422, problem]);
      expect(browser.value('People to invite')).toBe(text);
      expect(browser.attributes('textarea[autofocus]', 'aria-describedby')).toEqual(['problem']);
    },
  );

  test('P480: while the list of the product is not available, nobody is called new', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS, faults: ['ecardStats', status(500)] });
    await check(browser, 'ada@acme.example, new@acme.example');
    expect(answer(browser)).toBe('2 people.');
    expect(browser.text('#recipients')).toContain('so the page cannot say who already has one');
  });

  test('P480: people are kept for 30 minutes, for one session', async () => {
    const { browser, portal } = await openPortal({ accounts, at: CARDS });
    await check(browser, 'new@acme.example');
    const { address } = browser;
    const other = await portal.signedIn('eve@evil.example');
    await other.visit(address);
    expect(other.text()).not.toContain('new@acme.example');
    portal.advanceClock(31 * 60 * 1000);
    await browser.visit(address);
    expect(browser.text('#problem')).toBe('These addresses were kept for 30 minutes. Paste them again.');
  });

  test.each([
    ['', 'Invite to cards', 'card'],
    ['?has=card-only', 'Invite to licenses', 'license'],
  ])('P335: the selected people of /people%s are invited: “%s”', async (state, label, product) => {
    const dora = { code: 'c4', email: 'dora@acme.example', name: 'Dora', title: 'Buyer' };
    const { browser } = await openPortal({
      accounts: [dana({ ecard: cards({ cards: [...(cards().cards ?? []), dora] }) })],
      at: `${paths.people}${state}`,
    });
    expect(browser.attributes('button[name=invite]', 'value')).toEqual([product]);
    expect(browser.text('button[name=invite]')).toBe(label);
    const selected = product === 'card' ? 'cleo@acme.example' : 'dora@acme.example';
    const { action } = browser.form('Review removal');
    await browser.submit(action, [...selecting('person', [selected]), ['invite', product]]);
    expect(browser.address).toMatch(new RegExp(`^/invite\\?for=${product}s&from=people&people=`));
    expect(answer(browser)).toBe('1 new.');
    expect(bcc(browser)).toEqual([selected]);
  });

  test('P335: with one product, nobody is invited to the other one', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ roles: [{ product: 2, entityId: 'acme' }], scanner: scanner() })],
      at: paths.people,
    });
    expect(browser.has('button[name=invite]')).toBe(false);
  });
});
