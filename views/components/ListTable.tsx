import type { ReactNode } from 'react';
import type { ConfirmTarget } from '../../client/events';
import { SymbolIcon } from '../../client/Icon';
import type { SelectableKind } from '../../shared/removals';
import { Memo, type RowProps, Rows } from '../rendering';
import { Figure, type FigureProps } from './Figure';
import { SelectPage } from './Selection';

/** A column of a table: its heading and its cells. */
export interface TableColumn<Row, Sort extends string = never> {
  /** Identifies the column in the HTML, for scripts. */
  readonly key: string;
  readonly label: string;
  /** A shorter name for the figures of blocks. */
  readonly short?: string | undefined;
  /** The heading above this column and its neighbors with the same `group`. */
  readonly group?: string | undefined;
  /** The layout of its cells; by default, they are texts. */
  readonly kind?: 'select' | 'id' | 'number' | 'line' | 'action' | undefined;
  /** Whether another column may take its room. */
  readonly isMinor?: boolean | undefined;
  /** The sort key of the column; without it the column is not sortable. */
  readonly sort?: Sort;
  /** Whether its cell is a figure, so that it has the name of the column in a block. By default, cells of numbers are. */
  readonly isFigure?: (row: Row & ListRow) => boolean;
  /** Whether its cell names the row. By default, the cell of the first column of texts does. */
  readonly isRowHeading?: (row: Row & ListRow) => boolean;
  /** How many columns its cell spans; by default, one. The columns that it covers have no cell. */
  readonly span?: (row: Row & ListRow) => number;
  /** Whether its cell describes the row in the dialog that removes it. */
  readonly isSubject?: boolean | undefined;
  /** The start of the names of the column's controls, which end with the name of their row. */
  readonly controls?: { readonly id: string; readonly label: string };
  /** Renders a cell. May place the row's texts and test them for emptiness, but not transform them (see `rendering/`). */
  readonly cell: (row: Row & ListRow) => ReactNode;
}

/** A sortable column of figures. */
export function figureColumn<Key extends string>(
  key: Key,
  label: string,
  short?: string,
): TableColumn<Readonly<Record<Key, FigureProps>>, Key> {
  return { key, label, short, kind: 'number', sort: key, cell: row => <Figure {...row[key]} /> };
}

export interface ListRow {
  /** The ID of the cell that names the row, which URL fragments use, too; empty for a list whose rows cannot be removed. */
  readonly anchor: string;
  /** Only for a row that can be selected: the ID of the license or card, or the email address of a person. */
  readonly selection: { readonly value: string } | undefined;
  /** Only for a list with a dialog that removes its rows. */
  readonly removal: (Pick<ConfirmTarget, 'href'> & { readonly dialog?: string | undefined }) | undefined;
}

/** The link in the heading of a sortable column. */
export interface SortLink {
  readonly href: string;
  /** Only if the list is sorted by this column. */
  readonly direction: 'asc' | 'desc' | undefined;
}

/** The first and the last column of a list: checkboxes that select rows, and links that remove them. */
export function removalColumns<Row>(
  kind: SelectableKind,
): readonly [selects: TableColumn<Row>, links: TableColumn<Row>] {
  const isPerson = kind === 'person';
  const verb = isPerson ? 'Remove' : 'Deactivate';
  const select = { id: 'select', label: isPerson ? 'Select' : `Select the ${kind} of` };
  const remove = { id: 'remove', label: isPerson ? verb : `${verb} the ${kind} of` };
  return [
    {
      key: 'select',
      label: '',
      kind: 'select',
      controls: select,
      cell: ({ anchor, selection }) =>
        selection && (
          <label>
            <input
              type="checkbox"
              name={kind}
              value={selection.value}
              aria-labelledby={`${select.id} ${anchor}`}
            />
          </label>
        ),
    },
    {
      key: 'actions',
      label: 'Actions',
      kind: 'action',
      controls: remove,
      cell: ({ anchor, removal }) =>
        removal && (
          <a href={removal.href} data-dialog={removal.dialog} aria-labelledby={`${remove.id} ${anchor}`}>
            {verb}
          </a>
        ),
    },
  ];
}

interface Props<Row extends object, Sort extends string> {
  readonly caption: string;
  /** Must be a constant, because it is the key of cached templates. */
  readonly columns: readonly TableColumn<Row, Sort>[];
  readonly sorts: Readonly<Record<string, SortLink>> | undefined;
  readonly rows: readonly (Row & ListRow)[];
}

/** A list as a table. In a narrow container, each row is a block, and its figures have the names of their columns. */
export function ListTable<Row extends object, Sort extends string>({
  caption,
  columns,
  sorts,
  rows,
}: Props<Row, Sort>) {
  const headings = columns.map(({ key, label, group, kind, isMinor, isSubject, sort }) => ({
    name: key,
    label,
    group,
    kind,
    isMinor,
    isSubject,
    sort: sort && sorts?.[sort],
  }));
  return (
    <>
      <table className="table list">
        <caption className="visually-hidden">{caption}</caption>
        <Memo as="thead">
          <TableHead columns={headings} />
        </Memo>
        <Rows
          as="tbody"
          className={columns.length === 1 ? 'id-list' : undefined}
          rows={rows}
          shared={columns}
          component={TableRow<Row>}
        />
      </table>
      {columns.map(({ controls }) =>
        controls === undefined ? null : (
          <span key={controls.id} hidden id={controls.id}>
            {controls.label}
          </span>
        ),
      )}
    </>
  );
}

