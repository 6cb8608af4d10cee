import { type ListState, oneOf, type PersonSort } from '../../../shared/list-state';
import { paths } from '../../../shared/paths';
import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { PersonFigure, PersonRow } from '../../../views/pages/PeoplePage';
import { emailKey, isAddress } from '../../email-address';
import type { ExportContent } from '../../lists/exports';
import type { ListOf } from '../../lists/list';
import type { CountRange, CountsOf, Row } from '../../lists/table';
import type { Person } from '../../people/person';
import { formatItems, presentFigure, presentPerson } from '../figures';
import { defineList } from '../lists/define-list';
import { pageLists } from '../lists/page-lists';

/** The name of the export. */
export const PEOPLE_EXPORT = 'people-export';

/** The parameter that names the person of the dialog that removes everything of one person, by the email address. */
export const REMOVE = 'remove';

/** The people of a company. */
export interface PeopleSource {
  readonly people: ListOf<Person>;
  /** The kinds of which no list could be fetched. */
  readonly unavailable: readonly RemovableKind[];
}

/** The values of the filter by what people have, also in names of exports. */
export type Possession = 'license-and-card' | `${RemovableKind}-only`;

export const possessionLabels = {
  'license-and-card': 'License and card',
  'license-only': 'License only',
  'card-only': 'Card only',
} as const satisfies Record<Possession, string>;

export const possessions = Object.keys(possessionLabels) as Possession[];

export const possession = oneOf(['', ...possessions]);

const columnsOf = {
  license: { count: 'licenses', last30Days: 'leadsLast30Days', total: 'leadsTotal' },
  card: { count: 'cards', last30Days: 'viewsLast30Days', total: 'totalViews' },
} as const satisfies Record<RemovableKind, Record<'count' | 'last30Days' | 'total', CountsOf<Person>>>;

export const sortsOf = {
  license: ['leadsLast30Days', 'leadsTotal'],
  card: ['viewsLast30Days', 'totalViews', 'name', 'jobTitle'],
} as const satisfies Record<RemovableKind, PersonSort[]>;

/** The people who have this, and nothing else. Everyone has something: who has no card has a license. */
export function possessionRanges(has: Possession | ''): readonly CountRange<CountsOf<Person>>[] {
  if (has === '') return [];
  const hasBoth = has === 'license-and-card';
  const bounds = hasBoth ? { min: 1, max: Number.POSITIVE_INFINITY } : { min: 0, max: 0 };
  return removableKinds
    .filter(kind => hasBoth || has !== `${kind}-only`)
    .map(kind => ({ key: columnsOf[kind].count, ...bounds }));
}

/** The parameter that filters people by what they have (P325). */
export const POSSESSION = 'has';

const possessionFilter = {
  ...possession,
  name: POSSESSION,
  label: 'Has',
  options: [
    { value: '', label: 'Anything' },
    ...possessions.map(value => ({ value, label: possessionLabels[value] })),
  ],
  ranges: ({ has }: ListState) => possessionRanges(possession.read(has)),
};

/** The list of people for an administrator whose products have these kinds. */
function peopleList(kinds: readonly RemovableKind[]) {
  const [hasNames, hasBoth] = [kinds.includes('card'), kinds.length > 1];
  const [first = 'email', ...sorts] = [...kinds.flatMap(kind => sortsOf[kind]), 'email'] as const;
  return defineList<PeopleSource, Person, PersonRow>({
    id: 'everyone',
    title: 'Everyone',
    rowsName: 'people',
    rows: ({ people }) => people,
    unreadable: '',
    empty: {
      title: 'Nobody has a license or a card yet',
      hint: 'People will appear here once they activate a license or claim a card.',
    },
    search: {
      columns: ['email', 'name', 'jobTitle', 'licenseIds', 'cardIds'],
      whole: 'email',
      placeholder: hasNames ? 'Search name, email or job title' : 'Search email or UserID',
      ...(hasBoth && { selects: [possessionFilter] }),
      nothingFound: {
        title: 'No people found',
        hint: hasNames
          ? 'Try adjusting your search terms or clear the search. Only people with a card have names: search for an email address.'
          : 'Try adjusting your search terms or clear the search. Licenses have no names: search for an email address or a UserID.',
      },
    },
    // Without an address, there is nothing that everything of a person has in common (P321).
    selectable: { kind: 'person', id: 'email', removeBy: REMOVE, hasId: email => isAddress(emailKey(email)) },
    order: { columns: [first, ...sorts], ties: ['email'] },
    presentRows(people, { source: { people: all, unavailable }, largest }) {
      const figuresOf = (
        person: Person,
        kind: RemovableKind,
      ): readonly [last30Days: PersonFigure, total: PersonFigure] => {
        const { count, last30Days, total } = columnsOf[kind];
        if (unavailable.includes(kind)) return [missing(NOT_AVAILABLE), missing(NOT_AVAILABLE)];
        if (person[count] === 0) return [missing(`No ${kind}`), missing('')];
        const isOne = person[count] === 1;
        const recent = presentFigure(person[last30Days], isOne ? all.largest(last30Days) : undefined);
        return [
          { ...recent, note: isOne ? undefined : formatItems(person[count], kind) },
          presentFigure(person[total], largest(total)),
        ];
      };
      return people.map((person): PersonRow => {
        const [leadsLast30Days, leadsTotal] = figuresOf(person, 'license');
        const [viewsLast30Days, totalViews] = figuresOf(person, 'card');
        return {
          person: presentPerson(person),
          ...{ leadsLast30Days, leadsTotal, viewsLast30Days, totalViews },
        };
      });
    },
    download: {
      file: 'people',
      comparedAs: 'people',
      content: (_query, { unavailable }) => ({
        name: PEOPLE_EXPORT,
        rows: 'person(s)',
        columns: exportColumns(kinds, unavailable),
      }),
    },
  });
}

const NOT_AVAILABLE = 'not available';

function missing(text: string): PersonFigure {
  return { text: '', missing: text };
}

type ExportColumns = ExportContent<Person>['columns'];

/** The columns of these kinds. An export does not look as if nobody had what is not available. */
function exportColumns(
  kinds: readonly RemovableKind[],
  unavailable: readonly RemovableKind[],
): ExportColumns {
  const ofKind = (kind: RemovableKind, columns: ExportColumns): ExportColumns => {
    if (!kinds.includes(kind)) return {};
    if (!unavailable.includes(kind)) return columns;
    return Object.fromEntries(Object.keys(columns).map(name => [name, { all: NOT_AVAILABLE }]));
  };
  return {
    ...ofKind('card', { name: 'name' }),
    email: 'email',
    ...ofKind('card', { jobTitle: 'jobTitle' }),
    ...ofKind('license', {
      licenses: 'licenses',
      userIds: 'licenseIds',
      leadsLast30Days: 'leadsLast30Days',
      totalLeads: 'leadsTotal',
    }),
    ...ofKind('card', {
      cards: 'cards',
      cardIds: 'cardIds',
      viewsLast30Days: 'viewsLast30Days',
      totalViews: 'totalViews',
    }),
  };
}

/** The lists of the People page for an administrator whose products have these kinds. */
export function peopleLists(kinds: readonly RemovableKind[]) {
  return pageLists(paths.people, { people: peopleList(kinds) });
}

/** How many licenses and cards a person has. */
export function countItems(person: Row<never, CountsOf<Person>>): number {
  return removableKinds.reduce((sum, kind) => sum + person[columnsOf[kind].count], 0);
}
