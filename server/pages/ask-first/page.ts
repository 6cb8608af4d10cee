import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import { AskFirstPage } from '../../../views/pages/AskFirstPage';
import type { Dependencies } from '../../dependencies';
import { digestOf } from '../../digest';
import { type Reply, redirect } from '../../http/reply';
import { namesOf, type PersonToAsk, peopleOf } from '../../removals/people-to-ask';
import { withDownloadLine } from '../audit-line';
import { formatPeople } from '../figures';
import type { SignedInHandler, SignedInRequest } from '../handler';
import { markCurrent } from '../layout';
import { ACTIVITY } from '../lists/activity';
import { POSSESSION } from '../people/lists';
import { cards } from '../product/cards';
import { loadStats } from '../product/page';
import { openReview } from '../removals/open-review';
import type { FoundReview } from '../removals/present-review';
import { askAddress } from '../removals/terms';
import { signedInPage } from '../signed-in-page';
import { readAnswerDay, workingDayAfter } from './answer-day';
import { calendarFile } from './calendar';
import { askedLists, listPeople } from './lists';
import { presentQuestion } from './present';

/** GET /removals/ask?review=…: asks the people of a review before anything is removed (P368 to P372). */
export const askFirstPage = signedInPage({
  title: 'Ask first',
  subtitle: 'Nothing is removed and nothing is sent from here',
  shape: 'panels',
  styles: 'tools',
  async load(request, dependencies) {
    const { opened, back } = await openReview(request, dependencies);
    if (opened.state !== 'found') return { content: opened, back };
    return { content: await presentQuestion(opened, request, dependencies), back };
  },
  show: async (_request, { content, back }, layout) => ({
    element: createElement(AskFirstPage, {
      layout: {
        ...markCurrent(layout, back),
        ...(content.state === 'ready' && { subtitle: content.summary }),
        outage: undefined,
      },
      content,
    }),
  }),
});

/** GET /removals/ask/people.csv?review=…: the people of a review, for a mail merge (P371). */
export const askFirstFile = reviewDownload(undefined, async ({ found }, request, dependencies) => {
  const people = peopleOf(found.items);
  const names = await findNames(request, people, dependencies);
  const listed = listPeople(people, names, dependencies.workers.sortTable);
  return askedLists.lists.people.exportFile(request, listed, 'csv', dependencies);
});

/** GET /removals/ask.ics?review=…&until=…: reminds of the day to look again (P372). */
export const askFirstReminder = reviewDownload(
  'reminder',
  async ({ id, review, found: { items } }, { query }, { now, config }) => {
    const day = workingDayAfter(readAnswerDay(query.until, now()).value);
    const people = formatPeople(peopleOf(items).length);
    const isIdle = items.every(({ recentActivity }) => recentActivity === 0);
    const url = config.publicUrl + listAddress(review.back, isIdle);
    return {
      kind: 'file',
      fileName: `look-again-${day}.ics`,
      type: 'text/calendar; charset=utf-8',
      text: calendarFile({
        uid: `${digestOf(['ask first', id])}@${new URL(config.publicUrl).host}`,
        day,
        summary: `Look again: ${people} asked about licenses and cards`,
        description:
          `You have asked ${people}. Open the list: ${url}\n` +
          'Select them, then leave out those who replied in the review.',
        url,
        now: now(),
      }),
    };
  },
);

/** A GET handler for a file about the people of a review. Without the review, it leads to the page, which says why. */
function reviewDownload(
  item: string | undefined,
  file: (review: FoundReview, request: SignedInRequest, dependencies: Dependencies) => Promise<Reply>,
): SignedInHandler {
  return (request, dependencies) =>
    withDownloadLine(request, dependencies, { item }, async () => {
      const { opened } = await openReview(request, dependencies);
      if (opened.state === 'found') return file(opened, request, dependencies);
      const { review } = request.query;
      return redirect(typeof review === 'string' ? askAddress(review) : paths.askFirst, { status: 302 });
    });
}

const FILTERS = new Set([ACTIVITY, POSSESSION]);

/**
 * The address of a list with its filters, and nothing else: a search and selected rows may name people. If only
 * unused rows were asked about, it shows only those.
 */
function listAddress(back: string, isIdle: boolean): string {
  const { pathname, searchParams, hash } = new URL(back, 'http://portal');
  const filters = new URLSearchParams([...searchParams].filter(([name]) => FILTERS.has(name)));
  if (isIdle && pathname !== paths.leavers && !filters.has(ACTIVITY)) filters.set(ACTIVITY, 'idle30');
  const query = filters.toString();
  return pathname + (query === '' ? '' : `?${query}`) + hash;
}

/** The names of people who have a card; none if the list of cards cannot be fetched, which is only logged. */
async function findNames(
  request: SignedInRequest,
  people: readonly PersonToAsk[],
  dependencies: Dependencies,
): Promise<ReadonlyMap<string, string>> {
  const stats = await loadStats(request, cards, dependencies);
  return typeof stats === 'string' ? new Map() : namesOf(people, stats);
}
