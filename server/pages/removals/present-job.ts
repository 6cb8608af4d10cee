import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import type { LocalTimeProps } from '../../../views/components/LocalTime';
import type { Subtitle } from '../../../views/components/PageHead';
import type { ItemState, JobContent, OpenItem, RemovalPersonRow } from '../../../views/pages/RemovalJobPage';
import { escapeId, groupByProduct, itemKey, type RemovalItem } from '../../removals/items';
import { peopleOf } from '../../removals/people';
import type { Job, StopReason } from '../../removals/state';
import { emailKey } from '../../text/email-address';
import { dayOf, formatDay } from '../days';
import { capitalize, formatItems, formatPeople } from '../format';
import { pageOfRows } from '../page-of-rows';
import { presentPerson } from '../present-person';
import { jobUrl } from '../product/removal-urls';
import {
  describeItems,
  type ItemOutcome,
  outcomesOf,
  remainingOf,
  removingText,
  summarizeOutcomes,
  type Verdict,
  verdictLabels,
} from '../product/removal-words';
import { sourceUrl, withSource } from './selection-source';

/** The page of a job in progress. */
export function presentProgress(
  job: Job,
  id: string,
  query: Query,
): { readonly title: string; readonly subtitle: string; readonly content: JobContent } {
  const { items, results, stage, stopRequested } = job;
  const done = results.filter(result => result !== null).length;
  const notes = {
    comparing: 'Comparing with the list',
    removing: `${formatCount(items.length - done)} to go`,
    checking: 'Checking the list',
    done: '',
  };
  const inFlight = new Set(
    job.inFlight.map(index => itemKey(items[index] ?? { product: 'license', id: '' })),
  );
  return {
    title: removingText(job),
    subtitle: 'You can leave this page: the removal continues, and every page links back to it.',
    content: {
      state: 'running',
      count: {
        done,
        total: items.length,
        text: `${formatCount(done)} of ${describeItems(job)} done`,
        note: stopRequested ? 'Stopping' : notes[stage],
      },
      stop: stopRequested ? undefined : { action: paths.stopRemoval, hidden: [['run', id]], label: 'Stop' },
      people: presentPeople(job, { id, query }, outcome =>
        inFlight.has(itemKey(outcome.item))
          ? { text: 'Removing…', style: 'started' }
          : outcome.verdict === 'not started'
            ? { text: 'Waiting', style: 'waiting' }
            : stateOf(outcome),
      ),
    },
  };
}

/** The page of a job that has ended. */
export function presentEnd(
  job: Job,
  id: string,
  query: Query,
  helpUrl: string,
): { readonly title: string; readonly subtitle: Subtitle; readonly content: JobContent } {
  const summary = summarizeOutcomes(job);
  const open = summary.outcomes.filter(({ verdict }) => verdict !== 'removed' && verdict !== 'gone');
  const stopped = stoppedText(job, summary.count('not started'));
  const nameOf = nameLookup(job);
  const openPage = pageOfRows(open, {
    url: jobUrl(id),
    query,
    parameter: 'open',
    anchor: 'still-open',
    label: 'Still open',
  });
  return {
    title: summary.peopleText,
    subtitle: [
      `${summary.itemsText}. ${availableText(job, summary.removed)}`,
      ...(job.endedAt === undefined ? [] : [' It ended ', presentEndTime(job.endedAt), '.']),
    ],
    content: {
      state: 'done',
      notes: job.stopped === 'stopped' ? stopped : [],
      problems: [
        ...(job.stopped === 'stopped' ? [] : stopped),
        ...(job.isSettled || summary.done + summary.count('unknown') === 0
          ? []
          : ['The list could not be fetched to check the results.']),
      ],
      openCount: formatCount(open.length),
      openItems: {
        rows: openPage.rows.map(outcome => openItem(outcome, nameOf(outcome.item), job, id)),
        pagination: openPage.pagination,
      },
      again:
        remainingOf(job).length === 0
          ? undefined
          : { label: 'Retry remaining items', action: paths.retryRemoval, hidden: [['run', id]] },
      openLeavers: presentOpenLeavers(job),
      people: presentPeople(job, { id, query }, stateOf),
      receipt: {
        ...{ label: 'Receipt', id: 'receipt', what: 'of this removal' },
        exports: [
          {
            label: `${formatPeople(peopleOf(job.items).length)}, ${describeItems(job)}`,
            links: [
              { label: 'CSV', href: withParameter(paths.removalReceipt, 'run')(id) },
              { label: 'Excel (.xlsx)', href: withParameter(paths.removalReceiptWorkbook, 'run')(id) },
            ],
          },
        ],
      },
      backHref: sourceUrl(job.source),
      backLabel: job.source.of === 'person' ? 'Back to People' : 'Back to the list',
      helpUrl: summary.count('failed', 'unknown') > 0 ? helpUrl : undefined,
    },
  };
}

