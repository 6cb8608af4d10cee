import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { button, containing, field, link, named, type Tab } from '../../scripts/browsers/tab';
import { status } from '../../scripts/sandbox/faults';
import { holdCalls } from '../support/backends/held-calls';
import { allRules, violations } from '../support/browsers/axe';
import { openChromium } from '../support/browsers/tabs';
import { license, licenses, licensesFor, ownCompany, scanner } from '../support/data/accounts';
import { atEndOf } from '../support/end';
import { type ServedPortal, servePortal } from '../support/programs/server';

const company = (name: string, count = 30) =>
  ownCompany(name, { scanner: scanner({ licensesPurchased: 100, licenses: licenses(count) }) });
const idle = ownCompany('idle', {
  scanner: scanner({ licenses: ['U-0001', 'U-0002'].map(appId => license({ appId })) }),
});
/** Companies whose licenses are all unused. */
const unused = ['many', 'reviewed'].map(name =>
  ownCompany(name, {
    scanner: scanner({
      licensesPurchased: 100,
      licenses: licensesFor(30, () => ({ leadsLast30Days: 0, leadsTotal: 0, activationDate: '2020-01-01' })),
    }),
  }),
);
/** A company with two rows of one ID, and an ID that is a value of a parameter. */
const alike = ownCompany('alike', {
  scanner: scanner({
    licenses: ['one', 'two', 'asc'].map(name =>
      license({ appId: name === 'asc' ? name : 'U-1', email: `u-${name}@acme.example` }),
    ),
  }),
});
const titled = [
  { ...company('europe'), company: 'Acme – Europe' },
  { ...company('nameless'), company: '' },
];
const names = ['acme', 'failing', 'kept', 'broken', 'translated', 'typing', 'finding'];
/** Another administrator of the company of `kept`. */
const { scanner: _, ecard: __, ...second } = { ...company('kept'), email: 'second@acme.example' };

let portal: ServedPortal;
let tab: Tab;
let page: Page;

beforeAll(async () => {
  portal = await servePortal({
    accounts: [...names.map(name => company(name)), second, idle, ...unused, alike, ...titled],
  });
  const except = /broken|ERR_FAILED|dynamically imported module/;
  ({ tab, page } = await openChromium(portal.origin, { except }));
  await page.browserContext().overridePermissions(portal.origin, ['clipboard-read', 'clipboard-write']);
  await tab.size(1440);
});

/** Runs a function at the start of the next documents of the test. */
async function inNextDocuments(run: () => void): Promise<void> {
  const { identifier } = await page.evaluateOnNewDocument(run);
  atEndOf('test', () => page.removeScriptToEvaluateOnNewDocument(identifier));
}

/** Lets the first request of a script time out after half a second. */
function soonTimeOut(): void {
  const timeout = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'timeout');
  let times = 0;
  Object.defineProperty(XMLHttpRequest.prototype, 'timeout', {
    set(this: XMLHttpRequest, milliseconds: number) {
      timeout?.set?.call(this, times++ === 0 ? milliseconds / 20 : milliseconds);
    },
  });
}

async function open(as: string, path: string): Promise<void> {
  await tab.use(await portal.sessionOf(`${as}@acme.example`));
  await tab.go(path);
}

/** Lets requests fail, or wait, until the end of the test: those for which `handle` does not return false. */
async function onRequests(handle: (request: HTTPRequest) => unknown): Promise<void> {
  // Requests that the cache answers cannot be intercepted.
  await page.setCacheEnabled(false);
  await page.setRequestInterception(true);
  page.on('request', request => {
    if (handle(request) === false) void request.continue();
  });
}

const isOf = (request: HTTPRequest, pattern: RegExp) => pattern.test(new URL(request.url()).pathname);
const isOfScript = (request: HTTPRequest) => request.resourceType() === 'xhr';

/** Holds requests for scripts. Returns a function that waits for one of them, and lets all continue. */
async function holdScripts(pattern: RegExp) {
  const held: HTTPRequest[] = [];
  let isLate = true;
  await onRequests(request => isLate && isOf(request, pattern) && held.push(request));
  return async () => {
    await tab.until('the request for the script', async () => held.length > 0);
    isLate = false;
    for (const request of held) void request.continue();
  };
}

/** Loses the next request of a script. Returns it, once there is one. */
async function loseRequest() {
  const lost: HTTPRequest[] = [];
  await onRequests(request => isOfScript(request) && lost.length === 0 && lost.push(request));
  return lost;
}

afterEach(async () => {
  page.removeAllListeners('request');
  await page.setRequestInterception(false);
  await page.setCacheEnabled(true);
  await page.setJavaScriptEnabled(true);
  await page.emulateTimezone('UTC');
  await tab.size(1440);
});

/** Returns the clipboard's text by pasting it, because the Permissions-Policy forbids reading it. */
async function paste(css?: string): Promise<string> {
  await tab.read((selector: string | undefined) => {
    const field =
      selector === undefined
        ? document.body.appendChild(document.createElement('textarea'))
        : document.querySelector<HTMLInputElement>(selector);
    field?.focus({ preventScroll: true });
    if (field) field.value = '';
  }, css);
  await page.keyboard.down('Control');
  await page.keyboard.press('v');
  await page.keyboard.up('Control');
  return tab.read((selector: string | undefined) => {
    const field = document.activeElement as HTMLTextAreaElement;
    if (selector === undefined) field.remove();
    return field.value;
  }, css);
}

