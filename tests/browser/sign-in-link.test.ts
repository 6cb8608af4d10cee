import { beforeAll, expect, test } from '@jest/globals';
import { requestLink } from '../../scripts/sign-in';
import { holdRequests, openPage } from '../support/browsers/chromium';
import { type ServedPortal, servePortal } from '../support/programs/server';
import { eventually } from '../support/time/eventually';

const EMAIL = 'dana@acme.example';

let portal: ServedPortal;
beforeAll(async () => {
  portal = await servePortal();
});

test('a prerendered page uses the link only when it is shown', async () => {
  const page = await openPage(portal);
  const posts: string[] = [];
  page.on('request', request => {
    if (request.method() === 'POST') posts.push(new URL(request.url()).pathname);
  });
  const link = await requestLink(page, portal, EMAIL);
  await page.addInitScript(() => {
    Object.defineProperty(document, 'prerendering', { value: true });
  });
  await holdRequests(page, '/dashboard');
  await page.goto(link);
  await page.evaluate(() => new Promise(requestAnimationFrame));
  expect(await page.getByRole('status').textContent()).toBe('Signing you in...');
  expect(posts).toEqual(['/login']);

  await page.evaluate(() => document.dispatchEvent(new Event('prerenderingchange')));
  await page.getByText('Sign-in Successful!').waitFor();
  expect(posts).toEqual(['/login', '/finishsignup']);
});

test('a browser that did not request the link asks for the email address', async () => {
  const requester = await openPage(portal);
  const link = await requestLink(requester, portal, EMAIL);
  const page = await openPage(portal);
  await holdRequests(page, '/dashboard');
  await page.goto(link);
  await page.getByText('Please provide your email for confirmation').waitFor();
  await page.getByLabel('Email Address').fill(EMAIL);
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Sign-in Successful!').waitFor();
});

test('browser tests detect violations of the content security policy and failed requests', async () => {
  const problems: string[] = [];
  const expected = { test: (problem: string) => problems.push(problem) > 0 };
  const page = await openPage(portal, { at: '/login', expected });
  await page.evaluate(() => {
    document.body.setAttribute('style', 'color: red');
    document.body.append(Object.assign(new Image(), { src: 'https://elsewhere.example/pixel.png' }));
  });
  await page.evaluate(() => fetch('/assets/no-such-file.js'));
  await expect(
    page.evaluate(() => {
      document.body.innerHTML = '<p>text</p>';
    }),
  ).rejects.toThrow('TrustedHTML');
  const reported = [/style-src/, /img-src/, /status 404/, /TrustedHTML/];
  await eventually('all are reported', async () =>
    reported.every(expected => problems.some(problem => expected.test(problem))),
  );
});
