import { createElement } from 'react';
import { paths } from '../../../shared/paths';
import { AskFirstPage } from '../../../views/pages/AskFirstPage';
import type { Dependencies } from '../../dependencies';
import { digestOf } from '../../http/forms';
import { redirect } from '../../http/reply';
import type { SignedInRequest } from '../../http/request';
import { entityFor } from '../../roles';
import { withDownloadLine } from '../audit-line';
import { cards } from '../cards/page';
import { unlessBackendFails } from '../failure';
import { formatPeople } from '../figures';
import type { SignedInHandler } from '../handler';
import { markCurrent } from '../layout';
import { openReview } from '../removals/open-review';
import { presentReassigned } from '../removals/present-review';
import { askAddress } from '../removals/terms';
import { signedInPage } from '../signed-in-page';
import { fetchUserDetails } from '../user-details';
import { calendarFile } from './calendar';
import { dayAfter, readAnswerDay, workingDayAfter } from './day';
import { askedLists, listPeople } from './lists';
import { namesOf, type Person, peopleOf } from './people';
import { presentQuestion } from './present';

/** GET /removals/ask?review=…: asks the people of a review before anything is removed (P368 to P372). */
export const askFirstPage = signedInPage({
  title: 'Ask first',
  subtitle: 'Nothing is removed and nothing is sent from here',
  shape: 'panels',
  styles: 'tools',
  async load(request, current, dependencies) {
    const details = await current;
    const { opened, back } = await openReview(request, details, dependencies);
    if (opened.state !== 'found') return { content: opened, back };
    const people = peopleOf(opened.found.items);
    const content = await presentQuestion({
      review: opened.id,
      people,
      // The list does not need the names, for which the list of cards would be fetched.
      listed: listPeople(people, new Map(), dependencies.workers.sortTable),
      query: request.query,
      reassigned: presentReassigned(opened.found, opened.review)?.text,
      day: readAnswerDay(request.query.until, dependencies.now()),
      name: details?.name ?? '',
      backHref: opened.backHref,
    });
    return { content, back };
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
export const askFirstFile: SignedInHandler = (request, dependencies) =>
  withDownloadLine(request, dependencies, {}, async () => {
    const people = await reviewedPeople(request, dependencies);
    if (!people) return toPage(request);
    const names = await findNames(request, people, dependencies);
    const listed = listPeople(people, names, dependencies.workers.sortTable);
    return askedLists.lists.people.csv(request, listed, dependencies);
  });

/** GET /removals/ask.ics?review=…&until=…: reminds of the day to look again (P372). */
export const askFirstReminder: SignedInHandler = (request, dependencies) =>
  withDownloadLine(request, dependencies, { item: 'reminder' }, async () => {
    const { now, config } = dependencies;
    const { opened, back } = await openReview(
      request,
      await fetchUserDetails(request, dependencies),
      dependencies,
    );
    if (opened.state !== 'found' || back === undefined) return toPage(request);
    const day = workingDayAfter(readAnswerDay(request.query.until, now()).value);
    const people = formatPeople(peopleOf(opened.found.items).length);
    const url =
      config.publicUrl +
      listAddress(
        back,
        opened.found.items.every(({ recentActivity }) => recentActivity === 0),
      );
    return {
      kind: 'file',
      fileName: `look-again-${day}.ics`,
      type: 'text/calendar; charset=utf-8',
      text: calendarFile({
        uid: `${digestOf(['ask first', opened.id])}@${new URL(config.publicUrl).host}`,
        day,
        end: dayAfter(day),
        summary: `Look again: ${people} asked about licenses and cards`,
        description:
          `You have asked ${people}. Open the list: ${url}\n` +
          'Select them, and leave out on the review who has answered.',
        url,
        now: now(),
      }),
    };
  });

/**
 * The address of a list with its filters, and nothing else: a search and selected rows may name people. If only
 * unused rows were asked about, it shows only those.
 */
function listAddress(back: string, isIdle: boolean): string {
  const { pathname, searchParams, hash } = new URL(back, 'http://portal');
  const filters = new URLSearchParams(
    [...searchParams].filter(([name]) => name === 'activity' || name === 'has'),
  );
  if (isIdle && pathname !== paths.leavers && !filters.has('activity')) filters.set('activity', 'idle30');
  const query = filters.toString();
  return pathname + (query === '' ? '' : `?${query}`) + hash;
}

/** The page says why there is no file. */
function toPage({ query }: SignedInRequest) {
  return redirect(typeof query.review === 'string' ? askAddress(query.review) : paths.askFirst, {
    status: 302,
  });
}

async function reviewedPeople(
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<readonly Person[] | undefined> {
  const details = await fetchUserDetails(request, dependencies);
  const { opened } = await openReview(request, details, dependencies);
  return opened.state === 'found' ? peopleOf(opened.found.items) : undefined;
}

/** The names of people who have a card; none if the list of cards cannot be fetched, which is only logged. */
async function findNames(
  { administrator: { context }, log }: SignedInRequest,
  people: readonly Person[],
  dependencies: Dependencies,
): Promise<ReadonlyMap<string, string>> {
  const entityId = entityFor(dependencies.portalUsers.expected(context), cards.role);
  if (entityId === undefined) return new Map();
  const stats = await unlessBackendFails(log, cards.backend(dependencies).stats(entityId, context));
  return stats ? namesOf(people, stats) : new Map();
}
