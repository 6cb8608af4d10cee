import { describe, expect, test } from '@jest/globals';
import { leadCapture } from '../../../server/pages/lead-capture/product';
import { paths, withParameter } from '../../../shared/paths';
import { downloadPaths } from '../../support/download-paths';

test('the URLs on which bookmarks and emails rely are unchanged', () => {
  expect(paths).toMatchObject({
    login: '/login',
    finishSignIn: '/finishsignup',
    logout: '/logout',
    home: '/',
    dashboard: '/dashboard',
    leadCapture: '/leads-capture',
    cards: '/digital-business-cards',
    addCard: '/digital-business-cards/cards',
    healthz: '/healthz',
    readyz: '/readyz',
  });
  expect(downloadPaths).toEqual(
    expect.arrayContaining([
      '/leads-capture/licenses.csv',
      '/leads-capture/non-activated-licenses.csv',
      '/digital-business-cards/claimed-cards.csv',
      '/digital-business-cards/non-claimed-cards.csv',
    ]),
  );
});

describe('a URL with a list state', () => {
  const licenses = { ...leadCapture.defaults, q: 'a&b', page: 2 };

  test('can have one more parameter, with or without a state', () => {
    expect(withParameter('/leads-capture', 'revoke')('U-1')).toBe('/leads-capture?revoke=U-1');
    const searched = leadCapture.address(paths.leadCapture, licenses);
    expect(withParameter(searched, 'revoke')('U-1')).toBe('/leads-capture?q=a%26b&page=2&revoke=U-1');
  });

  test.each([
    ['a/b?c#d&e', 'a%2Fb%3Fc%23d%26e'],
    ['javascript:1', 'javascript%3A1'],
    ['\ud800', '%EF%BF%BD'],
  ])('encodes an unusual ID: %j', (id, expected) => {
    expect(withParameter('/leads-capture', 'revoke')(id)).toBe(`/leads-capture?revoke=${expected}`);
  });
});
