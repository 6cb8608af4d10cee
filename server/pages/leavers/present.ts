import { paths } from '../../../shared/paths';
import { REMOVAL_LIMIT } from '../../../shared/removals';
import type { LeaversContent, LinesProps } from '../../../views/pages/LeaversPage';
import { formatCount } from '../figures';
import { rowsKeyOf } from '../product/selected-rows';
import { removableLists } from '../removals/lists';
import { nounOf, runsText, selectionAction } from '../removals/terms';
import { countItems, isOnList, type Person } from './person';
import { describeNothing, type FoundItems, presentGroups } from './present-groups';

type Answer = Extract<LeaversContent, { state: 'answer' }>;
type Metric = Answer['metrics'][number];

export function presentAnswer(found: FoundItems): LeaversContent {
  const { direction, page, unchecked } = found;
  const presented = presentGroups(found);
  const groups = [...presented.groups, ...presented.doubtful];
  return {
    state: 'answer',
    metrics: direction === 'left' ? leaverMetrics(found) : otherMetrics(found),
    failures: [...unchecked].map(kind => ({
      text: `${removableLists[kind].product.statsFailed}: ${nounOf(kind)}s were not checked.`,
      retryHref: page,
    })),
    notes: notesOf(found, presented),
    choice: direction === 'left' ? presentChoice(found) : undefined,
    action: selectionAction(paths.reviewRemovals, page),
    rowsKey: rowsKeyOf(groups.flatMap(({ rows }) => rows.map(({ key, email }) => `${key} ${email}`))),
    ...presented,
    lines: [notFound(found), withoutAddress(found)].filter(({ lines }) => lines.length > 0),
  };
}

function leaverMetrics({ people, list, kinds, unchecked }: FoundItems): Answer['metrics'] {
  const listed = people.filter(isOnList);
  const doubtful = people.length - listed.length;
  const optional = [
    { label: 'Without an address', count: list.unaddressedCount },
    { label: 'Not clear', count: doubtful },
  ];
  return [
    { label: 'Addresses in the list', ...figureOf(listed.length) },
    ...kinds.map(kind => ({
      label: `With a ${nounOf(kind)}`,
      ...figureOf(listed.filter(({ counts }) => counts[kind] > 0).length, !unchecked.has(kind)),
    })),
    { label: 'Not found', ...figureOf(listed.filter(hasNothing).length, unchecked.size === 0) },
    ...optional.filter(({ count }) => count > 0).map(({ label, count }) => ({ label, ...figureOf(count) })),
  ];
}

function otherMetrics({ list, people, kinds, unchecked }: FoundItems): Answer['metrics'] {
  return [
    { label: 'Current staff', ...figureOf(list.addresses.length) },
    { label: 'Everyone else', ...figureOf(people.length, unchecked.size === 0) },
    ...kinds.map(kind => ({
      label: `Their ${nounOf(kind)}s`,
      ...figureOf(
        people.reduce((sum, { counts }) => sum + counts[kind], 0),
        !unchecked.has(kind),
      ),
    })),
  ];
}

function figureOf(count: number, isChecked = true): Pick<Metric, 'value' | 'note'> {
  return isChecked ? { value: formatCount(count) } : { value: '–', note: 'not checked' };
}

function hasNothing(person: Person): boolean {
  return countItems(person) === 0;
}

function notesOf(
  { direction, list, people, unchecked, limitPerHour }: FoundItems,
  { groups, doubtful }: Pick<Answer, 'groups' | 'doubtful'>,
): readonly string[] {
  const count = people.reduce((sum, person) => sum + countItems(person), 0);
  const notes = [
    list.unread.length > 0 &&
      `Not read, because it is not text: ${list.unread.join(', ')}. Save a spreadsheet as CSV, and check it.`,
    count > REMOVAL_LIMIT &&
      `${formatCount(count)} licenses and cards were found. One run removes ${formatCount(REMOVAL_LIMIT)} at most: remove these first, then this page shows the next. ${runsText(count, limitPerHour)}`,
    groups.length === 0 &&
      unchecked.size === 0 &&
      !doubtful.some(({ id }) => id === 'to-check') &&
      (direction === 'left'
        ? 'No listed person has a license or a card.'
        : 'Everyone who has a license or a card is in this list.'),
  ];
  return notes.filter(note => note !== false);
}

function presentChoice({ page, list, column }: FoundItems): Answer['choice'] {
  if (list.columns.length === 0) return undefined;
  const { searchParams } = new URL(page, 'http://portal');
  searchParams.delete('column');
  return {
    hidden: [...searchParams],
    options: list.columns.map(({ title, count }, index) => ({
      value: String(index),
      label: `${title} (${formatCount(count)} ${count === 1 ? 'address' : 'addresses'})`,
      isChosen: index === column,
    })),
  };
}

/** The listed addresses without a license or card. */
function notFound({ direction, people, kinds, unchecked }: FoundItems): LinesProps {
  const nobody = direction === 'left' ? people.filter(person => isOnList(person) && hasNothing(person)) : [];
  const title = unchecked.size > 0 ? describeNothing({ kinds, unchecked }) : 'Not found';
  return {
    id: 'not-found',
    title: `${title} (${formatCount(nobody.length)})`,
    hint:
      unchecked.size > 0
        ? undefined
        : `No ${kinds.map(nounOf).join(' or ')} belongs to these addresses. Check the spelling.`,
    lines: nobody.map(({ email }) => email),
  };
}

function withoutAddress({ list }: FoundItems): LinesProps {
  return {
    id: 'unaddressed',
    title: `People without an address (${formatCount(list.unaddressedCount)})`,
    hint: 'These lines look like people, but have no address that can be read. Search for them by name, or add their addresses.',
    lines: list.unaddressed,
  };
}
