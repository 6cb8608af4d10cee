import { createElement } from 'react';
import { messages } from '../../../shared/messages';
import { paths, withParameter } from '../../../shared/paths';
import { type HandOutContent, type HandOutFormProps, HandOutPage } from '../../../views/pages/HandOutPage';
import type { CompanyStats } from '../../backends/ecard';
import { BackendError } from '../../errors';
import { cards } from '../cards/page';
import { formatCount } from '../figures';
import type { SignedInRequest } from '../handler';
import { markCurrent } from '../layout';
import { productDownload } from '../product/download';
import { exportTexts } from '../product/export';
import { loadStats, type StatsResult } from '../product/page';
import { inviteAddress } from '../products';
import { signedInPage } from '../signed-in-page';

/** How many IDs are handed out at once: at most, and by default. */
const ROWS_LIMIT = 500;
const DEFAULT_ROWS = 20;

/** GET /invite/cards?rows=…: IDs of cards that nobody has claimed, to print (P365). */
export const handOutPage = signedInPage({
  title: 'Cards to hand out',
  subtitle: 'Cards that nobody has claimed yet',
  shape: 'list',
  styles: 'tools',
  load: (request, dependencies) => loadStats(request, cards, dependencies),
  show: async (request, stats, layout) => ({
    element: createElement(HandOutPage, {
      layout: markCurrent(layout, paths.invite),
      content: await presentHandOut(request, stats),
      backHref: inviteAddress('cards'),
    }),
  }),
});

/** GET /invite/cards.csv?rows=…: the same as a file. */
export const handOutFile = productDownload(
  cards,
  paths.handOutCards,
  async (request, stats, dependencies) => {
    const ids = await freeCards(stats, readRows(request));
    if (!ids) throw new BackendError(messages.cards.cardsUnreadable, 'content');
    const link = cards.appUrl(dependencies.config);
    return exportTexts(request, dependencies, ids, {
      name: 'cards-to-hand-out',
      rows: 'card(s)',
      texts: { cardId: id => id, appLink: () => link },
    });
  },
);

/** The form that asks how many of the cards to hand out. */
export function presentHandOutForm(free: number, rows = DEFAULT_ROWS): HandOutFormProps {
  const limit = Math.min(free, ROWS_LIMIT);
  return { total: formatCount(free), rows: String(Math.min(rows, limit)), limit: String(limit) };
}

async function presentHandOut(
  request: SignedInRequest,
  stats: StatsResult<CompanyStats>,
): Promise<HandOutContent | undefined> {
  const retryHref = request.path + request.search;
  if (stats === 'unknown') return undefined;
  if (stats === 'no access') return { problem: messages.cards.roleMissing, retryHref: undefined };
  if (stats === 'failed') return { problem: cards.statsFailed, retryHref };
  const rows = readRows(request);
  const ids = await freeCards(stats, rows);
  if (!ids) return { problem: messages.cards.cardsUnreadable, retryHref };
  const form = presentHandOutForm(stats.cards?.nonClaimed.length ?? 0, rows);
  const what = 'cards to hand out';
  const links = [{ label: 'CSV', href: withParameter(paths.handOutCardsFile, 'rows')(form.rows) }];
  return {
    problem: undefined,
    form,
    ids,
    exports: { id: 'export', what, exports: ids.length === 0 ? [] : [{ label: 'Export', links }] },
  };
}

/** The first IDs in the backend's order; undefined if it sent no list. */
async function freeCards({ cards }: CompanyStats, length: number): Promise<readonly string[] | undefined> {
  const rows = await cards?.nonClaimed.all();
  const ids = new Set<string>();
  for (let index = 0; rows && index < rows.length && ids.size < length; index++) {
    const { cardId } = rows.at(index);
    if (cardId !== '') ids.add(cardId);
  }
  return rows && [...ids];
}

/** The number of rows in the URL, or the nearest possible one (P20). */
function readRows({ query: { rows } }: Pick<SignedInRequest, 'query'>): number {
  const number = typeof rows === 'string' && /^\d{1,9}$/.test(rows) ? Number(rows) : DEFAULT_ROWS;
  return Math.min(ROWS_LIMIT, Math.max(1, number));
}
