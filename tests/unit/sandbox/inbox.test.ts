import { expect, test } from '@jest/globals';
import type { Express } from 'express';
import request from 'supertest';
import { NoJsBrowser } from '../../support/browsers/no-js-browser';
import { accounts, as, openSandbox } from './sandbox';

const openInbox = (app: Express, query = '') => new NoJsBrowser(app).visit(`/sandbox/inbox${query}`);
const requestLink = (app: Express, email: string) =>
  request(app).post('/api/portalusers/magiclink').send({ Email: email }).expect(200);
const requestExport = (app: Express) =>
  request(app).post('/ecard-api/portal/companies/card-tiny/export').set(as('ruth@tiny.example')).expect(202);

test('an empty inbox says so and lists the accounts', async () => {
  const inbox = await openInbox(openSandbox().app);
  expect(inbox.text('main')).toContain('No mail yet');
  expect(inbox.texts('table code')).toEqual(accounts.map(({ email }) => email));
  expect(inbox.href('Go to the sign-in page')).toBe('/login');
});

test('the newest email comes first and is open, with its link as a button', async () => {
  const { app } = openSandbox();
  await requestLink(app, 'otto@none.example');
  await requestLink(app, 'ruth@tiny.example');
  const inbox = await openInbox(app);
  expect(inbox.texts('.email-list bdi')).toEqual(['Ruth@tiny.example', 'otto@none.example']);
  expect(inbox.texts('details[open] bdi')).toEqual(['Ruth@tiny.example']);
  expect(inbox.text('details[open] .subject')).toBe('Your sign-in link');
  expect(inbox.href('Sign in to the portal')).toBe('/finishsignup?mode=signIn&email=Ruth@tiny.example');
});

test('the inbox filters emails by recipient, ignoring case', async () => {
  const { app } = openSandbox();
  await requestLink(app, 'otto@none.example');
  await requestLink(app, 'ruth@tiny.example');
  const inbox = await openInbox(app, '?to[]=a&to[]=b');
  expect(inbox.texts('.email-list bdi')).toHaveLength(2);
  await inbox.fill('Show mail to', 'OTTO@none.example').press('Refresh');
  expect(inbox.texts('.email-list bdi')).toEqual(['otto@none.example']);
  await inbox.fill('Show mail to', 'petra@other.example').press('Show');
  expect(inbox.text('main')).toContain('No mail to this address');
});

test('the inbox keeps the newest 200 emails', async () => {
  const { app, store } = openSandbox();
  for (let count = 1; count <= 210; count++) {
    store.addEmail({ to: 'otto@none.example', subject: `Email ${count}`, text: '' });
  }
  const subjects = (await openInbox(app)).texts('.subject');
  expect([subjects.length, subjects[0], subjects[199]]).toEqual([200, 'Email 210', 'Email 11']);
});

test('tools can read the link of the newest email', async () => {
  const { app } = openSandbox();
  const latest = (query = '') => request(app).get(`/sandbox/inbox/latest.json${query}`);
  await latest().expect(404);
  await requestLink(app, 'otto@none.example');
  await requestExport(app);
  await latest('?to=otto@none.example').expect(200, {
    link: 'http://portal.example/finishsignup?mode=signIn&email=otto@none.example',
    subject: 'Your sign-in link',
  });
  await latest().expect(200, { link: null, subject: 'Your profile data export' });
});

test('emails and accounts are escaped', async () => {
  const { app, store } = openSandbox();
  const markup = '<script>alert(1)</script>"\'><img src=x>';
  store.replaceAccounts([
    { email: 'eve@nasty.example', name: markup, company: markup, summary: markup, roles: [] },
  ]);
  const attachment = { fileName: markup, content: markup };
  store.addEmail({ to: markup, subject: markup, text: markup, link: `/?${markup}`, attachment });
  const { $ } = await openInbox(app, `?to=${encodeURIComponent(markup)}`);
  expect($('script, img')).toHaveLength(0);
  expect($('.subject').text()).toBe(markup);
  expect($('.email-list a').attr('href')).toBe(`/?${markup}`);
  expect($('input').attr('value')).toBe(markup);
});

test('the profile data has a preview and can be downloaded', async () => {
  const { app } = openSandbox();
  await requestExport(app);
  const inbox = await openInbox(app);
  expect(inbox.text('pre')).toMatch(/^"CardID","Name".*"c3"/s);
  const { headers, text } = await inbox.download('Download profile-data.csv');
  expect(headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(headers['content-disposition']).toContain('profile-data.csv');
  expect(text).toContain('"ann@tiny.example"');
});

test('an email without attachment has no download', async () => {
  const { app, store } = openSandbox();
  await requestLink(app, 'otto@none.example');
  await request(app).get(`/sandbox/inbox/${store.emails()[0]?.id}/attachment`).expect(404);
  await request(app).get('/sandbox/inbox/none/attachment').expect(404);
});

test.each(['inbox', 'faults'])(
  'the page /sandbox/%s needs no script, is not cached, and sends no referrer',
  async page => {
    const browser = await new NoJsBrowser(openSandbox().app).visit(`/sandbox/${page}`);
    const { headers, text } = browser.response;
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).not.toMatch(/<script|style=/);
    const stylesheet = await browser.get(browser.$('link').attr('href') ?? '');
    expect(stylesheet.headers['content-type']).toContain('text/css');
    expect(stylesheet.text).toContain('--accent:');
    expect(stylesheet.text).toContain('.banner');
  },
);
