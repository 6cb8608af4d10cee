// The floor of the benchmark: the same page with node:http, fetch and string concatenation. It fetches, parses, filters
// and sorts for each request. It has no sessions, security headers, logs or icons, and nothing that only scripts need. Its
// text, links, forms and buttons are those of the portal's page (see `same-page.ts`).
import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import { pageWindow, paginate } from '../../server/lists/paging';
import { formatCount, formatShare, shortenCount } from '../../server/pages/figures';
import { activatedLicenses, nonActivatedLicenses } from '../../server/pages/lead-capture/lists';
import { bucketRanges, bucketStarts, describeRange } from '../../server/pages/product/count-range';
import {
  type Direction,
  type LicenseSort,
  type ListState,
  listStateFields,
  type Query,
  readListState,
  writeListState,
} from '../../shared/list-state';
import { paths, requestLicensesPath, withParameter } from '../../shared/paths';

interface User {
  readonly appId: string;
  readonly email: string | null;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
}

interface Details {
  readonly name: string;
  readonly company: string;
  readonly roles: readonly { readonly product: number; readonly entityId: string }[];
}

const parameters = { ...activatedLicenses.parameters, ...nonActivatedLicenses.parameters };
interface State extends ListState {
  readonly q: string;
  readonly field: string;
  readonly sort: LicenseSort;
  readonly dir: Direction;
  readonly page: number;
}
const readState = (query: Query) => readListState(parameters, query) as State;
const defaults = readState({});
const stateAddress = (path: string, state: State) => path + writeListState(state, defaults);

interface Stats {
  readonly code: string;
  readonly licencesPurchased: number;
  readonly licencesClaimed: number;
  readonly userStats: readonly User[];
}

const PAGE_SIZE = 25;
const backend = process.env.BACKEND ?? '';

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '');

async function get<Answer>(path: string, token: string): Promise<Answer> {
  const response = await fetch(backend + path, { headers: { authorization: `Bearer ${token}` } });
  return response.json() as Promise<Answer>;
}

async function page(token: string, query: URLSearchParams): Promise<string> {
  const details = await get<Details>('/portalusers', token);
  const entityId = details.roles.find(({ product }) => product === 2)?.entityId;
  const stats = await get<Stats>(`/portal/scanneraccount/${entityId}/stats`, token);

  const state = readState(Object.fromEntries(query));
  const needle = state.q.toLowerCase();
  const activated: User[] = [];
  const inactive: User[] = [];
  for (const user of stats.userStats) (user.email ? activated : inactive).push(user);
  const found =
    needle === ''
      ? activated
      : activated.filter(
          ({ appId, email }) => appId.includes(needle) || (email ?? '').toLowerCase().includes(needle),
        );
  const key = state.sort;
  const sign = state.dir === 'asc' ? 1 : -1;
  found.sort((a, b) => sign * (a[key] - b[key]) || ((a.email ?? '') < (b.email ?? '') ? -1 : 1));
  return render(details, stats, { state, activated, found, inactive, token });
}

interface View {
  readonly state: State;
  /** All rows, without a search. */
  readonly activated: readonly User[];
  readonly found: readonly User[];
  readonly inactive: readonly User[];
  readonly token: string;
}

const copy = (text: string, kind: string, label = '') =>
  `<button type="button" aria-label="Copy ${kind} ${text}">${label}</button>`;
const option = (value: string, label: string, chosen: string) =>
  `<option value="${value}"${value === chosen ? ' selected' : ''}>${label}</option>`;

function pagination(
  { number, pages, from, to }: Readonly<Record<'number' | 'pages' | 'from' | 'to', number>>,
  length: number,
  address: (page: number) => string,
): string {
  if (pages <= 1) return '';
  const step = (page: number, label: string) =>
    page < 1 || page > pages
      ? '<span aria-hidden="true"></span>'
      : `<a href="${address(page)}" aria-label="${label} page"></a>`;
  let links = '';
  for (const page of pageWindow(number, pages)) {
    links +=
      page === 'gap'
        ? '<li>…</li>'
        : `<li><a href="${address(page)}" aria-label="Page ${page}">${page}</a></li>`;
  }
  return `<nav aria-label="Pages"><p>${formatCount(from + 1)}–${formatCount(to)} of ${formatCount(length)}</p>${step(number - 1, 'Previous')}<ol>${links}</ol>${step(number + 1, 'Next')}</nav>`;
}

const listHref = (filter: string) => `/leads-capture?${filter}#activated-licenses`;

