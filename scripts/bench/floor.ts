// What there is to compare with: the same page by bare node:http, fetch and concatenated strings, all of it fetched,
// parsed, filtered and sorted for each request. No session, no security headers, no log.
import { createServer } from 'node:http';

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

  const wanted = (query.get('q') ?? '').trim().toLowerCase();
  const active: User[] = [];
  const inactive: User[] = [];
  for (const user of stats.userStats) {
    const found =
      wanted === '' || user.appId.includes(wanted) || (user.email ?? '').toLowerCase().includes(wanted);
    if (found) (user.email ? active : inactive).push(user);
  }
  const key = query.get('sort') === 'leadsTotal' ? 'leadsTotal' : 'leadsLast30Days';
  const sign = query.get('dir') === 'asc' ? 1 : -1;
  active.sort((a, b) => sign * (a[key] - b[key]));
  const pages = Math.max(1, Math.ceil(active.length / PAGE_SIZE));
  const number = Math.min(pages, Math.max(1, Number(query.get('page')) || 1));
  return render(details, stats, { active, inactive, pages, number, key, query: wanted });
}

interface View {
  readonly active: readonly User[];
  readonly inactive: readonly User[];
  readonly pages: number;
  readonly number: number;
  readonly key: string;
  readonly query: string;
}

function render(
  { name, company }: Details,
  stats: Stats,
  { active, inactive, pages, number, key, query }: View,
): string {
  const link = (page: number) => `<a href="/leads-capture?page=${page}&amp;sort=${key}">${page}</a>`;
  let rows = '';
  for (const user of active.slice((number - 1) * PAGE_SIZE, number * PAGE_SIZE)) {
    const id = escapeHtml(user.appId);
    rows +=
      `<tr><td>${escapeHtml(user.email ?? '')}</td><td><code>${id}</code> <button data-copy="${id}">Copy</button></td>` +
      `<td>${user.leadsLast30Days}</td><td>${user.leadsTotal}</td>` +
      `<td><a href="/leads-capture?revoke=${id}">Deactivate</a></td></tr>`;
  }
  let ids = '';
  for (const user of inactive.slice(0, PAGE_SIZE)) ids += `<li><code>${escapeHtml(user.appId)}</code></li>`;
  const numbers = [number - 2, number - 1, number, number + 1, number + 2].filter(
    page => page > 0 && page <= pages,
  );
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Lead Capture</title></head><body>' +
    `<header><strong>${escapeHtml(company)}</strong> <span>${escapeHtml(name)}</span>` +
    '<form method="post" action="/logout"><button>Logout</button></form></header><main><h1>Lead Capture</h1>' +
    `<p><code>${escapeHtml(stats.code)}</code></p><dl><dt>Total Purchased</dt><dd>${stats.licencesPurchased}</dd>` +
    `<dt>Currently Active</dt><dd>${stats.licencesClaimed}</dd>` +
    `<dt>Available</dt><dd>${stats.licencesPurchased - stats.licencesClaimed}</dd></dl>` +
    `<form role="search"><input name="q" value="${escapeHtml(query)}"><button>Search</button></form>` +
    `<p>Showing ${active.length} items</p><table><tbody>${rows}</tbody></table>` +
    `<nav>${numbers.map(link).join('')}</nav><h2>Non-activated (${inactive.length})</h2><ul>${ids}</ul>` +
    '</main></body></html>'
  );
}

createServer(async (request, response) => {
  const token = /token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const body = Buffer.from(await page(token, new URL(request.url ?? '', 'http://localhost').searchParams));
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
    .end(body);
}).listen(Number(process.env.PORT), '127.0.0.1');
