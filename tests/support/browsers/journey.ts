import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect } from '@jest/globals';
import { button, containing, field, named, type Tab, type Target } from '../../../scripts/browsers/tab';
import { holdCalls } from '../backends/held-calls';
import { cards, licensesFor, ownCompany, scanner } from '../data/accounts';
import type { ServedPortal } from '../programs/server';
import { downloaded } from './tabs';

/** An administrator of forty licenses and two cards, whose company no other journey changes. */
export function traveler(name: string) {
  return ownCompany(name, {
    scanner: scanner({
      licensesPurchased: 100,
      licenses: licensesFor(40, index => ({
        email: `p${index}.miller@acme.example`,
        leadsTotal: 400 - index,
        leadsLast30Days: 40 - index,
      })),
    }),
    ecard: cards({
      cards: ['p1', 'p2'].map(person => ({
        code: `${name}-${person}`,
        email: `${person}.miller@acme.example`,
        name: `Person ${person}`,
      })),
    }),
  });
}

/** How a tab waits for what a click does: with scripts, a dialog opens in the same document. */
interface Setting {
  readonly portal: ServedPortal;
  readonly tab: Tab;
  readonly email: string;
  readonly scripts: boolean;
}

const person = (index: number) => `p${index}.miller@acme.example`;
const row = (index: number) => containing('main tr', person(index));
const removeLink = (index: number) => containing('main a[data-dialog]', person(index));

/** Goes back and forward, and expects the same page as before, with the same in it. */
async function backAndForward({ tab }: Setting, seen: Target): Promise<void> {
  await tab.see(seen);
  const here = await tab.path();
  await tab.back();
  expect(await tab.path()).not.toBe(here);
  await tab.forward();
  expect(await tab.path()).toBe(here);
  await tab.see(seen);
}

export async function signIn(setting: Setting): Promise<void> {
  const { portal, tab, email, scripts } = setting;
  await tab.use('');
  await tab.go('/leads-capture');
  await tab.see(field('Email Address'));
  await tab.fill(field('Email Address'), email);
  await tab.follow(button('Send Magic Link'));
  await tab.see(containing('main', 'Check your inbox'));
  await tab.go(portal.latestLink(email));
  if (!scripts) await tab.follow(named('main form button[type=submit]'));
  // Where they wanted to go.
  await tab.until('the list', async () => (await tab.path()).startsWith('/leads-capture'));
  await tab.see(row(0));
}

export async function search(setting: Setting): Promise<void> {
  const { tab, scripts } = setting;
  await tab.go('/dashboard');
  await tab.follow(containing('nav a', 'Lead Capture'));
  await tab.see(row(0));
  if (scripts) await searchWhileTyping(setting);
  await tab.fill(named('input[type=search]', 'Search activated licenses'), 'p3');
  await tab.follow(containing('#activated-licenses form button[type=submit]', 'Search'));
  await tab.miss(row(0));
  expect(await tab.count(containing('main tbody tr', '@acme.example'))).toBe(11);
  await backAndForward(setting, row(30));

  if (scripts) await tab.press('Escape');
  await tab.click(named('.split summary'));
  await tab.click(containing('a[data-export]', 'as CSV'));
  const rows = (await downloaded(tab, 'licenses-export-filtered')).trim().split('\r\n');
  expect(rows).toHaveLength(12);
  // A download leaves the page as it is, and the next link works.
  await tab.go('/leads-capture');
  await tab.see(row(0));
}