const toast = (text: string) => containing('[role=status] *', text);
/** Returns how many rows are selected, as the bar says it. */
const count = () =>
  tab.read(() =>
    ['count', 'elsewhere'].map(part => document.querySelector(`[data-select-${part}]`)?.textContent).join(''),
  );
const selects = (text: string) => tab.until(`“${text}”`, async () => (await count()) === text);
const row = (id: string) => containing('tbody tr', `u-${id}@acme.example`);
const tick = (id: string) => tab.click(containing('tbody [type=checkbox]', `u-${id}@acme.example`));
const openDialog = (id: string) => tab.click(containing('tbody a[data-dialog]', `u-${id}@acme.example`));
const dialog = named('dialog[open]:modal');

/** Where the controls, codes and figures of the page are. */
const places = () =>
  tab.read(() =>
    [...document.querySelectorAll('main :is(a, button, input, code, dd):not(thead *)')]
      .filter(element => element.checkVisibility())
      .map(element => {
        const { x, y } = element.getBoundingClientRect();
        return `${element.localName} ${Math.round(x)}, ${Math.round(y + scrollY)}`;
      }),
  );

describe('a copy button', () => {
  test('copies, says so for a while, and has its label again, and nothing moves', async () => {
    await open('acme', '/leads-capture');
    for (const text of ['ACME-4711', 'U-0001']) {
      const before = await places();
      await tab.click(containing('button', `Copy `.concat(text === 'U-0001' ? text : 'corporate code')));
      await tab.see(containing('button', 'Copied!'));
      expect(await violations(page, allRules)).toEqual([]);
      expect(await places()).toEqual(before);
      expect(await paste()).toBe(text);
      await tab.miss(containing('button', 'Copied!'));
    }
    await tab.click(button('Copy Download Link'));
    await tab.see(toast('Download link copied to clipboard!'));
    expect(await paste()).toBe('https://apps.example/scanner');
  });

  test('with a label keeps its color and edge, with the confirmation in its middle', async () => {
    await open('acme', '/invite?for=licenses');
    await tab.click(button('Copy text'));
    await tab.see(containing('button', 'Copied!'));
    const [face, offset] = await tab.read(() => {
      const copied = document.querySelector('.copied');
      const [text, frame] = [document.createRange(), copied?.closest('button')?.getBoundingClientRect()];
      if (!copied || !frame) return [];
      text.selectNodeContents(copied);
      const { left, right } = text.getBoundingClientRect();
      return [getComputedStyle(copied).backgroundColor, Math.abs(left + right - frame.left - frame.right)];
    });
    expect(face).toBe('rgba(0, 0, 0, 0)');
    expect(offset).toBeLessThan(4);
  });

  test('copies at its first click, even while its script is still loading', async () => {
    const arrive = await holdScripts(/^\/assets\/copy-/);
    await open('acme', '/leads-capture');
    await tab.click(containing('tbody button', 'Copy U-0002'));
    await arrive();
    await tab.see(containing('button', 'Copied!'));
    expect(await paste()).toBe('U-0002');
  });

  test('uses the selection if the browser refuses the clipboard, and never says that it copied what it did not', async () => {
    await open('acme', '/leads-capture');
    await tab.read(() => {
      navigator.clipboard.writeText = () => Promise.reject(new Error('refused'));
    });
    await tab.click(containing('button', 'Copy U-0003'));
    await tab.see(containing('button', 'Copied!'));
    expect(await paste()).toBe('U-0003');
    await tab.read(() => {
      document.execCommand = () => false;
    });
    await tab.click(button('Copy Download Link'));
    await tab.see(toast('Failed to copy link to clipboard'));
    await tab.see(field('Address to copy'));
    await tab.press('Escape');
    await tab.miss(containing('button', 'Copied!'));
    await tab.click(containing('button', 'Copy U-0004'));
    expect(await tab.count(containing('button', 'Copied!'))).toBe(0);
  });
});

describe('a toast', () => {
  test('is announced once, stays while the pointer is on it, and disappears by itself or is closed', async () => {
    await open('acme', '/leads-capture');
    // Screen readers announce what is added to a region that was there before.
    await tab.read(() => {
      document.querySelector('[role=status][aria-atomic=false]')?.setAttribute('data-at-first', '');
    });
    const copied = containing('[data-at-first] p', 'Download link copied');
    // A slow machine may come too late for the first one, or while it leaves.
    await tab.until('the pointer on the message', async () => {
      if ((await tab.count(copied)) === 0) {
        await tab.click(button('Copy Download Link'));
        await tab.see(copied);
      }
      await page.hover('[data-at-first] p');
      await tab.read(() => new Promise(resolve => requestAnimationFrame(() => setTimeout(resolve))));
      return (await tab.count(copied)) > 0;
    });
    await tab.click(link('Close message'));
    await tab.miss(toast('Download link copied'));
    await tab.follow(containing('main button', 'Request Licenses'));
    await tab.see(toast('License request submitted successfully!'));
    expect(await tab.count(containing('[role=status] p', 'License request submitted'))).toBe(1);
    await page.mouse.move(10, 10);
    await tab.miss(toast('License request submitted successfully!'));
    await tab.go('/leads-capture');
    await tab.miss(toast('License request submitted successfully!'));
  });

  test('of a removal that the backend refuses is taken back, and the row returns with a message that stays', async () => {
    portal.faults.on('scannerRevoke', status(500), { email: 'failing@acme.example', times: 10 });
    await open('failing', '/leads-capture');
    await openDialog('0003');
    await tab.follow(named('dialog[open] button[type=submit]'));
    await tab.see(toast('Failed to revoke license'));
    await tab.miss(toast('License revoked successfully'));
    await tab.see(row('0003'));
    await tab.see(containing('main [role=status]', 'Failed to revoke license'));
    expect(await tab.read(() => document.activeElement?.textContent)).toContain('Failed to revoke license');
  });
});

