import { formatCount } from '../../../shared/format-count';
import type { Query } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { anyOf, byProduct, type ProductKey } from '../../../shared/products';
import type { PageTitle, Subtitle } from '../../../views/components/PageHead';
import type {
  ItemMark,
  PeopleColumn,
  PeopleTableProps,
  PeopleTableRow,
  RowAction,
} from '../../../views/components/PeopleTable';
import type { JobContent } from '../../../views/pages/RemovalJobPage';
import { exportFormats } from '../../lists/exports';
import { escapeId, groupByProduct, itemKey, type RemovalItem } from '../../removals/items';
import { type PersonWithItems, peopleOf } from '../../removals/people';
import type { Job, StopReason } from '../../removals/state';
import { COMPARE, IN } from '../compare/lists';
import { presentMoment } from '../days';
import { capitalize, formatItems, formatPeople, joinTexts } from '../format';
import { formatLabels } from '../lists/export';
import { pageOfRows } from '../page-of-rows';
import { personRow, presentPerson } from '../present-person';
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
import { sourceLink, withSource } from './selection-source';

export interface ShownJob {
  readonly title: string;
  readonly subtitle?: Subtitle;
  readonly back?: PageTitle['back'];
  readonly content: JobContent;
}

export function presentProgress(job: Job, isStopping: boolean, { id, query }: JobParameters): ShownJob {
  const { items, results, stage } = job;
  const done = results.filter(result => result !== null).length;
  const notes = {
    comparing: 'Checking who is still listed',
    removing: '',
    checking: 'Checking the list',
    done: '',
  };
  const inFlight = new Set(job.inFlight.map(index => items[index]));
  return {
    title: removingText(job),
    subtitle: 'It goes on if you leave this page. Every page shows the way back.',
    content: {
      state: 'running',
      count: {
        done,
        total: items.length,
        text: `${formatCount(done)} of ${describeItems(job)} done`,
        note: isStopping ? 'Stopping' : notes[stage],
      },
      stop: isStopping ? undefined : { action: paths.stopRemoval, hidden: [['run', id]], label: 'Stop' },
      people: presentPeople(job, peopleOf(items), { id, query }, outcome =>
        inFlight.has(outcome.item)
          ? { text: 'Removing…', style: 'started' }
          : outcome.verdict === 'not started'
            ? { text: 'Waiting', style: 'waiting' }
            : stateOf(outcome),
      ),
    },
  };
}

export function presentEnd(
  job: Job,
  { id, query }: JobParameters,
  { helpUrl, now }: { readonly helpUrl: string; readonly now: number },
): ShownJob {
  const summary = summarizeOutcomes(job);
  const open = summary.outcomes.filter(({ verdict }) => verdict !== 'removed' && verdict !== 'gone');
  const stopped = stoppedText(job, summary.count('not started'));
  const people = peopleOf(job.items);
  // The first part of a list has the people who are still open.
  const isOfList = job.source.of === COMPARE;
  const back = sourceLink(isOfList ? { ...job.source, q: '', [IN]: 'listed' } : job.source);
  const left = remainingOf(job).length;
  return {
    title: summary.peopleText,
    back,
    subtitle: [
      joinTexts(summary.effects, 'and') || 'It ended',
      ...(job.endedAt === undefined ? [] : [' ', presentMoment(job.endedAt, now)]),
      `.${alreadyGoneText(summary.gone)}${availableText(job)}`,
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
      openItems: open.length === 0 ? undefined : presentOpenItems(open, people, job, { id, query }),
      again:
        left === 0
          ? undefined
          : {
              label: left === 1 ? 'Try it again' : `Try all ${formatCount(left)} again`,
              action: paths.retryRemoval,
              hidden: [['run', id]],
            },
      // The list of a comparison still has the people who were not removed.
      listLink: isOfList ? { text: `See who of your list still has ${anyOf()}`, href: back.href } : undefined,
      people: presentPeople(job, people, { id, query }, stateOf),
      receipt: {
        label: 'Receipt',
        what: 'of this removal',
        exports: [
          {
            links: exportFormats.map(format => ({
              label: formatLabels[format],
              href: withParameter(receiptPaths[format], 'run', id),
            })),
          },
        ],
      },
      helpUrl: summary.count('failed', 'unknown') > 0 ? helpUrl : undefined,
    },
  };
}

const receiptPaths = { csv: paths.removalReceipt, xlsx: paths.removalReceiptWorkbook } as const;

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

