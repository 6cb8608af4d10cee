import type { PeopleDirection } from '../../../shared/leavers';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, type RemovableKind, removableKinds } from '../../../shared/removals';
import type { LeaversContent, LeaversGroup, LeaversRow, LinesProps } from '../../../views/pages/LeaversPage';
import type { Doubt, FoundPeople } from '../../people/answer';
import { escapeId, type RemovalItem } from '../../removals/items';
import { capitalize, formatCount, formatPeople } from '../figures';
import { rowsKeyOf } from '../product/selected-rows';
import { nounOf, removalTerms } from '../products';
import { removableLists } from '../removals/lists';
import { runsText, selectionAction } from '../removals/terms';
import { countItems, isOnList, type PersonInAnswer, staffDomains } from './person';

/** A list of people, and the licenses and cards that were found. */
interface FoundItems {
  /** The URL of the answer. */
  readonly page: string;
  readonly direction: PeopleDirection;
  readonly list: FoundPeople;
  /** The index of the column that was chosen. */
  readonly column: number | undefined;
  /** The people in the list, or all others. */
  readonly people: readonly PersonInAnswer[];
  /** The kinds of items that the administrator's products have. */
  readonly kinds: readonly RemovableKind[];
  /** Those whose list could not be fetched. */
  readonly unchecked: ReadonlySet<RemovableKind>;
  /** The items of the review that leads back to the answer, by kind and ID; undefined if there was none. */
  readonly reviewed: ReadonlySet<string> | undefined;
  /** The maximum number of removals an hour. */
  readonly limitPerHour: number;
  /** The groups that a link has selected. */
  readonly selectedGroups: readonly string[] | undefined;
}

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