test('a dialog closes by a click beside it, by Back and by each of its links, and Forward opens it again', async () => {
  await open('acme', '/leads-capture');
  const closings = [
    () => page.mouse.click(5, 5),
    () => tab.back(),
    () => tab.click(named('dialog a', 'Cancel')),
    () => tab.click(named('dialog a', 'Close')),
  ];
  for (const close of closings) {
    await openDialog('0003');
    await tab.see(dialog);
    await tab.click(containing('dialog p', 'cannot be undone'));
    await close();
    await tab.miss(dialog);
    await tab.until('the address', async () => !(await tab.path()).includes('revoke'));
  }
  await tab.forward();
  await tab.see(containing('dialog[open] bdi', 'u-0003@acme.example'));
  await tab.see(containing('dialog[open] p', 'in the last 30 days'));
  await tab.press('Escape');
  await tab.miss(dialog);
});

test('where the browser goes back late, a canceled dialog confirms nothing, and the next one stays open', async () => {
  await open('acme', '/leads-capture');
  await tab.read(() => {
    const back = history.back.bind(history);
    history.back = () => void setTimeout(back, 600);
  });
  await openDialog('0003');
  await tab.see(dialog);
  const confirm = await tab.read(() => {
    const { x, y, width, height } =
      document.querySelector('dialog:modal button.danger')?.getBoundingClientRect() ?? new DOMRect();
    return { x: x + width / 2, y: y + height / 2 };
  });
  await tab.click(named('dialog a', 'Cancel'));
  await page.mouse.click(confirm.x, confirm.y);
  await tab.press('Escape');
  await tab.miss(dialog);
  await openDialog('0005');
  await tab.see(dialog);
  await tab.read(() => new Promise(resolve => setTimeout(resolve, 700)));
  expect(await tab.count(containing('dialog[open]:modal bdi', 'u-0005@acme.example'))).toBe(1);
  await tab.back();
  await tab.miss(dialog);
  expect(await tab.path()).toBe('/leads-capture');
  await tab.go('/leads-capture');
  await tab.see(row('0003'));
});

