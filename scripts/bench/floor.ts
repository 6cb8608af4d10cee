// The floor of the benchmark: the Lead Capture page with node:http, fetch and string concatenation. For each request, it
// fetches, parses, filters and sorts, and writes the rows into HTML of the portal. It has no sessions, security headers or
// logs. The rest of its page is the same for every request.
import { createServer } from 'node:http';
import { paginate } from '../../server/lists/paging';
import { formatCount } from '../../shared/format-count';

interface User {
  readonly appId: string;
  readonly email: string | null;
  readonly leadsLast30Days: number;
  readonly leadsTotal: number;
}

interface Details {
  readonly roles: readonly { readonly product: number; readonly entityId: string }[];
}

const { BACKEND = '', PAGE = '', PORT } = process.env;
const [beforeRows = '', afterRows = ''] = PAGE.split(/(?<=<tbody[^>]*>).*?(?=<\/tbody>)/s);

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escapeHtml = (text: string) => text.replace(/[&<>"']/g, character => entities[character] ?? '');

async function get<Answer>(path: string, token: string): Promise<Answer> {
  const response = await fetch(BACKEND + path, { headers: { authorization: `Bearer ${token}` } });
  return response.json() as Promise<Answer>;
}

async function page(token: string, query: URLSearchParams): Promise<string> {
  const { roles } = await get<Details>('/portalusers', token);
  const entityId = roles.find(({ product }) => product === 2)?.entityId;
  const { userStats } = await get<{ userStats: User[] }>(`/portal/scanneraccount/${entityId}/stats`, token);

  const needle = query.get('q') ?? '';
  const sort = query.get('sort') === 'leadsTotal' ? 'leadsTotal' : 'leadsLast30Days';
  const sign = query.get('dir') === 'asc' ? 1 : -1;
  const activated = userStats.filter(({ email }) => email);
  const isMatch = ({ appId, email }: User) =>
    [appId, email].some(text => text?.toLowerCase().includes(needle));
  const found = needle === '' ? activated : activated.filter(isMatch);
  found.sort((a, b) => sign * (a[sort] - b[sort]) || ((a.email ?? '') < (b.email ?? '') ? -1 : 1));

  const { from, to } = paginate(found.length, Number(query.get('page') ?? 1));
  let rows = '';
  for (const user of found.slice(from, to)) {
    const id = escapeHtml(user.appId);
    rows +=
      `<tr><td><input type="checkbox" name="license" value="${id}" aria-label="Select"></td><td data-label="Email">${escapeHtml(user.email ?? '')}</td>` +
      `<td data-label="UserID"><code title="${id}">${id}</code><button type="button" aria-label="Copy UserID ${id}"></button></td>` +
      `<td data-label="Leads last 30">${formatCount(user.leadsLast30Days)}</td>` +
      `<td data-label="Leads all time">${formatCount(user.leadsTotal)}</td>` +
      `<td data-label="Actions"><a href="/leads-capture?revoke=${encodeURIComponent(user.appId)}">Deactivate</a></td></tr>`;
  }
  return beforeRows + rows + afterRows;
}

createServer(async (request, response) => {
  const token = /token=([^;]*)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
  const body = Buffer.from(await page(token, new URL(request.url ?? '', 'http://localhost').searchParams));
  response
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-length': body.length })
    .end(body);
}).listen(Number(PORT), '127.0.0.1');