/** The use bar with its legend, the finding about unused licenses, and the histogram. */
function overview(licensesPurchased: number, licensesClaimed: number, activated: readonly User[]): string {
  const available = licensesPurchased - licensesClaimed;
  let [used, lapsed, never] = [0, 0, 0];
  let largest = 0;
  for (const { leadsLast30Days, leadsTotal } of activated) {
    if (leadsLast30Days > 0) used++;
    else if (leadsTotal > 0) lapsed++;
    else never++;
    largest = Math.max(largest, leadsLast30Days);
  }
  const parts = [
    ['Used in 30 days', used, listHref('activity=used30')],
    ['Nothing in 30 days', lapsed, listHref('activity=lapsed30')],
    ['Never used', never, listHref('activity=never')],
    ['Available', available, '/leads-capture#non-activated-licenses'],
  ] as const;
  const link = (href: string, count: number, text: string) =>
    count > 0 ? `<a href="${href}">${text}</a>` : `<span>${text}</span>`;
  const legend = parts.map(([label, count, href]) => {
    const share = escapeHtml(formatShare(count, licensesPurchased));
    return `<li>${link(href, count, `${label} <strong>${formatCount(count)}</strong> <small>${share}</small>`)}</li>`;
  });
  const idle = lapsed + never;
  const isShort = available < licensesPurchased / 10;
  const total = formatCount(activated.length);
  const finding =
    idle === 0
      ? ''
      : `<p>${isShort ? 'Before you request more: ' : ''}${formatCount(idle)} of ${total} active licenses had no leads in 30 days</p><a href="${listHref('activity=idle30')}">Show all ${formatCount(idle)}</a><a href="/leavers">Leavers</a>`;
  const starts = bucketStarts(largest);
  const buckets = starts.map(
    (start, index) =>
      activated.filter(
        ({ leadsLast30Days: leads }) => leads >= start && leads < (starts[index + 1] ?? Infinity),
      ).length,
  );
  const format = Math.max(...buckets) < 1000 ? formatCount : shortenCount;
  const bars = bucketRanges(starts).map((range, index) => {
    const count = buckets[index] ?? 0;
    return link(listHref(`last30=${range}`), count, `${describeRange(range)} ${format(count)}`);
  });
  return `<ul>${legend.join('')}</ul>${finding}<details><summary>How many leads <span>Active licenses by leads, last 30 days</span></summary>${bars.join('')}</details>`;
}

