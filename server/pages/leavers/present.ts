import type { PeopleDirection } from '../../../shared/leavers';
import { paths, withParameter } from '../../../shared/paths';
import { REMOVAL_LIMIT, type RemovableKind } from '../../../shared/removals';
import type { LeaversContent, LeaversGroup, LeaversRow, LinesProps } from '../../../views/pages/LeaversPage';
import type { Doubt, FoundPeople } from '../../people/answer';
import { itemKey, type RemovalItem } from '../../removals/run-state';
import { capitalize, formatCount, formatItems } from '../figures';
import { removableLists } from '../removals/lists';
import { answerAddress, removalTerms, selectionAction } from '../removals/terms';
import { type Person, staffDomains } from './person';

/** The people of an answer, and their licenses and cards. */
interface Found {
  /** The ID of the answer. */
  readonly id: string;
  readonly direction: PeopleDirection;
  readonly people: FoundPeople;
  /** The index of the column that was chosen. */
  readonly column: number | undefined;
  readonly persons: readonly Person[];
  /** The kinds of items that the administrator's products have. */
  readonly kinds: readonly RemovableKind[];
  /** Those whose list could not be fetched. */
  readonly unchecked: ReadonlySet<RemovableKind>;
  /** The items of the review that leads back to the answer; undefined if there was none. */
  readonly reviewed: ReadonlySet<string> | undefined;
  /** The groups that a link has selected. */
  readonly selectedGroups: readonly string[] | undefined;
}

/** People that are shown together. */
interface Group {
  readonly id: string;
  readonly title: string;
  readonly persons: readonly Person[];
  readonly isSelected: boolean;
  readonly hint?: string;
}

const UNCLEAR = 'These addresses are in the text, but perhaps not those of people who have left.';

type Answer = Extract<LeaversContent, { state: 'answer' }>;

export function presentAnswer(found: Found): LeaversContent {
  const { id, direction, column, persons, unchecked } = found;
  const haveLeft = direction === 'left';
  const groups = (haveLeft ? groupLeavers(found) : groupOthers(found)).filter(
    group => group.persons.length > 0,
  );
  const doubtful = persons.filter(({ doubt }) => doubt !== undefined);
  const unclear: Group = {
    id: 'unclear',
    title: 'Not clear',
    persons: doubtful,
    isSelected: false,
    hint: UNCLEAR,
  };
  const present = presenter(found, groups);
  const count = persons.reduce((sum, { counts }) => sum + counts.license + counts.card, 0);
  const page = answerAddress({ answer: id, column: column === undefined ? undefined : String(column) });
  return {
    state: 'answer',
    metrics: haveLeft ? leaverMetrics(found) : otherMetrics(found),
    failures: [...unchecked].map(kind => ({
      text: `${removableLists[kind].product.statsFailed}: ${removalTerms[kind].noun.toLowerCase()}s were not checked.`,
      retryHref: page,
    })),
    notes: notesOf(found, count),
    choice: haveLeft ? presentChoice(found) : undefined,
    action: selectionAction(paths.reviewRemovals, page),
    ...present.links(),
    groups: groups.map(present.group),
    unclear: doubtful.length === 0 ? undefined : present.group(unclear),
    lines: linesOf(found),
  };
}

/** Returns the leavers by what they have. */
function groupLeavers({ persons, kinds, unchecked }: Found): readonly Group[] {
  const listed = persons.filter(({ doubt }) => doubt === undefined);
  const having = (license: boolean, card: boolean) =>
    listed.filter(({ counts }) => counts.license > 0 === license && counts.card > 0 === card);
  const isOnly = kinds.length > 1 && unchecked.size === 0 ? ' only' : '';
  return [
    { id: 'both', title: 'With a license and a card', persons: having(true, true), isSelected: true },
    { id: 'license', title: `With a license${isOnly}`, persons: having(true, false), isSelected: true },
    { id: 'card', title: `With a card${isOnly}`, persons: having(false, true), isSelected: true },
  ];
}

/** How many domains a title names. */
const NAMED_DOMAINS = 3;

