import { paths } from '../../../shared/paths';
import { type RemovableKind, removableKinds } from '../../../shared/removals';
import type { AskedPersonRow } from '../../../views/pages/AskFirstPage';
import type { PersonFigure } from '../../../views/pages/PeoplePage';
import { emailKey } from '../../email-address';
import { createList, type ListOf, type SortTable } from '../../lists/list';
import { createTable } from '../../lists/table';
import { activityOf, type PersonToAsk } from '../../removals/people-to-ask';
import { presentEmail, presentFigure } from '../figures';
import { defineList } from '../lists/define-list';
import { pageLists } from '../lists/page-lists';

/** A person of a review. */
interface AskedPerson {
  readonly email: string;
  readonly name: string;
  /** Their IDs, and how many there are. */
  readonly license: string;
  readonly card: string;
  readonly licenses: number;
  readonly cards: number;
  readonly leadsLast30Days: number;
  readonly visitsLast30Days: number;
  readonly leadsTotal: number;
  readonly visitsTotal: number;
  /** The first two for the export, in which nothing is not 0. */
  readonly leads: string;
  readonly visits: string;
}

/** The people of a review as a list. Their names are those of `namesOf`. */
export function listPeople(
  people: readonly PersonToAsk[],
  names: ReadonlyMap<string, string>,
  sortTable: SortTable,
): ListOf<AskedPerson> {
  const ids = (kind: RemovableKind) => (person: PersonToAsk) =>
    person.items[kind].map(({ id }) => id).join(' ');
  const count = (kind: RemovableKind) => (person: PersonToAsk) => person.items[kind].length;
  const activity = (kind: RemovableKind) => (person: PersonToAsk) => activityOf(person.items[kind]);
  const total = (kind: RemovableKind) => (person: PersonToAsk) =>
    activityOf(person.items[kind], 'totalActivity');
  const activityText = (kind: RemovableKind) => (person: PersonToAsk) =>
    count(kind)(person) === 0 ? '' : String(activity(kind)(person));
  return createList(
    createTable(people, {
      texts: {
        email: ({ email }) => email,
        name: ({ email }) => names.get(emailKey(email)) ?? '',
        license: ids('license'),
        card: ids('card'),
        leads: activityText('license'),
        visits: activityText('card'),
      },
      counts: {
        licenses: count('license'),
        cards: count('card'),
        leadsLast30Days: activity('license'),
        visitsLast30Days: activity('card'),
        leadsTotal: total('license'),
        visitsTotal: total('card'),
      },
    }),
    sortTable,
  );
}

/** The list of the people chosen on its page, whose links and forms keep the review and the day (P384). */
export const askedLists = pageLists(paths.askFirst, {
  people: defineList<ListOf<AskedPerson>, AskedPerson, AskedPersonRow>({
    id: 'people-chosen',
    title: 'The people chosen',
    subtitle: 'To change the selection, go back to the list.',
    rowsName: 'people chosen',
    rows: people => people,
    unreadable: '',
    order: {
      columns: ['leadsLast30Days', 'visitsLast30Days', 'leadsTotal', 'visitsTotal', 'email'],
      ties: ['email'],
    },
    presentRows(people, { largest }) {
      const figure = (
        kind: RemovableKind,
        period: 'last30Days' | 'total',
        person: AskedPerson,
      ): PersonFigure => {
        const { count, [period]: activity } = columnsOf[kind];
        if (person[count] === 0) return { text: '', missing: `No ${kind}` };
        return presentFigure(person[activity], largest(activity) || undefined);
      };
      return people.map(
        (person): AskedPersonRow => ({
          email: presentEmail(person.email),
          leadsLast30Days: figure('license', 'last30Days', person),
          leadsTotal: figure('license', 'total', person),
          visitsLast30Days: figure('card', 'last30Days', person),
          visitsTotal: figure('card', 'total', person),
        }),
      );
    },
    download: {
      file: 'people',
      content: () => ({
        name: 'people-to-ask',
        rows: 'person(s)',
        columns: {
          email: 'email',
          name: 'name',
          license: 'license',
          leadsLast30Days: 'leads',
          card: 'card',
          visitsLast30Days: 'visits',
        },
      }),
    },
  }),
});

const columnsOf = {
  license: { count: 'licenses', last30Days: 'leadsLast30Days', total: 'leadsTotal' },
  card: { count: 'cards', last30Days: 'visitsLast30Days', total: 'visitsTotal' },
} as const satisfies Record<RemovableKind, unknown>;

/** The kinds of which any person has something. */
export function kindsOf(people: readonly PersonToAsk[]): readonly RemovableKind[] {
  return removableKinds.filter(kind => people.some(({ items }) => items[kind].length > 0));
}