/** “ 1 license was already gone.” */
const alreadyGoneText = (gone: readonly RemovalItem[]): string =>
  countsText(
    groupByProduct(gone).map(({ productKey, items }) => [productKey, items.length]),
    'was already gone',
    'were already gone',
  );

/** “ 31 licenses and 15 cards are now available.” */
const availableText = ({ unclaimed = {}, items }: Job): string =>
  countsText(
    groupByProduct(items).flatMap(({ productKey }) => {
      const count = unclaimed[productKey];
      return count === undefined ? [] : [[productKey, Math.max(0, count)]];
    }),
    'is now available',
    'are now available',
  );

function countsText(counts: readonly [key: ProductKey, count: number][], one: string, more: string): string {
  const texts = counts.map(([key, count]) => formatItems(count, key));
  const isOne = counts.length === 1 && counts[0]?.[1] === 1;
  return texts.length === 0 ? '' : ` ${joinTexts(texts, 'and')} ${isOne ? one : more}.`;
}

const styles = {
  failed: 'failed',
  unknown: 'unknown',
  'not started': 'waiting',
  changed: 'changed',
  gone: 'removed',
  removed: 'removed',
} as const satisfies Record<Verdict, ItemMark['style']>;

type State = Omit<ItemMark, 'key'>;

function stateOf({ verdict }: ItemOutcome): State {
  return { text: verdict === 'changed' ? 'Changed' : verdictLabels[verdict], style: styles[verdict] };
}

interface JobParameters {
  readonly id: string;
  readonly query: Query;
}

/** The licenses and cards that were not removed, each with an action. */
function presentOpenItems(
  open: readonly ItemOutcome[],
  people: readonly PersonWithItems[],
  { source }: Job,
  { id, query }: JobParameters,
) {
  const paged = { url: jobUrl(id), query, parameter: 'open', anchor: 'still-open', label: 'Still open' };
  const { rows, pagination } = pageOfRows(open, paged);
  const actionOf = ({ item, verdict }: ItemOutcome): RowAction =>
    verdict === 'unknown'
      ? { href: jobUrl(id), label: 'Check again' }
      : verdict === 'changed'
        ? {
            label: 'Show',
            action: withSource(paths.reviewRemovals, source),
            hidden: [[item.productKey, escapeId(item.id)]],
          }
        : {
            label: 'Try again',
            action: paths.retryRemoval,
            hidden: [
              ['run', id],
              [item.productKey, escapeId(item.id)],
            ],
          };
  return {
    count: formatCount(open.length),
    caption: 'Not removed',
    hidesHeadings: true,
    columns: openColumns,
    groups: [
      {
        pagination,
        rows: rows.map((outcome): PeopleTableRow => {
          const { item, text, verdict } = outcome;
          // A license has no name: it takes the name of a card of the same person, if there is one.
          const { name = '' } = people.find(({ items }) => items[item.productKey].includes(item)) ?? {};
          return {
            key: itemKey(item),
            person: presentPerson({ email: item.email, name: item.name || name }),
            cells: {
              what: { text: capitalize(item.productKey) },
              result: { marks: [{ key: item.id, text, style: styles[verdict] }] },
              action: { action: actionOf(outcome) },
            },
          };
        }),
      },
    ],
  };
}

const openColumns: readonly PeopleColumn[] = [
  { key: 'what', title: 'What', kind: 'field' },
  { key: 'result', title: 'Result', kind: 'result' },
  { key: 'action', title: 'Action', kind: 'action' },
];

function presentPeople(
  job: Job,
  people: readonly PersonWithItems[],
  { id, query }: JobParameters,
  stateFor: (outcome: ItemOutcome) => State,
): PeopleTableProps {
  const outcomes = new Map(outcomesOf(job).map(outcome => [outcome.item, outcome]));
  const paged = { url: jobUrl(id), query, parameter: 'page', anchor: 'all-people', label: 'all people' };
  const { rows, pagination } = pageOfRows(people, paged);
  const statesOf = (own: readonly RemovalItem[]) =>
    own.flatMap(item => {
      const outcome = outcomes.get(item);
      return outcome ? { key: item.id, ...stateFor(outcome) } : [];
    });
  return {
    caption: people.length === 1 ? '1 person' : `All ${formatPeople(people.length)}`,
    columns: groupByProduct(job.items).map(({ productKey }) => ({
      key: productKey,
      title: capitalize(productKey),
      kind: 'result',
      isLabeled: true,
    })),
    groups: [
      {
        rows: rows.map(person =>
          personRow(
            person,
            byProduct(key => ({ marks: statesOf(person.items[key]) })),
          ),
        ),
        pagination,
      },
    ],
  };
}
