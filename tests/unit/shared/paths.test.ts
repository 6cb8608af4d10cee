import { describe, expect, test } from '@jest/globals';
import { defaultCardListState, defaultLicenseListState } from '../../../shared/list-state';
import { cardsAddress, leadCaptureAddress, paths, withParameter } from '../../../shared/paths';

test('the URLs on which bookmarks and emails rely are unchanged', () => {
  expect(paths).toMatchObject({
    login: '/login',
    finishSignIn: '/finishsignup',
    logout: '/logout',
    home: '/',
    dashboard: '/dashboard',
    leadCapture: '/leads-capture',
    cards: '/digital-business-cards',
    licensesCsv: '/leads-capture/licenses.csv',
    nonActivatedLicensesCsv: '/leads-capture/non-activated-licenses.csv',
    claimedCardsCsv: '/digital-business-cards/claimed-cards.csv',
    nonClaimedCardsCsv: '/digital-business-cards/non-claimed-cards.csv',
    addCard: '/digital-business-cards/cards',
    healthz: '/healthz',
    readyz: '/readyz',
  });
});

describe('a URL with a list state', () => {
  const licenses = { ...defaultLicenseListState, q: 'a&b', page: 2 };
  const cards = { ...defaultCardListState, nq: 'c 1', ndir: 'asc' } as const;

  test('contains what differs from the defaults', () => {
    expect(leadCaptureAddress(paths.leadCapture, defaultLicenseListState)).toBe('/leads-capture');
    expect(leadCaptureAddress(paths.licensesCsv, licenses)).toBe(
      '/leads-capture/licenses.csv?q=a%26b&page=2',
    );
    expect(cardsAddress(paths.cards, defaultCardListState)).toBe('/digital-business-cards');
    expect(cardsAddress(paths.nonClaimedCardsCsv, cards)).toBe(
      '/digital-business-cards/non-claimed-cards.csv?nq=c%201&ndir=asc',
    );
  });

  test('can have one more parameter, with or without a state', () => {
    expect(withParameter('/leads-capture', 'revoke')('U-1')).toBe('/leads-capture?revoke=U-1');
    const searched = leadCaptureAddress(paths.leadCapture, licenses);
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