function render(
  { name, company }: Details,
  { code, licencesPurchased, licencesClaimed, userStats }: Stats,
  { state, activated, found, inactive, token }: View,
): string {
  const { number, pages, from, to } = paginate(found.length, state.page);
  const shownState = { ...state, page: number };
  const address = (change: Partial<State>) =>
    escapeHtml(
      `${stateAddress(paths.leadCapture, { ...shownState, page: 1, ...change })}#activated-licenses`,
    );
  const selectPage = escapeHtml(
    `${withParameter(stateAddress(paths.leadCapture, shownState), 'select')('page')}#activated-licenses`,
  );
  const selectedTogether = formatCount(Math.min(found.length, 1000));
  const selectAll =
    found.length <= PAGE_SIZE
      ? ''
      : `<button type="submit" name="all" value="1">Select ${found.length > 1000 ? `the first ${selectedTogether} of ${formatCount(found.length)}` : `all ${selectedTogether}`} that match</button> <span>leads to the review</span>`;
  const dialog = withParameter(stateAddress(paths.leadCapture, shownState), 'revoke');

  let rows = '';
  for (const user of found.slice(from, to)) {
    const id = escapeHtml(user.appId);
    const email = escapeHtml(user.email ?? '');
    rows +=
      `<tr><td><input type="checkbox" name="license" value="${id}" aria-label="Select"></td><td data-label="Email">${email}</td><td data-label="UserID"><code title="${id}">${id}</code>${copy(id, 'UserID')}</td>` +
      `<td data-label="Leads last 30">${formatCount(user.leadsLast30Days)}</td><td data-label="Leads all time">${formatCount(user.leadsTotal)}</td>` +
      `<td data-label="Actions"><a href="${escapeHtml(dialog(user.appId))}">Deactivate</a></td></tr>`;
  }
  let ids = '';
  for (const { appId } of inactive.slice(0, PAGE_SIZE)) {
    const id = escapeHtml(appId);
    ids += `<li><code title="${id}">${id}</code>${copy(id, 'UserID')}</li>`;
  }
  const header = (key: State['sort'], label: string) => {
    const sorted = state.sort === key ? state.dir : undefined;
    const arrow = sorted ? { asc: '↑', desc: '↓' }[sorted] : '↕';
    return `<th scope="col"><a href="${address({ sort: key, dir: sorted === 'desc' ? 'asc' : 'desc' })}">${label}\u00a0${arrow}</a></th>`;
  };
  const activatedPages = pagination({ number, pages, from, to }, found.length, page => address({ page }));
  const inactiveAddress = (npage: number) =>
    escapeHtml(`${stateAddress(paths.leadCapture, { ...state, npage })}#non-activated-licenses`);
  const total = formatCount(activated.length);
  const countLine =
    state.q === ''
      ? `Showing ${total} items`
      : `Showing ${formatCount(found.length)} of ${total} results (filtered from ${total} total)`;
  const hiddenFields = (fields: typeof state) =>
    listStateFields(fields, defaults)
      .map(([name, value]) => `<input type="hidden" name="${name}" value="${escapeHtml(String(value))}">`)
      .join('');
  const hidden = hiddenFields({ ...state, q: '', field: 'both', page: 1 });

  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">' +
    `<title>Lead Capture · ${escapeHtml(company)}</title><link rel="stylesheet" href="/portal.css"><script type="module" src="/portal.js"></script></head><body>` +
    `<a href="#content">Skip to content</a><header><p>${escapeHtml(company)}</p><p>${escapeHtml(name)}<span>${token.replace('tenant:', '')}@bench.example</span></p>` +
    '<form method="post" action="/logout"><button type="submit">Logout</button></form><button type="button">Menu</button></header>' +
    '<nav aria-label="Main"><ul><li><a href="/dashboard">Dashboard</a></li><li><a href="/leads-capture" aria-current="page">Lead Capture</a></li><li><a href="/people">People</a></li></ul><p>Tools</p><ul><li><a href="/leavers">Leavers</a></li><li><a href="/compare">Compare exports</a></li><li><a href="/invite">Invite people</a></li></ul></nav>' +
    '<main id="content"><h1>Lead Capture</h1><p>Licenses for the lead-capture scanner app</p>' +
    '<button type="button">Copy Download Link</button><label>Address to copy<input type="url" readonly value="https://apps.example/scanner"></label>' +
    `<form method="post" action="${escapeHtml(stateAddress(requestLicensesPath(paths.leadCapture), state))}"><input type="hidden" name="once" value="${randomUUID()}"><button type="submit">Request Licenses</button></form>` +
    `<section aria-label="Overview"><span>Corporate Code</span><code>${escapeHtml(code)}</code>${copy(escapeHtml(code), 'corporate code', 'Copy')}<a href="/invite?for=licenses">Share this code with users to claim licenses</a>` +
    `<dl><dt>Total Purchased</dt><dd>${formatCount(licencesPurchased)}</dd><dd>licenses</dd><dt>Currently Active</dt><dd>${formatCount(licencesClaimed)}</dd><dd>${formatShare(licencesClaimed, licencesPurchased)} of purchased</dd>` +
    `<dt>Available</dt><dd>${formatCount(licencesPurchased - licencesClaimed)}</dd><dd>ready to claim</dd></dl>${overview(licencesPurchased, licencesClaimed, activated)}</section>` +
    `<section id="activated-licenses"><h2>Activated Licenses <span>${total}</span></h2>` +
    (found.length === 0
      ? ''
      : exportMenu(
          'activated licenses',
          stateAddress('/leads-capture/licenses.csv', { ...shownState, page: 1, npage: 1 }),
        )) +
    `<form action="/leads-capture#activated-licenses"><input type="search" name="q" value="${escapeHtml(state.q)}" placeholder="Search email or UserID" aria-label="Search activated licenses"><span aria-hidden="true">/</span>` +
    `<label>Search in<select name="field">${option('both', 'Email and UserID', state.field)}${option('email', 'Email', state.field)}${option('id', 'UserID', state.field)}</select></label><label>Activity<select name="activity">${option('', 'Everyone', '')}${option('used30', 'Used in 30 days', '')}${option('idle30', 'Nothing in 30 days', '')}${option('lapsed30', 'Used earlier only', '')}${option('never', 'Never', '')}</select></label>${hidden}<button type="submit">Search</button>` +
    `${state.q === '' ? '' : `<a href="${address({ q: '', field: 'both' })}">Clear</a>`}</form><a href="${selectPage}">Select this page</a><p role="status">${countLine}</p>` +
    `<form method="post" action="${escapeHtml(withParameter(stateAddress(paths.reviewRemovals, shownState), 'of')('license'))}">` +
    '<table><caption>Activated licenses</caption><thead><tr><td><input type="checkbox" aria-label="Select this page"></td><th scope="col">Email</th><th scope="col">UserID</th>' +
    `${header('leadsLast30Days', 'Leads last 30')}${header('leadsTotal', 'Leads all time')}<th scope="col">Actions</th></tr></thead><tbody>${rows}</tbody></table>` +
    `<span hidden>Select the license of</span><span hidden>Deactivate the license of</span>${hiddenFields(shownState)}<button type="submit">Revoke selected</button><button type="submit">Ask first</button><button type="submit">Keep selected</button><span>when you sort, search or turn the page</span>${selectAll}` +
    `<a href="${address({ page: number })}">Clear<span class="visually-hidden"> the selection</span></a></form>` +
    activatedPages +
    `</section><section id="non-activated-licenses"><h2>Non-Activated Licenses <span>${formatCount(userStats.length - activated.length)}</span></h2><p>Licenses that have not been claimed by users yet</p>` +
    `${exportMenu('non-activated licenses', '/leads-capture/non-activated-licenses.csv')}<ul>${ids}</ul>` +
    pagination(paginate(inactive.length, 1), inactive.length, inactiveAddress) +
    '</section></main></body></html>'
  );
}

function exportMenu(what: string, href: string): string {
  const link = (address: string, format: string) =>
    `<a href="${escapeHtml(address)}"><span>Export ${what} as </span>${format}</a>`;
  const links = link(href, 'CSV') + link(withParameter(href, 'excel')('1'), 'CSV for Excel');
  return `<button type="button">Export<span> ${what}</span></button>${links}`;
}

createServer(async (request, response) => {
  const token = /token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const body = Buffer.from(await page(token, new URL(request.url ?? '', 'http://localhost').searchParams));
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
    .end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