describe('a selection', () => {
  beforeEach(async () => {
    await tab.go('/login');
    await tab.read(() => sessionStorage.clear());
  });

  test('is kept over pages, orders, searches, a reload and a removal, until it is cleared', async () => {
    await open('kept', '/leads-capture');
    for (const id of ['0001', '0002']) await tick(id);
    await selects('2 selected');
    await tab.follow(link('Page 2'));
    await selects('2 selected, 2 of them on other pages');
    await tick('0028');
    await tab.follow(containing('thead a', 'Leads all time'));
    await selects('3 selected, 1 of them on other pages');
    await page.reload();
    await selects('3 selected, 1 of them on other pages');
    await tab.fill(named('input[type=search]'), 'u-0001');
    await tab.follow(button('Search'));
    await selects('3 selected, 2 of them on other pages');
    await tab.follow(link('Clear'));
    await openDialog('0002');
    await tab.follow(named('dialog[open] button[type=submit]'));
    await selects('2 selected, 1 of them on other pages');
    await tab.follow(button('Review removal'));
    await tab.see(containing('main', 'u-0028@acme.example'));
    await tab.back();
    await selects('2 selected, 1 of them on other pages');
    await tab.click(containing('button', 'Clear the selection'));
    await tab.miss(button('Review removal'));
    await tab.follow(link('Page 2'));
    expect(await count()).toBe('');
  });

  test('of one of two rows with the same ID stays, and so does one whose ID is a value of the search', async () => {
    await open('alike', '/leads-capture?dir=asc');
    await tick('one');
    await selects('1 selected');
    expect(await tab.texts('tbody tr:has(:checked) th')).toEqual(['u-one@acme.example']);
    await tick('asc');
    await tab.read(() => {
      (document.querySelector('input[type=search]') as HTMLInputElement).value = 'acme';
    });
    await tab.follow(button('Search'));
    await selects('2 selected');
  });

  test('stays when the removal of its row is refused', async () => {
    await open('alike', '/leads-capture');
    await tick('asc');
    portal.faults.on('scannerRevoke', status(500));
    await openDialog('asc');
    await tab.follow(named('dialog[open] button[type=submit]'));
    portal.faults.off();
    await tab.see(containing('main strong', 'Failed to revoke license'));
    await selects('1 selected');
  });

  test('has what was ticked before its script started', async () => {
    const arrive = await holdScripts(/^\/assets\/page-scripts-/);
    await open('kept', '/leads-capture');
    await tick('0006');
    await arrive();
    await selects('1 selected');
    expect(await tab.count(containing('tbody :checked', 'u-0006@acme.example'))).toBe(1);
    await tab.follow(link('Page 2'));
    await selects('1 selected, 1 of them on other pages');
  });

  test('has its actions in one line of a phone, which never covers the ticked row', async () => {
    await open('kept', '/leads-capture');
    await tab.size(390, 844);
    for (const index of [2, 3, 4]) {
      const box = await tab.read((index: number) => {
        const row = document.querySelectorAll('tbody tr')[index];
        scrollBy(0, (row?.getBoundingClientRect().bottom ?? 0) - innerHeight);
        const { x = 0, y = 0 } = row?.querySelector('input')?.getBoundingClientRect() ?? {};
        return { x, y };
      }, index);
      await page.mouse.click(box.x + 5, box.y + 5);
      await tab.see(containing('button', 'Review'));
      const { bottom, bar, tops } = await tab.read((index: number) => {
        const button = document.querySelector('[data-select-submit]');
        const bar = button?.parentElement;
        return {
          bottom: document.querySelectorAll('tbody tr')[index]?.getBoundingClientRect().bottom,
          bar: bar?.getBoundingClientRect().toJSON() as DOMRect,
          tops: [...(bar?.querySelectorAll('button') ?? [])].flatMap(each =>
            each.checkVisibility() ? each.getBoundingClientRect().top : [],
          ),
        };
      }, index);
      expect(bar.height).toBeLessThanOrEqual(64);
      expect(new Set(tops).size).toBe(1);
      expect(bottom).toBeLessThanOrEqual(bar.top);
    }
  });

  test('of the whole page has a mark of its own, even if only a part is selected', async () => {
    await open('kept', '/leads-capture');
    const all = named('thead [type=checkbox]', 'Select this page');
    const isPart = () =>
      tab.read(() => document.querySelector<HTMLInputElement>('thead [type=checkbox]')?.indeterminate);
    await tab.click(all);
    await selects('25 selected');
    expect(await isPart()).toBe(false);
    await tick('0004');
    await selects('24 selected');
    expect(await isPart()).toBe(true);
    await tab.click(all);
    await tab.click(all);
    await tab.miss(button('Review removal'));
  });

  test('never moves to another row: after Back, after a removal elsewhere, or for another administrator', async () => {
    const ticked = () =>
      tab.read(() =>
        [...document.querySelectorAll('tbody tr:has(:checked)')].map(
          row => row.querySelector('code')?.textContent,
        ),
      );
    await open('kept', '/leads-capture');
    for (const id of ['0005', '0007']) await tick(id);
    await selects('2 selected');
    const elsewhere = await portal.signedIn('second@acme.example');
    await elsewhere.visit('/leads-capture?revoke=U-0003');
    await elsewhere.press('Revoke License');
    await tab.follow(containing('nav a', 'Dashboard'));
    await tab.back();
    await selects('2 selected');
    expect(await ticked()).toEqual(['U-0005', 'U-0007']);
    await elsewhere.visit('/leads-capture?revoke=U-0005');
    await elsewhere.press('Revoke License');
    await tab.until('a list without the removed row', async () => {
      await page.reload();
      return (await tab.count(row('0005'))) === 0;
    });
    expect(await ticked()).toEqual(['U-0007']);
    await open('second', '/leads-capture');
    await tab.see(row('0007'));
    expect(await ticked()).toEqual([]);
    expect(await count()).toBe('');
  });
});