interface HeadingProps
  extends Pick<TableColumn<never>, 'label' | 'group' | 'kind' | 'isMinor' | 'isSubject'> {
  readonly name: string;
  readonly sort?: SortLink | undefined;
}

export function TableHead({ columns }: { readonly columns: readonly HeadingProps[] }) {
  return (
    <>
      {columns.some(({ group }) => group) ? (
        <tr>
          <GroupHeadings columns={columns} />
        </tr>
      ) : null}
      <tr>
        {columns.map((column, index) =>
          column.kind === 'select' ? (
            <td key={column.name} className="select" data-column={column.name}>
              <SelectPage />
            </td>
          ) : (
            <ColumnHeading key={column.name} {...column} startsGroup={startsGroup(columns, index)} />
          ),
        )}
      </tr>
    </>
  );
}

/** Whether a column is the first one of its group. */
export function startsGroup(
  columns: readonly { readonly group?: string | undefined }[],
  index: number,
): boolean {
  const group = columns[index]?.group;
  return group !== undefined && group !== columns[index - 1]?.group;
}

/** The headings of the groups, and empty cells above columns without one. */
function GroupHeadings({ columns }: { readonly columns: readonly HeadingProps[] }) {
  // The column of checkboxes has a cell of its own, because it is not printed.
  const isSameGroup = (a: HeadingProps, b: HeadingProps | undefined) =>
    a.group === b?.group && b?.kind !== 'select';
  return columns.map((column, index) => {
    if (index > 0 && isSameGroup(column, columns[index - 1])) return null;
    const { name, group, kind } = column;
    if (kind === 'select') return <td key={name} className="select" />;
    const others = columns.slice(index).findIndex(other => !isSameGroup(other, column));
    const span = others < 0 ? columns.length - index : others;
    return group === undefined ? (
      <td key={name} colSpan={span} />
    ) : (
      <th key={name} className="group" scope="colgroup" colSpan={span}>
        {group}
      </th>
    );
  });
}

/** The value of `aria-sort`. */
const orders = { asc: 'ascending', desc: 'descending', none: 'none' } as const;

function ColumnHeading({
  name,
  label,
  kind,
  isMinor,
  isSubject,
  sort,
  startsGroup,
}: HeadingProps & { readonly startsGroup: boolean }) {
  const direction = sort?.direction ?? 'none';
  return (
    <th
      className={[kind, isMinor && 'minor', startsGroup && 'group'].filter(Boolean).join(' ') || undefined}
      data-column={name}
      data-subject={isSubject ? '' : undefined}
      scope="col"
      aria-sort={sort && orders[direction]}
    >
      {sort ? (
        <a href={sort.href} data-direction={sort.direction}>
          <Heading text={label} />
          <span aria-hidden="true">
            {'\u00a0'}
            <SymbolIcon name={direction} />
          </span>
        </a>
      ) : (
        <Heading text={label} />
      )}
    </th>
  );
}

/** A heading with a possible line break before “last 30”, “all time”, “since”, “then” or the text in parentheses. */
function Heading({ text }: { readonly text: string }) {
  const [, first = text, second] = /^(.*) (\(.*|last 30|all time|since|then)$/.exec(text) ?? [];
  if (second === undefined) return <span>{first}</span>;
  return (
    <>
      <span>{first}</span> <span>{second}</span>
    </>
  );
}

export function TableRow<Row>({
  row,
  shared: columns,
}: RowProps<Row & ListRow, readonly TableColumn<Row, string>[]>) {
  const heading = columns.find(({ kind, isRowHeading }) =>
    isRowHeading ? isRowHeading(row) : kind !== 'select',
  );
  let end = 0;
  const cells = columns.flatMap((column, index) => {
    if (index < end) return [];
    const span = column.span?.(row) ?? 1;
    end = index + span;
    return [{ column, colSpan: span > 1 ? span : undefined }];
  });
  return (
    <tr>
      {cells.map(({ column, colSpan }) =>
        column === heading ? (
          <th key={column.key} id={row.anchor || undefined} scope="row" colSpan={colSpan}>
            {column.cell(row)}
          </th>
        ) : (
          <td
            key={column.key}
            colSpan={colSpan}
            className={cellClass(columns, column)}
            data-label={column.kind === 'number' ? labelOf(column, row) : undefined}
          >
            {column.cell(row)}
          </td>
        ),
      )}
    </tr>
  );
}

function cellClass<Row>(
  columns: readonly TableColumn<Row, string>[],
  column: TableColumn<Row, string>,
): string | undefined {
  if (startsGroup(columns, columns.indexOf(column))) return 'group';
  return column.isMinor ? 'minor' : column.kind === 'number' ? undefined : column.kind;
}

/** The label of a figure in a block; empty where a text replaces the figure. */
function labelOf<Row>({ isFigure, short, label }: TableColumn<Row, string>, row: Row & ListRow): string {
  return isFigure?.(row) === false ? '' : (short ?? label);
}
