import { beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { HTTPRequest, Page } from 'puppeteer-core';
import { button, containing, field, type Tab } from '../../scripts/browsers/tab';
import { openChromium } from '../support/browsers/tabs';
import { type ServedPortal, servePortal } from '../support/programs/server';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
let tab: Tab;
let page: Page;
/** The requests with a form, by their paths. */
const posts: string[] = [];

beforeAll(async () => {
  portal = await servePortal();
  ({ tab, page } = await openChromium(portal.origin));
  // The page that a sign-in leads to by itself is held, so that the test can look at what is shown before.
  await page.setRequestInterception(true);
  page.on('request', (request: HTTPRequest) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST') posts.push(pathname);
    if (pathname !== '/dashboard') void request.continue();
  });
});

beforeEach(async () => {
  await tab.use('');
  posts.length = 0;
  await tab.go('/login');
  await tab.fill(field('Email Address'), EMAIL);
  await tab.follow(button('Send Magic Link'));
  await tab.see(containing('main', 'Check your inbox'));
});

test('a prerendered page uses the link only when it is shown', async () => {
  const { identifier } = await page.evaluateOnNewDocument(() => {
    Object.defineProperty(document, 'prerendering', { value: true });
  });
  await tab.go(portal.latestLink(EMAIL));
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
  await page.removeScriptToEvaluateOnNewDocument(identifier);
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