describe('P510: a search is answered while it is typed', () => {
  const search = named('input[type=search]', 'Search activated licenses');
  const countLine = () =>
    tab.read(() => document.querySelector('#activated-licenses [role=status]')?.textContent);
  const loads = (): string[] => {
    const paths: string[] = [];
    page.on('request', request => {
      if (request.resourceType() === 'xhr') paths.push(new URL(request.url()).search);
    });
    return paths;
  };

  test('with fewer requests than letters, and no other part of the page moves', async () => {
    await open('typing', '/leads-capture');
    const asked = loads();
    await tab.click(search);
    const above = async () => (await places()).slice(0, 12);
    const before = await above();
    const letters = 'u-0007@acm';
    await page.keyboard.type(letters, { delay: 40 });
    // On a busy machine, some letters come later than the pause, and are searched alone.
    await tab.until('the search of all letters', async () => asked.at(-1) === '?q=u-0007%40acm');
    await tab.see(containing('main', 'Showing 1 of 30 results'));
    expect(asked.length).toBeLessThan(letters.length);
    expect(await above()).toEqual(before);
  });

  test('of nobody, which stays in its field as more is typed', async () => {
    await open('typing', '/people');
    const asked = loads();
    await tab.click(named('input[type=search]'));
    await page.keyboard.type('nobody');
    await tab.see(containing('main h3', 'found'));
    await page.keyboard.type('else');
    await tab.until('the last answer', async () => asked.at(-1) === '?q=nobodyelse');
    expect(await tab.path()).toMatch(/^\/people\?q=nobody/);
    const typed = () => (document.activeElement as HTMLInputElement).value;
    expect(await tab.read(typed)).toBe('nobodyelse');
  });

  test('and the rows that it shows can be copied, selected and removed', async () => {
    await open('finding', '/leads-capture');
    await tick('0010');
    await tab.click(search);
    await page.keyboard.type('u-0029');
    await tab.see(row('0029'));
    await tab.miss(row('0010'));
    await tab.click(containing('tbody button', 'Copy U-0029'));
    await tab.see(containing('button', 'Copied!'));
    expect(await paste()).toBe('U-0029');
    await tick('0029');
    await selects('2 selected, 1 of them on other pages');
    await openDialog('0029');
    await tab.see(containing('dialog[open]:modal bdi', 'u-0029@acme.example'));
    await tab.follow(containing('dialog[open] button', 'Revoke License'));
    // The page of the search without anybody is the whole list (P417).
    await tab.see(row('0010'));
    await selects('1 selected');
    await tab.click(search);
    await page.keyboard.type('nobody');
    await tab.see(containing('main h3', 'No licenses found'));
    await page.keyboard.press('Escape');
    await tab.see(row('0010'));
    await selects('1 selected');
    expect(await tab.path()).toBe('/leads-capture');
    await tab.follow(button('Review removal'));
    await tab.see(containing('main', 'u-0010@acme.example'));
  });

  test('the action of a dialog leads back to the list that is shown', async () => {
    await open('failing', '/leads-capture');
    await tab.click(search);
    await page.keyboard.type('u-001');
    await tab.miss(row('0001'));
    await openDialog('0011');
    await tab.see(dialog);
    const [action, cancel] = await tab.read(() => {
      const open = document.querySelector('dialog[open]');
      return [
        open?.querySelector('form')?.getAttribute('action'),
        open?.querySelector('.actions a')?.getAttribute('href'),
      ];
    });
    expect([action, cancel]).toEqual([
      '/leads-capture/revoke?q=u-001',
      '/leads-capture?q=u-001#activated-licenses',
    ]);
  });

  test('by the last text alone: the answer for an earlier one is dropped', async () => {
    await open('typing', '/leads-capture');
    const held: HTTPRequest[] = [];
    await onRequests(request => isOfScript(request) && held.length === 0 && held.push(request));
    await tab.click(search);
    await page.keyboard.type('u-0003');
    await tab.until('the first request', async () => held.length > 0);
    expect(await countLine()).toMatch(/^Showing \d+ items$/);
    await tab.until('a line that says so', async () => (await countLine()) === 'Searching…');
    for (let letter = 0; letter < 6; letter++) await page.keyboard.press('Backspace');
    await page.keyboard.type('u-0004');
    const shown: string[] = [];
    void held[0]?.continue();
    await tab.until('the last answer', async () => {
      shown.push(...(await tab.texts('tbody [dir=ltr]')));
      return (await tab.path()) === '/leads-capture?q=u-0004';
    });
    expect(await tab.texts('tbody [dir=ltr]')).toEqual(['u-0004@acme.example']);
    expect(shown.length).toBeGreaterThan(2);
  });

  test('only when an input method has finished its text', async () => {
    await open('typing', '/leads-capture');
    const asked = loads();
    await tab.click(search);
    const devTools = await page.createCDPSession();
    for (const text of ['u', 'u-', 'u-0003'])
      await devTools.send('Input.imeSetComposition', { text, selectionStart: 0, selectionEnd: text.length });
    await wait(500);
    expect(asked).toEqual([]);
    await devTools.send('Input.insertText', { text: 'u-0003' });
    await tab.see(containing('main', 'Showing 1 of 30 results'));
    expect(asked).toEqual(['?q=u-0003']);
    await devTools.detach();
  });

  test('again if the connection is lost', async () => {
    await inNextDocuments(soonTimeOut);
    await open('typing', '/leads-capture');
    // Not before: the page would load without a cache, and its scripts after the first letters.
    const lost = await loseRequest();
    await tab.click(search);
    await page.keyboard.type('u-0004');
    await tab.see(containing('main', 'Showing 1 of 30 results'));
    expect(lost).toHaveLength(1);
  });

  test('and if that fails, its button still searches', async () => {
    await open('typing', '/leads-capture');
    let failed = 0;
    await onRequests(request => isOfScript(request) && ++failed && request.abort());
    await tab.click(search);
    await page.keyboard.type('u-0004');
    await tab.until('a failed request', async () => failed > 0);
    expect(await countLine()).toMatch(/^Showing \d+ items$/);
    expect(await tab.path()).toBe('/leads-capture');
    await tab.follow(button('Search'));
    await tab.see(containing('main', 'Showing 1 of'));
  });

  test('and if the session has ended, the sign-in page leads to the search', async () => {
    await open('typing', '/leads-capture');
    await tab.use('');
    await tab.click(search);
    await page.keyboard.type('u-0004');
    await tab.see(field('Email Address'));
  });

  test('and if another administrator has signed in, their page is loaded', async () => {
    await open('typing', '/leads-capture');
    await tab.use(await portal.sessionOf('failing@acme.example'));
    await tab.click(search);
    await page.keyboard.type('u-0030');
    await tab.see(containing('header', 'failing@acme.example'));
    await tab.see(containing('main', 'Showing 1 of'));
  });
});

test('on a phone, a select orders the list as soon as it is changed', async () => {
  await open('failing', '/leads-capture');
  await tab.size(390, 844);
  await page.select('select[aria-label="Sort by"]', 'leadsTotal-asc');
  await tab.until('the fewest leads first', async () => {
    const [first] = await tab.texts('tbody [dir=ltr]');
    return first === 'u-0030@acme.example';
  });
});

