import { expect, test } from '@jest/globals';
import { load } from 'cheerio';
import type { Express } from 'express';
import request from 'supertest';
import { accounts, as, openSandbox } from './sandbox';

const openInbox = async (app: Express, query = '') =>
  load((await request(app).get(`/sandbox/inbox${query}`).expect(200)).text);
const requestLink = (app: Express, email: string) =>
  request(app).post('/api/portalusers/magiclink').send({ Email: email }).expect(200);

test('an empty inbox says so and lists the accounts', async () => {
  const { app } = openSandbox();
  const $ = await openInbox(app);
  expect($('main').text()).toContain('No mail yet');
  expect(
    $('.accounts code')
      .map((_, code) => $(code).text())
      .get(),
  ).toEqual(accounts.map(({ email }) => email));
  expect($('main a[href="/login"]').length).toBeGreaterThan(0);
});

test('the newest email comes first and is open, with its link as a button', async () => {
  const { app } = openSandbox();
  await requestLink(app, 'otto@none.example');
  await requestLink(app, 'ruth@tiny.example');
  const $ = await openInbox(app);
  const emails = $('.email-list details');
  expect(emails.map((_, mail) => $(mail).find('bdi').text()).get()).toEqual([
    'Ruth@tiny.example',
    'otto@none.example',
  ]);
  expect(emails.map((_, mail) => $(mail).is('[open]')).get()).toEqual([true, false]);
  expect(emails.first().find('.subject').text()).toBe('Your sign-in link');
  expect(emails.first().find('a').text()).toBe('Sign in to the portal');
  expect(emails.first().find('a').attr('href')).toBe(
    'http://portal.example/finishsignup?mode=signIn&email=Ruth@tiny.example',
  );
});

test('the inbox filters emails by recipient, ignoring case', async () => {
  const { app } = openSandbox();
  await requestLink(app, 'otto@none.example');
  await requestLink(app, 'ruth@tiny.example');
  const $ = await openInbox(app, '?to=OTTO@none.example');
  expect($('.email-list details')).toHaveLength(1);
  expect($('.email-list bdi').text()).toBe('otto@none.example');
  expect((await openInbox(app, '?to=petra@other.example'))('main').text()).toContain(
    'No mail to this address',
  );
  expect((await openInbox(app, '?to[]=a&to[]=b'))('.email-list details')).toHaveLength(2);
});

test('the inbox shows the newest fifty emails', async () => {
  const { app, store } = openSandbox();
  for (let count = 1; count <= 60; count++) {
    store.addEmail({ to: 'otto@none.example', subject: `Email ${count}`, text: '' });
  }
  const subjects = (await openInbox(app))('.subject');
  expect([subjects.length, subjects.first().text(), subjects.last().text()]).toEqual([
    50,
    'Email 60',
    'Email 11',
  ]);
});

test('tools can read the link of the newest email', async () => {
  const { app } = openSandbox();
  await request(app).get('/sandbox/inbox/latest.json').expect(404);
  await requestLink(app, 'otto@none.example');
  await request(app).post('/ecard-api/portal/companies/card-tiny/export').set(as('ruth@tiny.example'));
  await request(app).get('/sandbox/inbox/latest.json?to=otto@none.example').expect(200, {
    link: 'http://portal.example/finishsignup?mode=signIn&email=otto@none.example',
    subject: 'Your sign-in link',
  });
  await request(app)
    .get('/sandbox/inbox/latest.json')
    .expect(200, { link: null, subject: 'Your profile data export' });
});

test('emails and accounts are escaped', async () => {
  const { app, store } = openSandbox();
  const markup = '<script>alert(1)</script>"\'><img src=x>';
  store.replaceAccounts([
    { email: 'eve@nasty.example', name: markup, company: markup, summary: markup, roles: [] },
  ]);
  store.addEmail({
    to: markup,
    subject: markup,
    text: markup,
    link: `/?${markup}`,
    preview: [[markup], [markup]],
  });
  const { text } = await request(app)
    .get(`/sandbox/inbox?to=${encodeURIComponent(markup)}`)
    .expect(200);
  const $ = load(text);
  expect($('script, img')).toHaveLength(0);
  expect($('.subject').text()).toBe(markup);
  expect($('.email-list a').attr('href')).toBe(`/?${markup}`);
  expect($('input').attr('value')).toBe(markup);
});

test('the profile data has a preview and can be downloaded', async () => {
  const { app } = openSandbox();
  await request(app).post('/ecard-api/portal/companies/card-tiny/export').set(as('ruth@tiny.example'));
  const $ = await openInbox(app);
  expect($('.preview tbody tr')).toHaveLength(3);
  const download = await request(app)
    .get($('.email-list a').attr('href') ?? '')
    .expect(200);
  expect(download.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(download.headers['content-disposition']).toContain('profile-data.csv');
  expect(download.text).toContain('"ann@tiny.example"');
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
    const { app } = openSandbox();
    const { headers, text } = await request(app).get(`/sandbox/${page}`).expect(200);
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'self';/);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['referrer-policy']).toBe('no-referrer');
    expect(text).not.toMatch(/<script|style=/);
    const stylesheet = await request(app)
      .get(load(text)('link').attr('href') ?? '')
      .expect(200);
    expect(stylesheet.headers['content-type']).toContain('text/css');
    expect(stylesheet.text).toContain('--accent:');
    expect(stylesheet.text).toContain('.email-list');
  },
);
