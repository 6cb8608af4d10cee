import { expect } from '@jest/globals';
import type { Response } from 'supertest';
import type { Call } from '../../../scripts/sandbox/backend-calls';
import { UPSTREAM_TEXT } from '../../../scripts/sandbox/faults';
import { paths } from '../../../shared/paths';
import type { ProductKey } from '../../../shared/products';
import { toasts } from '../../support/browsers/lists';
import type { NoJsBrowser } from '../../support/browsers/no-js-browser';
import {
  type Action,
  deactivateCard,
  requestCards,
  requestLicenses,
  requestProfileData,
  revokeLicense,
} from '../../support/data/actions';
import { securityHeaders } from '../../support/data/security-headers';

export interface Outcome {
  /** The page says that stats are not available, or is not affected. */
  readonly page: 'failed' | 'normal';
  readonly action: 'failed' | 'done';
  /** The status of a download: 200, or the status of an error page. */
  readonly csv: 200 | 502 | 504;
}

/** A product, for tests of faults. */
export interface Product {
  readonly title: string;
  readonly path: string;
  readonly csv: string;
  readonly table: string;
  readonly stats: Call;
  readonly message: string;
  /** A figure that the dashboard shows only with stats. */
  readonly activity: string;
  readonly logged: string;
  /** The irreversible action, here for ada@acme.example. */
  readonly removal: Action;
  readonly actions: readonly Action[];
  readonly productKey: ProductKey;
  readonly backend: 'scanner' | 'ecard';
  /** The variable with the URL of the backend. */
  readonly setting: string;
}

/** A product, and the other one, which must not be affected. */
interface ProductWithOther extends Product {
  readonly other: Product;
}

const leadCapture: Product = {
  title: 'Lead Capture',
  path: paths.leadCapture,
  csv: '/leads-capture/licenses.csv',
  table: 'Activated licenses',
  stats: 'scannerStats',
  message: 'Error loading lead capture information',
  activity: 'Leads, all time',
  logged: 'Failed to get scanner account stats',
  productKey: 'license',
  backend: 'scanner',
  setting: 'SCANNER_API_DEMO_URL',
  removal: revokeLicense,
  actions: [revokeLicense, requestLicenses],
};

const cards: Product = {
  title: 'Digital Business Cards',
  path: paths.cards,
  csv: '/digital-business-cards/claimed-cards.csv',
  table: 'Claimed cards',
  stats: 'ecardStats',
  message: 'Failed to get company stats',
  activity: 'Profile visits, all time',
  logged: 'Failed to get company stats',
  productKey: 'card',
  backend: 'ecard',
  setting: 'ECARD_API_DEMO_URL',
  removal: deactivateCard,
  actions: [deactivateCard, requestCards, requestProfileData],
};

export const products: readonly [ProductWithOther, ProductWithOther] = [
  { ...leadCapture, other: cards },
  { ...cards, other: leadCapture },
];

/** Expects this state on the product's page, and that its link to the other product works. */
export async function expectPage(browser: NoJsBrowser, product: ProductWithOther, outcome: Outcome) {
  await browser.visit(product.path);
  expectSafe(browser.response);
  expect([browser.status, browser.text('h1')]).toEqual([200, product.title]);
  expect(browser.texts('main .alert.error[role=alert]')).toEqual(
    outcome.page === 'failed' ? [`${product.message} Try again`] : [],
  );
  expect(browser.has('main table')).toBe(outcome.page === 'normal');
  // These need no figures (P84).
  const texts = browser.texts('main button, main a');
  expect(texts).toEqual(expect.arrayContaining(['Request Licenses', 'Copy Download Link']));
  expect(texts.includes('Request All Profile Data')).toBe(product.path === paths.cards);
  expect(browser.text('header')).toContain('Dana Whitfield');
  expect(browser.form('Logout').action).toBe(paths.logout);
  expect(browser.href('Dashboard')).toBe(paths.dashboard);
  await browser.follow(product.other.title);
  expect(browser.rows(product.other.table).length).toBeGreaterThan(0);
}

/** Expects this state on the dashboard, and the other product to work. */
export async function expectDashboard(browser: NoJsBrowser, product: ProductWithOther, outcome: Outcome) {
  await browser.visit(paths.dashboard);
  expectSafe(browser.response);
  expect(browser.status).toBe(200);
  const text = browser.text('main');
  const failed = outcome.page === 'failed';
  expect([text.includes(product.message), text.includes(product.activity)]).toEqual([failed, !failed]);
  expect([text.includes(product.other.message), text.includes(product.other.activity)]).toEqual([
    false,
    true,
  ]);
  expect(browser.form('Logout').action).toBe(paths.logout);
}

export async function expectDownload(browser: NoJsBrowser, product: ProductWithOther, outcome: Outcome) {
  const response = await browser.get(product.csv);
  expectSafe(response);
  const { 'content-disposition': disposition = '', 'content-type': type } = response.headers;
  expect([response.status, disposition.startsWith('attachment')]).toEqual([outcome.csv, outcome.csv === 200]);
  expect(type).toBe(outcome.csv === 200 ? 'text/csv; charset=utf-8' : 'text/html; charset=utf-8');
  expect(response.text.includes('ada@acme.example')).toBe(outcome.csv === 200);
}

/** Expects this outcome of a form, and that the list is available afterwards. */
export async function expectAction(
  browser: NoJsBrowser,
  product: Product,
  { button, failed, done }: Action,
  { action, fields }: ReturnType<NoJsBrowser['form']>,
  outcome: Outcome,
) {
  const response = await browser.post(action, fields);
  expectSafe(response);
  expect([response.status, response.headers.location?.split('#')[0]]).toEqual([303, product.path]);
  await browser.visit(product.path);
  expectSafe(browser.response);
  expect(browser.rows(product.table).length).toBeGreaterThan(0);
  expect(toasts(browser)).toEqual([toastFor()]);

  function toastFor(): string {
    const isListed = browser.text('main table').includes('ada@acme.example');
    const isRemoval = product.removal.button === button;
    // The list decides, whatever the call answered.
    if (isRemoval && !isListed) return `success: ${done}`;
    if (outcome.action === 'failed') return `error: ${failed}`;
    return isRemoval ? `warning: ${done}, but it is still listed.` : `success: ${done}`;
  }
}

/** Expects that the fault has no lasting effect on later pages. */
export async function expectHealthy(browser: NoJsBrowser, product: Product): Promise<void> {
  await browser.visit(product.path);
  expect(browser.status).toBe(200);
  expect(browser.rows(product.table).length).toBeGreaterThan(0);
}

/** Expects the properties that every response has, whatever failed. */
export function expectSafe({ headers, text }: Response): void {
  expect(headers).toMatchObject({ ...securityHeaders, 'cache-control': 'no-store, no-transform' });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(text).not.toContain(UPSTREAM_TEXT);
}

/** The environment of a portal that caches no stats, so that the fault affects each request. */
export const uncached = {
  LOGIN_LIMIT_PER_EMAIL: '1000',
  REQUEST_LIMIT_PER_HOUR: '1000',
  LOGIN_LIMIT_PER_IP: '1000',
  STATS_CACHE_MB: '0',
};
