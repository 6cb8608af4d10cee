import { parse } from 'csv-parse/sync';
import type { Response } from 'supertest';
import type { NoJsBrowser } from './no-js-browser';

/** Submits a search from the search box with this label. The page may have several. */
export async function searchFor(browser: NoJsBrowser, box: string, query: string): Promise<NoJsBrowser> {
  const $box = browser.$(`input[aria-label="${box}"]`);
  const $form = $box.closest('form');
  if ($form.length === 0) throw new Error(`No search '${box}' at ${browser.address}`);
  const fields = new URLSearchParams($form.serializeArray().map(({ name, value }) => [name, value]));
  fields.set($box.attr('name') ?? '', query);
  return browser.visit(`${$form.attr('action')?.split('#')[0]}?${fields}`);
}

export async function clearSearch(browser: NoJsBrowser, box: string): Promise<NoJsBrowser> {
  const href = browser.$(`input[aria-label="${box}"]`).closest('form').find('a').attr('href');
  if (href === undefined) throw new Error(`Nothing to clear in '${box}' at ${browser.address}`);
  return browser.visit(href);
}

/** Returns the link in a column's heading, which has this text or key, and the announced order. */
export function column(browser: NoJsBrowser, table: string, label: string) {
  const $header = browser
    .table(table)
    .find('th')
    .filter((_, element) => {
      const text = browser.$(element).text().replace(/[↑↓↕]/, '').trim();
      return text.endsWith(label) || browser.$(element).attr('data-column') === label;
    });
  if ($header.length !== 1) throw new Error(`${$header.length} columns '${label}' in '${table}'`);
  return { href: $header.find('a').attr('href'), order: $header.attr('aria-sort') };
}

export async function sortBy(browser: NoJsBrowser, table: string, label: string): Promise<NoJsBrowser> {
  const { href } = column(browser, table, label);
  if (href === undefined) throw new Error(`The column '${label}' does not sort`);
  return browser.visit(href);
}

/** Returns the links of a list's pagination, with the current page in brackets; undefined without pagination. */
export function pages(browser: NoJsBrowser, label: string): string | undefined {
  const $items = browser.$(`nav[aria-label="${label}"] li`);
  if ($items.length === 0) return undefined;
  return $items
    .toArray()
    .map(item => {
      const text = browser.$(item).text().trim();
      return browser.$(item).find('[aria-current=page]').length > 0 ? `[${text}]` : text;
    })
    .join(' ');
}

/** Follows a link of a list's pagination by its accessible name: 'Page 3', 'Next page'. */
export async function turnTo(browser: NoJsBrowser, label: string, link: string): Promise<NoJsBrowser> {
  const href = browser.$(`nav[aria-label="${label}"] a[aria-label="${link}"]`).attr('href');
  if (href === undefined) throw new Error(`No '${link}' in '${label}' at ${browser.address}`);
  return browser.visit(href);
}

export async function readAllPages<Row>(
  browser: NoJsBrowser,
  label: string,
  read: (browser: NoJsBrowser) => Row[],
): Promise<Row[]> {
  const rows = read(browser);
  while (browser.has(`nav[aria-label="${label}"] a[aria-label="Next page"]`)) {
    await turnTo(browser, label, 'Next page');
    rows.push(...read(browser));
  }
  return rows;
}

/** Returns a column's cells with their whitespace, of a cell with an ID the ID alone. */
export function cells(browser: NoJsBrowser, table: string, name: string): string[] {
  const $table = browser.table(table);
  const index = $table.find(`[data-column="${name}"]`).index();
  return $table
    .find('tbody tr')
    .toArray()
    .map(row => {
      const $cell = browser.$(row).children().eq(index);
      const $id = $cell.find('code');
      return ($id.length > 0 ? $id : $cell).text();
    });
}

/** Returns the toasts of a page, each as its kind and text. */
export function toasts(browser: NoJsBrowser): string[] {
  return browser
    .$('.toast')
    .toArray()
    .map(toast => {
      const $toast = browser.$(toast);
      const kind = ['success', 'error', 'warning', 'info'].find(name => $toast.hasClass(name));
      return `${kind}: ${$toast.find('p').text()}`;
    });
}

export function figures(browser: NoJsBrowser, part = 'main'): Record<string, string> {
  return Object.fromEntries(
    browser
      .$(`${part} dt`)
      .toArray()
      .map(term => [browser.$(term).text(), browser.$(term).next('dd').text().trim()]),
  );
}

/** Returns how many rows a list shows, after the outcome of a removal. */
export function countLine(browser: NoJsBrowser, section = 'main section'): string {
  return browser.$(`${section} [role=status]`).first().text().trim();
}

/** Parses a download. Returns its rows without the headings. */
export function csvRows(download: Response): string[][] {
  return parse(download.text, { bom: true, record_delimiter: '\r\n' }).slice(1);
}

/** Returns the name under which a browser saves a download. */
export function fileName(download: Response): string {
  return (
    /^attachment; filename=([A-Za-z0-9_.-]+)$/.exec(download.headers['content-disposition'] ?? '')?.[1] ?? ''
  );
}