/** Returns people who are not on a list of staff: those at its domains, and guests. */
function groupOthers({ people, persons }: Found): readonly Group[] {
  const domains = staffDomains({ people });
  const others = domains.length > NAMED_DOMAINS ? [`${domains.length - NAMED_DOMAINS} more`] : [];
  const names = [...domains.slice(0, NAMED_DOMAINS), ...others].join(', ');
  const { colleagues = [], guests = [] } = Object.groupBy(persons, ({ isColleague }) =>
    isColleague ? 'colleagues' : 'guests',
  );
  return [
    { id: 'company', title: `At your company (${names})`, persons: colleagues, isSelected: false },
    { id: 'elsewhere', title: 'Elsewhere', persons: guests, isSelected: false },
  ];
}

/** Returns functions that present groups, which together have as many rows as one run can remove. */
function presenter(
  { id, direction, column, kinds, unchecked, reviewed, selectedGroups }: Found,
  groups: readonly Group[],
) {
  let free = REMOVAL_LIMIT;
  const selected = new Set(selectedGroups ?? groups.filter(group => group.isSelected).map(group => group.id));
  const page = answerAddress({ answer: id, column: column === undefined ? undefined : String(column) });
  const linkTo = withParameter(page, 'select');
  const withoutItems = kinds.map(kind =>
    unchecked.has(kind)
      ? `${removalTerms[kind].noun.toLowerCase()}s not checked`
      : `no ${removalTerms[kind].noun.toLowerCase()}`,
  );

  function rowsOf({ items, email, doubt }: Person, group: string): LeaversRow[] {
    const reason =
      doubt === 'column' && column === undefined ? 'Choose its column first' : doubt && reasons[doubt];
    if (items.length === 0) return [{ key: email, email, what: capitalize(withoutItems.join(', ')), reason }];
    return items.map(item => ({ ...presentItem(item), reason, selection: selectionOf(item, group) }));
  }

  function selectionOf(item: RemovalItem, group: string) {
    const isSelected = reviewed ? reviewed.has(itemKey(item)) : selected.has(group);
    return { name: item.kind, id: item.id, isSelected };
  }

  return {
    links: () => ({
      selectHref: linkTo(groups.map(group => group.id).join(',')),
      clearHref: linkTo(''),
    }),
    group({ id: group, title, persons, hint }: Group): LeaversGroup {
      const rows: LeaversRow[] = [];
      let shown = 0;
      for (const person of persons) {
        if (free === 0) break;
        const ofPerson = rowsOf(person, group).slice(0, free);
        rows.push(...ofPerson);
        free -= ofPerson.length;
        shown++;
      }
      const others = direction === 'left' ? persons.slice(shown).map(({ email }) => email) : [];
      return {
        id: group,
        title,
        count: formatPeople(persons.length),
        ...(hint !== undefined && { hint }),
        rows,
        others:
          others.length === 0
            ? undefined
            : { id: `${group}-others`, title: `${formatPeople(others.length)} more`, lines: others },
        selectHref: `${linkTo([...selected, group].join(','))}#${group}`,
        clearHref: `${linkTo([...selected].filter(each => each !== group).join(','))}#${group}`,
      };
    },
  };
}

function presentItem({ kind, id, email, recentActivity }: RemovalItem): Omit<LeaversRow, 'selection'> {
  const { noun, activity } = removalTerms[kind];
  return {
    key: `${kind} ${id}`,
    email,
    what: noun,
    activity: `${capitalize(activity)} in 30 days: ${formatCount(recentActivity)}`,
  };
}

const reasons: Readonly<Record<Doubt, string>> = {
  own: 'Your own address',
  header: 'In the header of an email',
  signature: 'In a signature',
  quoted: 'In a quoted email',
  column: 'In another column',
  label: 'After a label, such as “Manager:”',
  sentence: 'In a sentence',
  several: 'Next to another address',
  broken: 'Perhaps only a part of an address',
};