/** A search that is answered while it is typed, in the entry of the history that the list has. */
async function searchWhileTyping({ tab }: Setting): Promise<void> {
  const search = named('input[type=search]', 'Search activated licenses');
  const focused = () =>
    tab.read(() => {
      const { value, selectionStart } = document.activeElement as HTMLInputElement;
      return [value, selectionStart];
    });
  const steps = () => tab.read(() => history.length);
  const before = await steps();
  await tab.check(containing('main tbody [type=checkbox]', person(1)));
  await tab.click(search);
  const compose = (ends: boolean) =>
    tab.read((ends: boolean) => {
      const box = document.activeElement as HTMLInputElement;
      box.value = 'p39';
      const options = { bubbles: true, isComposing: true };
      if (ends) box.dispatchEvent(new CompositionEvent('compositionend', options));
      else {
        box.dispatchEvent(new CompositionEvent('compositionstart', options));
        box.dispatchEvent(new InputEvent('input', options));
        box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', ...options }));
      }
    }, ends);
  await compose(false);
  await wait(500);
  expect([await tab.path(), (await focused())[0]]).toEqual(['/leads-capture', 'p39']);
  await compose(true);
  await tab.see(row(39));
  await tab.press('Escape');
  await tab.see(row(0));
  for (const letter of 'p39') await tab.engine.type(letter);
  await tab.see(row(39));
  await tab.see(
    containing('#activated-licenses [role=status]', 'Showing 1 of 40 results (filtered from 40 total)'),
  );
  await tab.miss(row(0));
  expect(await focused()).toEqual(['p39', 3]);
  expect([await tab.path(), await steps()]).toEqual(['/leads-capture?q=p39', before]);
  expect(await tab.read(() => document.title)).toContain('Lead Capture: “p39”');
  await tab.read(() => {
    const select = document.querySelector<HTMLSelectElement>('select[name=field]');
    if (select) select.value = 'id';
    select?.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await tab.see(containing('main h3', 'No licenses found'));
  expect(await tab.path()).toBe('/leads-capture?q=p39&field=id');
  await tab.press('Escape');
  await tab.see(row(1));
  expect(await focused()).toEqual(['', 0]);
  expect(await tab.read(() => document.querySelectorAll('main tbody :checked').length)).toBe(1);
  await tab.click(containing('main button', 'Clear the selection'));
  await tab.back();
  expect(await tab.path()).toBe('/dashboard');
  await tab.forward();
  await tab.see(row(1));
  await tab.go('/leads-capture');
}

/** A request that the browser's Stop ends. Firefox and WebKit do not report it, so time has to pass, here faster. */
export async function stopSending({ portal, tab, email }: Setting): Promise<void> {
  await tab.go('/leads-capture');
  const held = holdCalls(portal.faults, 'scannerTopUp', { email });
  await tab.read(() => {
    const { setTimeout } = window;
    Reflect.set(window, 'setTimeout', (work: () => void, ms = 0) => setTimeout(work, ms / 100));
    const submit = document.querySelector<HTMLButtonElement>('main .page-head form button');
    const stopOnceBusy = () => {
      if (!submit?.disabled || submit.innerText.trim() !== 'Requesting...') return setTimeout(stopOnceBusy);
      submit.dataset.wasBusy = '';
      window.stop();
    };
    setTimeout(() => {
      submit?.click();
      stopOnceBusy();
    });
  });
  await tab.see(named('main .page-head form button[data-was-busy]:enabled', 'Request Licenses'));
  held.release();
  await tab.follow(containing('main .page-head form button', 'Request Licenses'));
  await tab.see(containing('main', 'Requested today'));
}

/** WebKit refuses a copy whose script loads only after the click. */
export async function copyCode({ tab }: Setting): Promise<void> {
  await tab.go('/leads-capture');
  await tab.click(containing('main button', 'Copy corporate code'));
  await tab.see(containing('main button', 'Copied!'));
}

export async function revokeOne(setting: Setting): Promise<void> {
  const { tab, scripts } = setting;
  const dialog = named('dialog[open]');
  const open = (target: Target) => (scripts ? tab.click(target) : tab.follow(target));
  await tab.go('/leads-capture');
  await open(removeLink(5));
  await tab.see(dialog);
  await tab.see(containing('dialog[open] bdi', person(5)));
  await open(named('dialog[open] .actions a', 'Cancel'));
  await tab.miss(dialog);
  await open(removeLink(5));
  await tab.see(dialog);
  await tab.back();
  await tab.miss(dialog);
  await tab.forward();
  await tab.see(containing('dialog[open] bdi', person(5)));
  await tab.follow(named('dialog[open] button.danger'));
  await tab.see(containing('main', person(6)));
  await tab.miss(removeLink(5));
  await tab.back();
  await tab.see(removeLink(6));
  await tab.forward();
  await tab.miss(removeLink(5));
}

export async function removeMany(setting: Setting): Promise<void> {
  const { tab } = setting;
  await tab.go('/leads-capture');
  for (const index of [7, 8]) await tab.check(containing('main tbody [type=checkbox]', person(index)));
  await tab.follow(button('Review removal'));
  await backAndForward(setting, containing('main', person(7)));
  await tab.follow(containing('main button.danger', '2'));
  await backAndForward(setting, containing('main h1', '2 people removed'));
  await tab.go('/leads-capture');
  for (const index of [7, 8]) await tab.miss(removeLink(index));
}

export async function compareLists(setting: Setting): Promise<void> {
  const { tab } = setting;
  await tab.go('/compare');
  await tab.fill(named('main textarea'), `${person(10)}\n${person(11)}\nnobody@acme.example`);
  await tab.follow(button('Compare'));
  await tab.see(containing('main', '2 of 3 addresses'));
  await backAndForward(setting, containing('main', 'nobody@acme.example'));

  const file = join(tab.engine.downloads, 'leavers.txt');
  await writeFile(file, `Dear Dana,\n${person(12)} leaves us on Friday.\n`);
  await tab.go('/compare');
  await tab.upload('input[type=file]', file);
  await tab.follow(button('Compare'));
  await tab.see(containing('main', 'leaves us on Friday'));
}

/** The end of a session. Where scripts run, Back does not show its pages again; over HTTPS, engines forget them anyway. */
export async function logOut({ tab, scripts }: Setting): Promise<void> {
  await tab.go('/dashboard');
  await tab.follow(button('Logout'));
  await tab.see(field('Email Address'));
  if (scripts) {
    await tab.back();
    await tab.see(field('Email Address'));
  }
  await tab.go('/leads-capture');
  await tab.see(field('Email Address'));
}
