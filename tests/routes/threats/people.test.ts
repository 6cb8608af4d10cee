import { beforeAll, describe, expect, test } from '@jest/globals';
import { paths } from '../../../shared/paths';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { cards, dana, license, scanner } from '../../support/data/accounts';
import { openPortal } from '../../support/portal/portal';
import { longestTurn } from '../../support/time/longest-turn';

const MEGABYTE = 1024 * 1024;
const COUNT = 100_000;

/** How much longer an answer may block the event loop than one about nobody. */
const MAX_RATIO = 5;

/** A pause that is never too long, in milliseconds of processor time. */
const FLOOR_MS = 100;

/** The same for a search, which is in another thread. */
const SEARCH_FLOOR_MS = 50;

async function send(browser: NoJsBrowser, direction: 'left' | 'stay', people: string, file?: string) {
  const form = new FormData();
  form.append('direction', direction);
  form.append('people', people);
  form.append('file', file === undefined ? new File([], '') : new File([file], 'people.txt'));
  // A long list is searched for at most two seconds, which may be too short on a busy machine.
  for (let attempt = 0; attempt < 5; attempt++) {
    await browser.submitBody(paths.leavers, new Response(form));
    if (browser.status !== 503) return;
  }
}

test('T64 P295: an answer with 100,000 matches delays no other request, and its page is limited', async () => {
  const licenses = Array.from({ length: COUNT }, (_, index) =>
    license({ appId: `U-${index}`, email: `p${index}@acme.example` }),
  );
  const { browser } = await openPortal({
    accounts: [
      dana({ scanner: scanner({ licensesPurchased: COUNT, licenses }), ecard: cards({ cards: [] }) }),
    ],
    at: paths.leadCapture,
  });
  const pauseOf = async () =>
    Math.min(await longestTurn(() => browser.reload()), await longestTurn(() => browser.reload()));
  const listed = Array.from({ length: 10_000 }, (_, index) => `p${index}@acme.example`).join('\n');
  await send(browser, 'left', 'nobody@acme.example');
  const nobody = await pauseOf();
  for (const [direction, people, matches] of [
    ['left', listed, '10,000'],
    ['stay', 'nobody@acme.example', '100,000'],
    ['stay', listed, '90,000'],
  ] as const) {
    await send(browser, direction, people);
    const pause = await pauseOf();
    expect(browser.text('.metrics')).toContain(matches);
    expect(browser.$('.people li')).toHaveLength(1000);
    expect(browser.response.text.length).toBeLessThan(MEGABYTE);
    expect(pause).toBeLessThan(Math.max(FLOOR_MS, MAX_RATIO * nobody));
  }
});

describe('T56: a megabyte, pasted and as a file, delays no other request', () => {
  const repeat = (part: string) => part.repeat(MEGABYTE / part.length);
  let browser: NoJsBrowser;
  let harmless = 0;

  const pauseOf = async (text: string) =>
    Math.min(
      await longestTurn(() => send(browser, 'left', text, text)),
      await longestTurn(() => send(browser, 'left', text, text)),
    );

  beforeAll(async () => {
    ({ browser } = await openPortal({ until: 'file' }));
    harmless = await pauseOf('ada@acme.example\n'.padEnd(MEGABYTE, 'word and word '));
  });

  test.each([
    [
      'addresses',
      Array.from({ length: 9000 }, (_, index) => `p${index}@${'a'.repeat(60)}.example`).join('\n'),
    ],
    ['too many addresses', Array.from({ length: 50_000 }, (_, index) => `p${index}@b.example`).join('\n')],
    ['parts of addresses', repeat('a@')],
    ['combining marks', repeat('\u0301\u0323')],
    ['names', repeat('Aa Bb\n')],
    ['columns', `${'a@b.example;'.repeat(40_000)}\n`.repeat(2)],
    [
      'the source of a mail',
      `MIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n\n${repeat('--b\n\n').slice(0, 20_000)}`,
    ],
    ['markup', repeat('<html><div><td>')],
  ])('of %s', async (_case, text) => {
    const pause = await pauseOf(text.slice(0, MEGABYTE));
    expect(pause).toBeLessThan(Math.max(SEARCH_FLOOR_MS, MAX_RATIO * harmless));
  });
});
