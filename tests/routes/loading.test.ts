import { describe, expect, test } from '@jest/globals';
import { load } from 'cheerio';
import { dana } from '../support/accounts';
import { startPortal } from '../support/portal';

const slow = () => dana({ faults: { scannerStats: { delayMs: 300 }, ecardStats: { delayMs: 300 } } });
const impatient = () => ({ skeletonAfter: 20 });

describe('a page whose backend is slow', () => {
  test.each([
    ['/dashboard', 'Dashboard'],
    ['/leads-capture', 'Lead Capture'],
    ['/digital-business-cards', 'Digital Business Cards'],
  ])('sends its frame and a skeleton ahead, then the content: %s', async (address, title) => {
    const portal = await startPortal({ accounts: [slow()], replace: impatient });
    const browser = await portal.signedIn();
    const { text, status } = await browser.agent.get(address);
    expect(status).toBe(200);
    const [ahead = '', content = ''] = text.split('</slot></template>');
    const skeleton = load(ahead.split('<slot>')[1] ?? '');
    expect(skeleton('h1').text()).toBe(title);
    expect(skeleton('header').text()).toContain('Dana Whitfield');
    expect(skeleton('nav a').length).toBe(3);
    expect(skeleton('[role=status]').text()).toContain('Loading...');
    expect(skeleton('.skeleton').length).toBeGreaterThan(0);
    expect(skeleton('.pagination, table, .toast').length).toBe(0);
    expect(load(content)('h1').text()).toBe(title);
    expect(load(content)('.skeleton').length).toBe(0);
  });

  test('sends its first byte before the backend has answered', async () => {
    const portal = await startPortal({ accounts: [slow()], replace: impatient });
    const browser = await portal.signedIn();
    let answered = false;
    portal.faults.push({
      match: /stats$/,
      respond(_request, response, next) {
        response.once('finish', () => {
          answered = true;
        });
        next();
      },
    });
    const before = await new Promise<boolean>((resolve, reject) => {
      browser.agent
        .get('/leads-capture')
        .buffer(false)
        .parse((response, done) => {
          response.once('data', () => resolve(answered));
          response.once('end', () => done(null, ''));
        })
        .end(error => error && reject(error));
    });
    expect(before).toBe(false);
  });

  test('shows its toasts once, with the content', async () => {
    const portal = await startPortal({ accounts: [slow()], replace: impatient });
    const browser = await portal.signedIn();
    await browser.visit('/leads-capture');
    await browser.press('Request Licenses');
    expect(browser.texts('.toast p')).toEqual(['License request submitted successfully!']);
    await browser.visit('/leads-capture');
    expect(browser.texts('.toast p')).toEqual([]);
  });

  test('tells in its place that the session has ended meanwhile', async () => {
    const portal = await startPortal({ accounts: [slow()], replace: impatient });
    const browser = await portal.signedIn();
    portal.identity.failure = 'rejects';
    portal.faults.push({
      match: /stats$/,
      respond: (_request, response) => void setTimeout(() => response.status(401).end(), 100),
    });
    await browser.visit('/leads-capture');
    expect(browser.text('h1')).toBe('You have been signed out');
    expect(browser.href('Sign in')).toBe('/login');
  });
});

test('an unknown address that looks like a download is a page as well, however slow', async () => {
  const portal = await startPortal({
    accounts: [dana({ faults: { portalUsers: { delayMs: 300 } } })],
    replace: impatient,
  });
  const browser = await portal.signedIn();
  portal.pass(61_000);
  const { text } = await browser.agent.get('/leads-capture/everything.csv');
  expect(load(text.split('</slot></template>').at(-1) ?? '')('h1').text()).toBe('Page not found');
});

test('a page whose data is at hand comes in one piece', async () => {
  const portal = await startPortal();
  const browser = await portal.signedIn();
  for (const address of ['/dashboard', '/leads-capture', '/digital-business-cards']) {
    const { text, headers } = await browser.agent.get(address).set('Accept-Encoding', 'identity');
    expect(text).not.toContain('<template');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
  }
});
