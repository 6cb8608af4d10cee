import { CopyableId } from '../components/CopyableId';
import type { ListContent } from '../components/ListSection';
import type { Column } from '../components/ListTable';
import { EmailAddress, type EmailParts } from '../components/PersonText';
import { type PersonFigure, personFigures } from './PeoplePage';

export type ComparedKind = 'people' | 'licenses' | 'cards' | 'nonActivatedLicenses' | 'nonClaimedCards';

/** The columns of figures. The first three count leads or, for cards, visits. */
export type ComparedFigure = 'before' | 'after' | 'growth' | 'visitsBefore' | 'visitsAfter' | 'visitsGrowth';

/** The columns by which the lists can be sorted. */
export type ComparedSort = ComparedFigure | 'person';

/** A person in a list, or an ID. */
export interface ComparedRow extends Readonly<Record<ComparedFigure, PersonFigure>> {
  readonly person: EmailParts;
  readonly id: string;
  readonly name: string;
  readonly note: string;
  /** Says that the person joined, or left; empty otherwise. */
  readonly joined: string;
  readonly left: string;
}

type ComparedColumn = Column<ComparedRow, ComparedSort>;
type ComparedColumns = Readonly<Record<'people' | 'unclear', readonly ComparedColumn[]>>;

const email: ComparedColumn = {
  key: 'person',
  label: 'Email',
  sort: 'person',
  cell: ({ person }) => <EmailAddress {...person} />,
};
const name: ComparedColumn = {
  key: 'name',
  label: 'Name',
  cell: row => (row.name === '' ? '' : <bdi>{row.name}</bdi>),
};
const note: ComparedColumn = {
  key: 'note',
  label: 'Note',
  cell: row => (row.note === '' ? '' : <bdi className="muted">{row.note}</bdi>),
};

const change: ComparedColumn = {
  key: 'change',
  label: 'Change',
  cell({ joined, left }) {
    if (joined !== '') return <span className="tag ok">{joined}</span>;
    if (left !== '') return <span className="tag">{left}</span>;
    return <span className="comparison-stayed">On both lists</span>;
  },
};

/** Then, now, and what is new. If nothing else is counted, all three fit into one line of a phone. */
function counts(
  what: string,
  [before, after, growth]: readonly [ComparedFigure, ComparedFigure, ComparedFigure],
  isOnlyCount = true,
): readonly ComparedColumn[] {
  const [then, now] = isOnlyCount ? ['Then', 'Now'] : [];
  return [
    personFigures(before, `${what} then`, then),
    personFigures(after, `${what} now`, now),
    personFigures(growth, `New ${what.toLowerCase()}`),
  ];
}

/** The columns of an export that counts something for each person. */
function peopleColumns(
  who: readonly ComparedColumn[],
  ...counted: readonly (readonly ComparedColumn[])[]
): ComparedColumns {
  return {
    people: [...who, change, ...counted.flat(), note],
    // Without what is new, which is unclear, too.
    unclear: [...who, ...counted.flatMap(figures => figures.slice(0, 2)), note],
  };
}

function idColumns(label: string): ComparedColumns {
  const id: ComparedColumn = {
    key: 'id',
    label,
    kind: 'id',
    sort: 'person',
    cell: row => (
      <span className="id">
        <CopyableId id={row.id} />
      </span>
    ),
  };
  return { people: [id, change], unclear: [id, note] };
}

const columns: Readonly<Record<ComparedKind, ComparedColumns>> = {
  licenses: peopleColumns([email], counts('Leads', ['before', 'after', 'growth'])),
  cards: peopleColumns([email, name], counts('Visits', ['before', 'after', 'growth'])),
  people: peopleColumns(
    [email, name],
    counts('Leads', ['before', 'after', 'growth'], false),
    counts('Visits', ['visitsBefore', 'visitsAfter', 'visitsGrowth'], false),
  ),
  nonActivatedLicenses: idColumns('UserID'),
  nonClaimedCards: idColumns('CardID'),
};

const columnsWithoutNote = new Map(
  Object.values(columns)
    .flatMap(lists => Object.values(lists))
    .map(all => [all, all.filter(column => column !== note)]),
);

interface ShownList {
  readonly kind: ComparedKind;
  readonly name: keyof ComparedColumns;
  readonly list: ListContent<ComparedRow> | undefined;
}

/** The columns of a list, without that of notes if no row has one. */
export function comparedColumns({ kind, name, list }: ShownList): readonly ComparedColumn[] {
  const all = columns[kind][name];
  const hasNotes = list && 'rows' in list && list.rows.some(row => row.note !== '');
  return hasNotes ? all : (columnsWithoutNote.get(all) ?? all);
}
