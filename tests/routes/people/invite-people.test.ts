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

const check = (browser: NoJsBrowser, text: string) =>
  browser.fill('People to invite', text).press('See who is new');

const answer = (browser: NoJsBrowser) => browser.text('#answer').replace(' See the list', '');
const bcc = (browser: NoJsBrowser) =>
  new URL(browser.href('Open in your mail program')).searchParams.get('bcc')?.split(',');

describe('inviting people by their addresses', () => {
  test('P480: says who is new, at which domains, and who has a card already; the mail goes to the new people', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    browser.fill(
      'People to invite',
      'Please invite Ada <ADA@acme.example>,\ncleo@acme.example\nzoe@acme.exmaple\nyu@acme.example, x@acme',
    );
    const { location = '' } = (await browser.send('See who is new')).headers;
    expect(location).toMatch(/^\/invite\?for=cards&list=[\w-]+#answer$/);
    await browser.visit(location);
    expect(browser.has('#answer[tabindex="-1"]')).toBe(true);
    expect(answer(browser)).toBe(
      '3 new: 2 at acme.example, 1 at acme.exmaple. 1 has a card already. 1 word with an @ is no address.',
    );
    const fresh = ['cleo@acme.example', 'zoe@acme.exmaple', 'yu@acme.example'];
    expect(bcc(browser)).toEqual(fresh);
    expect(browser.value('People to invite')).toBe(['ada@acme.example', ...fresh].join('\n'));
    await browser.reload();
    expect(bcc(browser)).toEqual(fresh);
    expect(browser.href('See the list')).toMatch(/^\/compare\?list=[\w-]+#only-in-list$/);
    await browser.follow('See the list');
    expect(browser.text('main')).toContain('zoe@acme.exmaple');
  });

  test('P480: the other product has the same people', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(browser, 'cleo@acme.example, new@acme.example');
    const other = browser.$('.segments a:contains("Lead Capture")').attr('href') ?? '';
    expect(other).toMatch(/^\/invite\?for=licenses&list=.+#answer$/);
    await browser.visit(other);
    expect(answer(browser)).toBe('1 new: 1 at acme.example. 1 has a license already.');
    expect(bcc(browser)).toEqual(['new@acme.example']);
  });

  test('P480: of a table that was compared, the addresses of the chosen column are invited', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(browser, 'Email\tManager\nxi@acme.example\tcleo@acme.example');
    expect(bcc(browser)).toEqual(['cleo@acme.example', 'xi@acme.example']);
    await browser.visit(`${browser.address}&column=1`);
    expect(bcc(browser)).toEqual(['xi@acme.example']);
    expect(browser.href('See the list')).toMatch(/^\/compare\?list=[\w-]+&column=1#only-in-list$/);
  });

  test('P480 P370 P450: says that no mail can be sent to a name with letters such as ü', async () => {
    const { browser } = await openPortal({ accounts, at: LICENSES });
    await check(browser, 'jürgen@acme.example, zoe@müller.example, o’brien@acme.example');
    expect(bcc(browser)).toEqual(['zoe@xn--mller-kva.example', "o'brien@acme.example"]);
    expect(browser.text('main')).toContain(
      'jürgen@acme.example. Most mail servers do not accept letters such as ü before the @',
    );
  });

  test('P480: with more people than are available, licenses are requested first', async () => {
    const { browser } = await openPortal({
      accounts: [dana({ scanner: scanner({ licensesPurchased: 3 }) })],
      at: LICENSES,
    });
    expect(browser.text('main')).toContain('No licenses are available');
    await check(browser, 'xi@acme.example, yu@acme.example');
    expect(browser.text('main')).toContain('You have 2 licenses too few.');
    expect(browser.text('main')).not.toContain('No licenses are available');
    expect(browser.href('Request Licenses')).toBe(`${paths.leadCapture}#request-licenses`);
  });

  test('P480 T78: addresses without room in a link are copied, and without room on the page exported', async () => {
    const { browser } = await openPortal({ accounts, at: LICENSES });
    const send = (count: number) =>
      check(browser, Array.from({ length: count }, (_, index) => `x${index}@new.example`).join('\n'));
    await send(200);
    expect(browser.text('.panel .primary')).toBe('Copy 200 addresses');
    expect(browser.text('#letter-recipients').split('; ')).toHaveLength(200);
    await send(10_000);
    expect(answer(browser)).toBe('10,000 new: 10,000 at new.example.');
    expect([browser.has('#letter-recipients'), browser.value('People to invite')]).toEqual([false, '']);
    expect(browser.text('main')).toContain('too many addresses to show here');
  });

  test.each([
    ['', 'There is no email address in this text. Ask for a list with the email addresses.'],
    [
      'Ada and yu@acme',
      'There is no email address in this text. Not read as an address: yu@acme. Ask for a list with the email addresses.',
    ],
  ])('P480: a text that is not read stays in the form, with the reason: %j', async (text, problem) => {
    const { browser } = await openPortal({ accounts, at: CARDS });
    await check(browser, text);
    expect([browser.status, browser.text('#problem')]).toEqual([422, problem]);
    expect(browser.value('People to invite')).toBe(text);
    expect(browser.attributes('textarea[autofocus]', 'aria-describedby')).toEqual(['problem']);
  });

  test('P480: while the list of the product is not available, nobody is called new', async () => {
    const { browser } = await openPortal({ accounts, at: CARDS, faults: ['ecardStats', status(500)] });
    await check(browser, 'ada@acme.example, new@acme.example');
    expect(answer(browser)).toBe(
      '2 people: 2 at acme.example. The list of cards is not available, so the page cannot say who already has one.',
    );
  });

  test('P480: people are kept for an hour, for one session', async () => {
    const { browser, portal } = await openPortal({ accounts, at: CARDS });
    await check(browser, 'new@acme.example');
    const { address } = browser;
    const other = await portal.signedIn('eve@evil.example');
    await other.visit(address);
    expect(other.text()).not.toContain('new@acme.example');
    portal.advanceClock(61 * 60 * 1000);
    await browser.visit(address);
    expect(browser.text('#problem')).toBe('These addresses were kept for an hour. Paste them again.');
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
    expect(browser.address).toMatch(new RegExp(`^/invite\\?for=${product}s&from=people&list=`));
    expect(answer(browser)).toBe('1 new: 1 at acme.example.');
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