function hasNothing(person: PersonInAnswer): boolean {
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

/** People that are shown together. */
interface Group {
  readonly id: string;
  readonly title: string;
  readonly people: readonly PersonInAnswer[];
  readonly isSelected: boolean;
  readonly hint?: string;
}

/** The groups of an answer, which together have as many rows as one run can remove. */
function presentGroups(found: FoundItems) {
  const { direction, people, page, selectedGroups } = found;
  const isNotEmpty = (group: Group) => group.people.length > 0;
  const groups = (direction === 'left' ? groupLeavers(found) : groupOthers(found)).filter(isNotEmpty);
  const doubtful = groupDoubtful(people).filter(isNotEmpty);
  const selected = new Set(selectedGroups ?? groups.filter(group => group.isSelected).map(({ id }) => id));
  const linkTo = (ids: readonly string[]) => withParameter(page, 'select')(ids.join(','));
  let free = REMOVAL_LIMIT;

  function present({ id, title, people, hint }: Group): LeaversGroup {
    const rows: LeaversRow[] = [];
    let shown = 0;
    for (const person of people) {
      if (free === 0) break;
      const rowsOfPerson = presentPerson(found, person, selected.has(id)).slice(0, free);
      rows.push(...rowsOfPerson);
      free -= rowsOfPerson.length;
      shown++;
    }
    // All others of a company need no list of their own.
    const lines = direction === 'left' ? people.slice(shown).map(({ email }) => email) : [];
    return {
      ...{ id, title, rows, hint, count: formatPeople(people.length) },
      others:
        lines.length === 0
          ? undefined
          : { id: `${id}-others`, title: `${formatPeople(lines.length)} more`, lines },
      selectHref: `${linkTo([...selected, id])}#${id}`,
      clearHref: `${linkTo([...selected].filter(each => each !== id))}#${id}`,
    };
  }

  return {
    groups: groups.map(present),
    doubtful: doubtful.map(present),
    selectHref: linkTo(groups.map(({ id }) => id)),
    clearHref: linkTo([]),
  };
}

/** The people who are not selected: those on the list who may stay, and addresses that may be those of others. */
function groupDoubtful(people: readonly PersonInAnswer[]): readonly Group[] {
  const doubtful = people.filter(({ doubt }) => doubt !== undefined);
  return [
    {
      id: 'to-check',
      title: 'To check',
      people: doubtful.filter(person => isOnList(person) && countItems(person) > 0),
      isSelected: false,
      hint: 'The list has a line that may say that some of these people stay. Read it, then select those who have left, to review them.',
    },
    {
      id: 'unclear',
      title: 'Not clear',
      people: doubtful.filter(person => !isOnList(person)),
      isSelected: false,
      hint: 'These addresses are in the text, but may not belong to people who have left.',
    },
  ];
}

/** The leavers by what they have. */
function groupLeavers({ people, kinds, unchecked }: FoundItems): readonly Group[] {
  const listed = people.filter(({ doubt }) => doubt === undefined);
  const only = kinds.length > 1 && unchecked.size === 0 ? ' only' : '';
  const combinations: readonly (readonly RemovableKind[])[] = [removableKinds, ['license'], ['card']];
  return combinations.map(own => ({
    id: own.join('-'),
    title: `With a ${own.map(nounOf).join(' and a ')}${own.length === 1 ? only : ''}`,
    people: listed.filter(({ counts }) =>
      removableKinds.every(kind => counts[kind] > 0 === own.includes(kind)),
    ),
    isSelected: true,
  }));
}

/** How many domains a title names. */
const NAMED_DOMAINS = 3;

/** People who are not on a list of staff: those at its domains, and guests. */
function groupOthers({ list, people }: FoundItems): readonly Group[] {
  const domains = staffDomains(list);
  const more = domains.length > NAMED_DOMAINS ? [`${domains.length - NAMED_DOMAINS} more`] : [];
  const names = [...domains.slice(0, NAMED_DOMAINS), ...more].join(', ');
  const { colleagues = [], guests = [] } = Object.groupBy(people, ({ isColleague }) =>
    isColleague ? 'colleagues' : 'guests',
  );
  return [
    { id: 'company', title: `At your company (${names})`, people: colleagues, isSelected: false },
    { id: 'elsewhere', title: 'Elsewhere', people: guests, isSelected: false },
  ];
}

/** A row for each item of a person, or one that says that there is none. */
function presentPerson(
  { kinds, unchecked, column, reviewed }: FoundItems,
  { items, email, doubt }: PersonInAnswer,
  isGroupSelected: boolean,
): readonly LeaversRow[] {
  const reason =
    doubt === 'column' && column === undefined ? 'Choose its column first' : doubt && reasons[doubt];
  if (items.length === 0) {
    return [{ key: email, email, what: describeNothing({ kinds, unchecked }), reason }];
  }
  return items.map(item => ({
    ...presentItem(item),
    reason,
    selection: {
      name: item.kind,
      value: escapeId(item.id),
      isSelected: reviewed ? reviewed.has(`${item.kind} ${escapeId(item.id)}`) : isGroupSelected,
    },
  }));
}

/** For instance “No license, cards not checked”. */
function describeNothing({ kinds, unchecked }: Pick<FoundItems, 'kinds' | 'unchecked'>): string {
  const parts = kinds.map(kind =>
    unchecked.has(kind) ? `${nounOf(kind)}s not checked` : `no ${nounOf(kind)}`,
  );
  return capitalize(parts.join(', '));
}

function presentItem({ kind, id, email, recentActivity }: RemovalItem): LeaversRow {
  const { noun, activity } = removalTerms[kind];
  return {
    key: `${kind} ${id}`,
    email,
    what: noun,
    activity: formatCount(recentActivity),
    unit: capitalize(activity),
  };
}

const reasons: Readonly<Record<Doubt, string | undefined>> = {
  own: 'Your own address',
  header: 'In the header of an email',
  signature: 'In a signature',
  quoted: 'In a quoted email',
  column: 'In another column',
  label: 'After a label, such as “Manager:”',
  sentence: 'In a sentence',
  several: 'Next to another address',
  status: 'In a table that may say who stays',
  apart: 'Apart from the list',
  heading: 'Below text that may say who stays',
  // The hint of the group says it.
  'not understood': undefined,
  unseen: 'Crossed out or hidden',
  calendar: 'In a calendar',
  version: 'Only in the plain text of an email',
  broken: 'Possibly only part of an address',
};