function leaverMetrics({ persons, people, kinds, unchecked }: Found): Answer['metrics'] {
  const listed = persons.filter(({ doubt }) => doubt === undefined);
  const nothing = listed.filter(hasNothing).length;
  const doubtful = persons.length - listed.length;
  return [
    { label: 'Addresses in the list', value: formatCount(listed.length) },
    ...kinds.map(kind => ({
      label: `With a ${removalTerms[kind].noun.toLowerCase()}`,
      value: unchecked.has(kind)
        ? NOT_CHECKED
        : formatCount(listed.filter(({ counts }) => counts[kind] > 0).length),
    })),
    { label: 'Not found', value: unchecked.size > 0 ? NOT_CHECKED : formatCount(nothing) },
    ...(people.unaddressedCount > 0
      ? [{ label: 'Without an address', value: formatCount(people.unaddressedCount) }]
      : []),
    ...(doubtful > 0 ? [{ label: 'Not clear', value: formatCount(doubtful) }] : []),
  ];
}

function otherMetrics({ people, persons, kinds, unchecked }: Found): Answer['metrics'] {
  return [
    { label: 'Current staff', value: formatCount(people.addresses.length) },
    { label: 'Everyone else', value: unchecked.size > 0 ? NOT_CHECKED : formatCount(persons.length) },
    ...kinds.map(kind => ({
      label: `Their ${removalTerms[kind].noun.toLowerCase()}s`,
      value: unchecked.has(kind)
        ? NOT_CHECKED
        : formatCount(persons.reduce((sum, { counts }) => sum + counts[kind], 0)),
    })),
  ];
}

const NOT_CHECKED = 'not checked';

function hasNothing({ counts }: Person): boolean {
  return counts.license + counts.card === 0;
}

function notesOf({ direction, people }: Found, count: number): string[] {
  const notes: string[] = [];
  if (people.unread.length > 0) {
    notes.push(
      `Not read, because it is not text: ${people.unread.join(', ')}. Save a spreadsheet as CSV, and check it.`,
    );
  }
  if (direction === 'stay' && people.unaddressedCount > 0) {
    notes.push(
      `${formatItems(people.unaddressedCount, 'line')} of the list may be people without an address. They are named below: make sure that you select none of them.`,
    );
  }
  if (count > REMOVAL_LIMIT) {
    notes.push(
      `${formatCount(count)} licenses and cards were found. One run removes ${formatCount(REMOVAL_LIMIT)} at most: remove these first, then this page shows the next.`,
    );
  }
  return notes;
}

function presentChoice({ id, people, column }: Found): Answer['choice'] {
  if (people.columns.length === 0) return undefined;
  return {
    answer: id,
    options: people.columns.map(({ title, count }, index) => ({
      value: String(index),
      label: `${title} (${formatItems(count, 'address').replace(/addresss$/, 'addresses')})`,
      isChosen: index === column,
    })),
  };
}

/** Returns the addresses without a license or card, and the people without an address. */
function linesOf({ direction, people, persons, kinds, unchecked }: Found): LinesProps[] {
  const checked = kinds
    .filter(kind => !unchecked.has(kind))
    .map(kind => removalTerms[kind].noun.toLowerCase());
  const missing = kinds
    .filter(kind => unchecked.has(kind))
    .map(kind => `${removalTerms[kind].noun.toLowerCase()}s`);
  const nothing =
    direction === 'left' ? persons.filter(person => person.doubt === undefined && hasNothing(person)) : [];
  const title =
    missing.length === 0
      ? 'Not found'
      : [...checked.map(noun => `No ${noun}`), `${missing.join(' and ')} not checked`].join(', ');
  const all: LinesProps[] = [
    {
      id: 'not-found',
      title: `${capitalize(title)} (${formatCount(nothing.length)})`,
      hint:
        missing.length === 0
          ? 'Nobody with one of these addresses has a license or a card. Check how they are spelled.'
          : undefined,
      lines: nothing.map(({ email }) => email),
    },
    {
      id: 'unaddressed',
      title: `People without an address (${formatCount(people.unaddressedCount)})`,
      hint: 'These lines look like people, but have no address that can be read. Search for them by name, or add their addresses.',
      lines: people.unaddressed,
    },
  ];
  return all.filter(({ lines }) => lines.length > 0);
}

function formatPeople(count: number): string {
  return `${formatCount(count)} ${count === 1 ? 'person' : 'people'}`;
}