/** “Still open of your list: 2 not found, 1 not selected”, and the result of Remove leavers, which lists them. */
function presentOpenLeavers({ openLeavers, source }: Pick<Job, 'openLeavers' | 'source'>) {
  const { notFound = 0, notSelected = 0 } = openLeavers ?? {};
  const counts = [
    ...(notFound > 0 ? [`${formatCount(notFound)} not found`] : []),
    ...(notSelected > 0 ? [`${formatCount(notSelected)} not selected`] : []),
  ];
  if (counts.length === 0) return undefined;
  return { text: `Still open of your list: ${counts.join(', ')}`, href: sourceUrl(source) };
}

const stopTexts: Readonly<Record<StopReason, string>> = {
  stopped: 'You stopped the removal',
  'shutting down': 'The portal was about to restart',
  'session ended': 'The identity provider refused your session',
  'list unavailable': 'The list could not be fetched to compare it with the review',
  internal: 'Something went wrong in the portal',
  interrupted: 'The portal stopped while it was running',
};

function stoppedText({ stopped = 'internal' }: Job, count: number): readonly string[] {
  return count === 0 ? [] : [`${stopTexts[stopped]}: ${formatCount(count)} not started.`];
}

/** “at 09:41 UTC on 23 November 2026”. */
function presentEndTime(endedAt: number): LocalTimeProps {
  const time = new Date(endedAt).toISOString();
  return { time, text: `at ${time.slice(11, 16)} UTC on ${formatDay(dayOf(endedAt))}` };
}

/** “Available now: 64 and 35.”, or “Available now: 35 cards.” if the sentence before it does not say of what. */
function availableText({ available = {}, items }: Job, removed: readonly RemovalItem[]): string {
  const known = groupByProduct(items).filter(({ product }) => available[product] !== undefined);
  const isSaid = known.length === groupByProduct(removed).length;
  const counts = known.map(({ product }) => {
    const count = Math.max(0, available[product] ?? 0);
    return isSaid ? formatCount(count) : formatItems(count, product);
  });
  return counts.length === 0 ? '' : `Available now: ${counts.join(' and ')}.`;
}

const styles = {
  failed: 'failed',
  unknown: 'unknown',
  'not started': 'waiting',
  changed: 'changed',
  gone: 'removed',
  removed: 'removed',
} as const satisfies Record<Verdict, ItemState['style']>;

function stateOf({ verdict }: ItemOutcome): ItemState {
  return { text: verdict === 'changed' ? 'Changed' : verdictLabels[verdict], style: styles[verdict] };
}

/** What can be done about an item that is still open. */
function openItem(outcome: ItemOutcome, name: string, { source }: Job, id: string): OpenItem {
  const { item, verdict, text } = outcome;
  const { product } = item;
  return {
    key: itemKey(item),
    person: presentPerson({ email: item.email, name }),
    noun: capitalize(product),
    state: { text, style: styles[verdict] },
    action:
      verdict === 'unknown'
        ? { href: jobUrl(id), label: 'Check again' }
        : {
            label: verdict === 'changed' ? 'Show' : 'Try again',
            form: {
              action: withSource(paths.reviewRemovals, source),
              hidden: [[product, escapeId(item.id)]],
            },
          },
  };
}

interface JobParameters {
  readonly id: string;
  readonly query: Query;
}

/** A license has no name: it takes the name of a card of the same person, if there is one. */
function nameLookup({ items }: Pick<Job, 'items'>): (item: RemovalItem) => string {
  const names = new Map(
    items.filter(({ name }) => name !== '').map(({ email, name }) => [emailKey(email), name]),
  );
  return ({ email, name }) => name || (names.get(emailKey(email)) ?? '');
}

function presentPeople(
  job: Job,
  { id, query }: JobParameters,
  stateFor: (outcome: ItemOutcome) => ItemState,
) {
  const outcomes = new Map(outcomesOf(job).map(outcome => [outcome.item, outcome]));
  const nameOf = nameLookup(job);
  const people = peopleOf(job.items);
  const { rows, pagination } = pageOfRows(people, {
    url: jobUrl(id),
    query,
    parameter: 'page',
    anchor: 'all-people',
    label: 'all people',
  });
  const statesOf = (own: readonly RemovalItem[]) =>
    own.flatMap(item => {
      const outcome = outcomes.get(item);
      return outcome ? { key: item.id, ...stateFor(outcome) } : [];
    });
  return {
    title: people.length === 1 ? '1 person' : `All ${formatPeople(people.length)}`,
    rows: rows.map(({ email, items: { license, card } }): RemovalPersonRow => {
      const [first] = [...license, ...card];
      return {
        key: first ? itemKey(first) : email,
        person: presentPerson({ email, name: first ? nameOf(first) : '' }),
        license: statesOf(license),
        card: statesOf(card),
      };
    }),
    pagination,
    products: groupByProduct(job.items).map(({ product }) => product),
  };
}