test('the page of a running removal stays as it is used, shows the progress, and leads to the end', async () => {
  const timeZone = 'Asia/Kolkata';
  await page.emulateTimezone(timeZone);
  await open('acme', '/leads-capture');
  for (const id of ['0021', '0022']) await tick(id);
  await tab.follow(button('Review removal'));
  const held = holdCalls(portal.faults, 'scannerRevoke', { email: 'acme@acme.example' });
  await tab.follow(containing('main button', 'Revoke 2'));
  await tab.see(containing('main', '0 of 2 licenses done'));
  await tab.read(() => {
    document.querySelector<HTMLElement>('main form button')?.focus();
    document.title = 'seen';
  });
  const loads: string[] = [];
  page.on('request', request => {
    if (request.isNavigationRequest()) loads.push(request.url());
  });
  await tab.until('the next state of the page', () => tab.read(() => document.title !== 'seen'));
  await tab.read(() => {
    document.title = 'seen';
  });
  await tab.until('the state after it', () => tab.read(() => document.title !== 'seen'));
  held.passFirst();
  await tab.see(containing('main', '1 of 2 licenses done'));
  expect(await tab.read(() => document.activeElement?.textContent)).toBe('Stop');
  expect(loads).toEqual([]);
  held.release();
  await tab.see(containing('main h1', '2 people removed'));
  const end = await tab.read(() => document.querySelector('main time')?.getAttribute('datetime') ?? '');
  const time = new Date(end).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone });
  await tab.see(containing('main time', `today at ${time}`));
});

test('the page of a running removal asks again if the connection is lost', async () => {
  await open('idle', '/leads-capture');
  await tick('0002');
  await tab.follow(button('Review removal'));
  const held = holdCalls(portal.faults, 'scannerRevoke', { email: 'idle@acme.example' });
  await inNextDocuments(soonTimeOut);
  const lost = await loseRequest();
  await tab.follow(containing('main button', 'Revoke 1'));
  await tab.see(containing('main', '0 of 1 license done'));
  await tab.until('a lost request', async () => lost.length > 0);
  held.release();
  await tab.see(containing('main h1', '1 person removed'));
});

describe('P626: leaving people out of a review', () => {
  const focused = () => tab.read(() => document.activeElement?.closest('button')?.textContent ?? '');
  const place = () => tab.read(() => document.activeElement?.getBoundingClientRect().top);
  const scrolled = () => tab.read(() => scrollY);

  beforeEach(async () => {
    await open('reviewed', '/leads-capture?activity=idle30');
    await tab.follow(containing('main button', 'Review all 30'));
  });

  test('one stays at the same place, where the next person is, and they can be put back', async () => {
    await tab.click(button('Leave out p14@acme.example'));
    await tab.until('the focus on the next person', async () => (await focused()).includes('p15'));
    const [top, y] = [await place(), await scrolled()];
    expect(y).toBeGreaterThan(200);
    await tab.click(button('Leave out p15@acme.example'));
    await tab.until('the focus on the next person', async () => (await focused()).includes('p16'));
    expect([await place(), await scrolled()]).toEqual([top, y]);
    expect(await tab.texts('.list-title > *')).toEqual(['28 people', '2 left out']);
    expect(await tab.texts('.subtitle')).toEqual(['28 people will lose 28 licenses.']);
    await tab.click(button('Put back p15@acme.example'));
    await tab.until('the focus on the other', async () => /Put back.*p14/.test(await focused()));
    await tab.click(button('Put back p14@acme.example'));
    await tab.until('the focus on a row', async () => (await focused()).startsWith('Leave out'));
    expect(await tab.count(named('#out'))).toBe(0);
  });

  test('of two at once, both are left out', async () => {
    await tab.read(() => {
      for (const id of ['p3@', 'p4@']) {
        const rows = [...document.querySelectorAll('tbody tr')];
        rows
          .find(row => row.textContent?.includes(id))
          ?.querySelector('button')
          ?.click();
      }
    });
    await tab.see(containing('.list-title p', '2 left out'));
    expect(await focused()).toContain('Leave out p5');
  });

  test('if the connection is lost, it is sent again as a page', async () => {
    await onRequests(request => isOfScript(request) && request.abort());
    await tab.follow(button('Leave out p3@acme.example'));
    await tab.see(containing('.list-title p', '1 left out'));
  });
});

test('without modal dialogs, a dialog is a page, as without scripts', async () => {
  await inNextDocuments(() => {
    Reflect.deleteProperty(HTMLDialogElement.prototype, 'showModal');
  });
  await open('kept', '/leads-capture');
  await tab.follow(containing('tbody a[data-dialog]', 'u-0020'));
  expect(await tab.path()).toMatch(/revoke=U-0020/);
  await tab.follow(containing('dialog[open] a', 'Cancel'));
  await tab.miss(named('dialog[open]'));
  await tab.follow(containing('tbody a[data-dialog]', 'u-0020'));
  await tab.follow(containing('dialog[open] button', 'Revoke License'));
  await tab.see(toast('License revoked successfully'));
});

test('the page of a running removal keeps selected text, and the focus in the pagination', async () => {
  await open('many', '/leads-capture?activity=idle30');
  await tab.follow(containing('main button', 'Review all 30'));
  await tab.fill(containing('input', 'Type 30 to confirm'), '30');
  const held = holdCalls(portal.faults, 'scannerRevoke', { email: 'many@acme.example' });
  await tab.follow(containing('main button', 'Revoke 30'));
  await tab.see(containing('main', '0 of 30 licenses done'));
  await tab.read(() => {
    document.querySelector<HTMLElement>('.pagination a')?.focus();
    const address = [...document.querySelectorAll('tbody [dir=ltr]')].at(-1);
    if (address) getSelection()?.selectAllChildren(address);
  });
  const kept = () =>
    tab.read(() => [document.activeElement?.closest('nav')?.ariaLabel, getSelection()?.toString()]);
  const before = await kept();
  expect(before).toEqual([expect.stringContaining('all people'), expect.stringContaining('@acme.example')]);
  for (const done of [1, 2]) {
    held.passFirst();
    await tab.see(containing('main', `${done} of 30 licenses done`));
    expect(await kept()).toEqual(before);
  }
  held.release();
  await tab.see(containing('main h1', '30 people removed'));
});

describe('P9: while a form is being sent', () => {
  test('Escape ends it, and its button works again', async () => {
    await open('acme', '/leads-capture');
    const held = holdCalls(portal.faults, 'scannerTopUp', { email: 'acme@acme.example' });
    // In one script, because the browser driver waits for the response.
    await page.evaluate(async () => {
      const submit = document.querySelector<HTMLButtonElement>('main .page-head form button');
      const shows = async (isDisabled: boolean, label: string) => {
        while (submit?.disabled !== isDisabled || submit.innerText.trim() !== label)
          await new Promise(resolve => setTimeout(resolve, 20));
      };
      submit?.click();
      await shows(true, 'Requesting...');
      document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' }));
      await shows(false, 'Request Licenses');
    });
    held.release();
  });

  test('a selection is sent once', async () => {
    await open('acme', '/leads-capture');
    const held = holdCalls(portal.faults, 'scannerStats', { email: 'acme@acme.example' });
    await tick('0005');
    const posts: string[] = [];
    page.on('request', request => {
      if (request.method() === 'POST') posts.push(request.url());
    });
    await tab.read(() => {
      const submit = document.querySelector<HTMLButtonElement>('[data-select-submit]');
      submit?.click();
      submit?.click();
    });
    await tab.until('it is sent', async () => posts.length > 0);
    held.release();
    await tab.see(containing('main button', 'Revoke 1 license'));
    expect(posts).toHaveLength(1);
  });

  test('an export is sent once until its download has started, with the keyboard, too', async () => {
    await open('acme', '/leads-capture');
    const sent: string[] = [];
    page.on('request', request => {
      if (request.url().includes('.csv')) sent.push(request.url());
    });
    await tab.read(() => document.querySelector<HTMLElement>('main a[href*=".csv"]')?.focus());
    for (let times = 0; times < 3; times++) await page.keyboard.press('Enter');
    await tab.see(toast('Exported'));
    expect(sent).toHaveLength(1);
  });

  test('Escape ends an export, and its link works again', async () => {
    await open('acme', '/leads-capture');
    const held = holdCalls(portal.faults, 'scannerStats', { email: 'acme@acme.example' });
    await tab.read(() => document.querySelector<HTMLElement>('main a[href*=".csv"]')?.click());
    await tab.see(containing('main a[aria-busy]', 'Exporting...'));
    await tab.read(() => document.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape' })));
    await tab.miss(named('main a[aria-busy]'));
    held.release();
  });
});

test.each([
  ['Acme – Europe', 'Confirm License Revocation – Acme – Europe'],
  ['', 'Confirm License Revocation'],
])('P208: the title of a dialog ends with the company “%s”', async (name, title) => {
  await open(name === '' ? 'nameless' : 'europe', '/leads-capture');
  const before = await tab.read(() => document.title);
  await openDialog('0001');
  await tab.see(dialog);
  expect(await tab.read(() => document.title)).toBe(title);
  await tab.press('Escape');
  await tab.miss(named('dialog[open]'));
  await tab.until('the title of the list', async () => (await tab.read(() => document.title)) === before);
});

test('times are in the zone of the reader', async () => {
  await open('failing', '/leads-capture');
  await tab.follow(containing('main button', 'Request Licenses'));
  const shown = () => tab.texts('main time').then(([text = '']) => /\d\d:\d\d/.exec(text)?.[0]);
  const moment = await tab.read(() => document.querySelector('time')?.dateTime ?? '');
  for (const timeZone of ['Asia/Kolkata', 'America/St_Johns']) {
    await page.emulateTimezone(timeZone);
    await tab.go('/leads-capture');
    const expected = new Date(moment).toLocaleTimeString('en-GB', { timeStyle: 'short', timeZone });
    await tab.until(`${expected} in ${timeZone}`, async () => (await shown()) === expected);
    await tab.fill(named('input[type=search]'), 'u-0004');
    await tab.see(containing('main', 'Showing 1 of'));
    expect(await shown()).toBe(expected);
  }
});

/** Replaces every text that may be translated as the translation of a browser does: by elements in its place. */
function translate(): void {
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    const element = text.parentElement;
    if (!element?.translate || !text.data.trim() || element.closest('script, style, svg, textarea')) continue;
    const translated = document.createElement('font');
    translated.textContent = text.data.replaceAll(/[a-z]/gi, 'x');
    text.replaceWith(translated);
  }
}

describe('a page that the browser has translated', () => {
  test.each([
    ['/leads-capture', ['U-0001', 'u-0001@acme.example', 'ACME-4711', 'Acme & Sons', 'Dana Whitfield']],
    ['/digital-business-cards', ['c1', 'ada@acme.example', 'Ada Byron', 'c3']],
    ['/people?q=ada', ['ada@acme.example', 'Ada Byron']],
    ['/invite', ['ACME-4711']],
    ['/dashboard', ['u-0001']],
  ])('has the names, addresses, IDs and codes of %s as they are', async (path, texts) => {
    await open('translated', path);
    await tab.read(translate);
    const shown = await tab.read(() => document.body.innerText);
    expect(texts.filter(text => !shown.includes(text))).toEqual([]);
    expect(shown).not.toMatch(/Logout|Dashboard/);
  });

  test('copies and removes what it names', async () => {
    await open('translated', '/leads-capture');
    await tab.read(translate);
    await tab.click(named('tbody tr:nth-child(2) code + button'));
    await tab.see(containing('button', 'Copied!'));
    expect(await paste()).toBe('U-0002');
    await tab.click(named('tbody tr:nth-child(3) a[data-dialog]'));
    await tab.see(containing('dialog[open] bdi', 'u-0003@acme.example'));
    await tab.see(containing('dialog[open] p', 'in the last 30 days'));
    await tab.read(translate);
    await tab.press('Escape');
    await tab.miss(named('dialog[open]'));
    await tab.click(named('tbody tr:nth-child(4) a[data-dialog]'));
    await tab.see(containing('dialog[open] bdi', 'u-0004@acme.example'));
    await tab.read(translate);
    await tab.follow(named('dialog[open] button[type=submit]'));
    await tab.miss(row('0004'));
    await tab.see(row('0003'));
  });
});

test('a prerendered page uses its sign-in link only when it is shown', async () => {
  const posts: string[] = [];
  await onRequests(request => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
    // The page that a sign-in leads to by itself waits, so that the test can look at what is shown before.
    return isOf(request, /^\/dashboard$/);
  });
  await tab.use('');
  await tab.go('/login');
  await tab.fill(field('Email Address'), 'acme@acme.example');
  await tab.follow(button('Send Magic Link'));
  await tab.see(containing('main', 'Check your inbox'));
  await inNextDocuments(() => {
    Object.defineProperty(document, 'prerendering', { value: true });
  });
  await tab.go(portal.latestLink('acme@acme.example'));
  await tab.read(() => new Promise(requestAnimationFrame));
  expect(await tab.texts('[role=status]')).toEqual(['Signing you in...']);
  expect(posts).toEqual(['/login']);

  await tab.read(() => void document.dispatchEvent(new Event('prerenderingchange')));
  await tab.see(containing('main', 'Sign-in Successful!'));
  expect(posts).toEqual(['/login', '/finishsignup']);
  const [title, text] = await tab.read(() =>
    [...document.querySelectorAll('h1, h1 ~ .subtitle')].map(element => element.getBoundingClientRect().y),
  );
  expect(text).toBeGreaterThan((title ?? NaN) + 24);
});

test.each([
  ['the page', 'does not load', /^\/assets\/script-/, undefined],
  ['the islands', 'throws', /^\/assets\/(hydrate|page-scripts|copy)-/, "throw new Error('broken')"],
])('if the script of %s %s, everything works as without scripts', async (_what, _how, pattern, body) => {
  const answer = (request: HTTPRequest) =>
    body === undefined ? request.abort() : request.respond({ contentType: 'text/javascript', body });
  await onRequests(request => isOf(request, pattern) && answer(request));
  await tab.use('');
  await portal.browser().post('/login', { email: 'broken@acme.example' });
  await tab.go(portal.latestLink('broken@acme.example'));
  await tab.fill(field('Email Address'), 'broken@acme.example');
  await tab.follow(named('main button[type=submit]'));
  await tab.go('/leads-capture');
  const [owner = '', another = ''] = await tab.texts('tbody [dir=ltr]');
  await tab.follow(containing('tbody a[data-dialog]', owner));
  await tab.follow(named('dialog[open] a', 'Cancel'));
  await tab.follow(containing('tbody a[data-dialog]', owner));
  await tab.follow(named('dialog[open] button[type=submit]'));
  await tab.see(toast('License revoked successfully'));
  await tab.miss(containing('tbody tr', owner));
  await tab.follow(link('Close message'));
  await tab.click(button('Copy Download Link'));
  await tab.see(field('Address to copy'));
  await tab.press('Escape');
  await tab.follow(containing('thead a', 'Leads all time'));
  await tab.fill(named('input[type=search]'), another);
  await tab.follow(button('Search'));
  await tab.see(containing('main', 'Showing 1 of'));
  await tab.click(containing('tbody [type=checkbox]', another));
  await tab.follow(button('Review removal'));
  await tab.see(containing('main', another));
  const held = holdCalls(portal.faults, 'scannerRevoke', { email: 'broken@acme.example' });
  await tab.follow(named('main button.danger'));
  await tab.see(containing('main', '0 of 1 license done'));
  held.release();
  await tab.see(containing('main h1', '1 person removed'));
});

test('browser tests detect violations of the content security policy and failed requests', async () => {
  const reported = [/style-src/, /img-src/, /status 404/, /TrustedHTML/];
  const { tab: other } = await openChromium(portal.origin, { except: /./ });
  await other.go('/login');
  await other.read(() => {
    document.body.setAttribute('style', 'color: red');
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/pixel.png' }));
    void fetch('/assets/no-such-file.js');
    setTimeout(() => {
      document.body.innerHTML = '<p>text</p>';
    });
  });
  await other.until('all are reported', async () =>
    reported.every(expected => other.engine.problems.some(problem => expected.test(problem))),
  );
});
