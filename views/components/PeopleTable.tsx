import {
  CircleCheck,
  CircleQuestionMark,
  Clock,
  Ellipsis,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import { Fragment } from 'react';
import { Icon } from '../../client/Icon';
import { type LineProps, Lines } from './Line';
import { LinkButton } from './LinkButton';
import { startsGroup } from './ListTable';
import { Pagination, type PaginationProps } from './Pagination';
import { Person, type PersonProps } from './Person';
import { ButtonForm, type ButtonFormProps } from './PostForm';

/** People with their licenses and cards, or the outcomes of a removal. */
export interface PeopleTableProps {
  /** For screen readers. */
  readonly caption: string;
  /** The columns after the person. */
  readonly columns: readonly PeopleColumn[];
  readonly groups: readonly PeopleGroup[];
  /** Whether only screen readers have the headings. */
  readonly hidesHeadings?: boolean;
}

export interface PeopleColumn {
  readonly key: string;
  readonly title: string;
  /** The heading above this column and its neighbors with the same `group`. */
  readonly group?: string;
  readonly kind: 'line' | 'field' | 'number' | 'result' | 'action';
  /** Whether its cells have its title where rows are blocks. */
  readonly isLabeled?: boolean;
}

interface PeopleGroup {
  /** Its heading, with an ID for links. */
  readonly heading?: {
    readonly id: string;
    readonly title: string;
    /** For example: '6 people'. */
    readonly count: string;
    readonly isWarning: boolean;
    readonly action?: ButtonFormProps | undefined;
  };
  readonly isMuted?: boolean;
  readonly rows: readonly PeopleTableRow[];
  readonly pagination?: PaginationProps | undefined;
}

export interface PeopleTableRow {
  readonly key: string;
  readonly person: PersonProps;
  readonly cells: Readonly<Record<string, PersonCell>>;
}

/** The parts of a cell, in this order. */
export interface PersonCell {
  readonly text?: string;
  readonly isMuted?: boolean;
  /** Whether its text is no figure, such as “No card”. Then it needs no label. */
  readonly isMissing?: boolean;
  readonly lines?: readonly LineProps[];
  readonly marks?: readonly ItemMark[];
  readonly action?: RowAction;
}

/** The outcome of a license or card. */
export interface ItemMark {
  /** Identifies the item among the items of a person. */
  readonly key: string;
  readonly text: string;
  readonly style: keyof typeof markStyles;
}

export type RowAction = { readonly label: string; readonly href: string } | ButtonFormProps;

const markStyles = {
  waiting: [Clock, 'state muted'],
  started: [Ellipsis, 'state started'],
  removed: [CircleCheck, 'state ok'],
  changed: [TriangleAlert, 'state warn'],
  failed: [TriangleAlert, 'state bad'],
  unknown: [CircleQuestionMark, 'state muted'],
} as const satisfies Record<string, readonly [LucideIcon, string]>;

export function PeopleTable({ caption, columns, groups, hidesHeadings }: PeopleTableProps) {
  const width = 1 + columns.length;
  const hasGroups = columns.some(({ group }) => group !== undefined);
  return (
    <table className="table list people-table">
      <caption className="visually-hidden">{caption}</caption>
      <thead className={hidesHeadings ? 'visually-hidden' : undefined}>
        {hasGroups ? (
          <tr>
            <td />
            {columns.map(({ key, group }, index) =>
              group === undefined ? (
                <td key={key} />
              ) : startsGroup(columns, index) ? (
                <th key={key} className="group" scope="colgroup" colSpan={2}>
                  {group}
                </th>
              ) : null,
            )}
          </tr>
        ) : null}
        <tr>
          <th scope="col">Person</th>
          {columns.map(({ key, title, kind }, index) => (
            <th key={key} scope="col" className={classOf(kind === 'number' && kind, columns, index)}>
              {kind === 'action' ? <span className="visually-hidden">{title}</span> : title}
            </th>
          ))}
        </tr>
      </thead>
      {groups.map(({ heading, isMuted, rows, pagination }) => (
        <tbody key={heading?.id ?? 'rows'} id={heading?.id} className={isMuted ? 'left-out' : undefined}>
          {heading && (
            <tr>
              <th scope="rowgroup" colSpan={width}>
                {heading.isWarning ? <Icon shape={TriangleAlert} size={16} /> : null} {heading.title}
                {'\u2002'}
                <span className="hint">{heading.count}</span>
                {heading.action && <ButtonForm {...heading.action} variant="small" />}
              </th>
            </tr>
          )}
          {rows.map(row => (
            <Row {...row} key={row.key} columns={columns} />
          ))}
          {pagination && (
            <tr className="pages">
              <td colSpan={width}>
                <Pagination {...pagination} />
              </td>
            </tr>
          )}
        </tbody>
      ))}
    </table>
  );
}

/** The class of a cell, which begins a group of columns or not. Another column may take the room of the others of a group. */
function classOf(kind: string | false, columns: readonly PeopleColumn[], index: number): string | undefined {
  const inGroup = startsGroup(columns, index) ? 'group' : columns[index]?.group && 'minor';
  return [kind, inGroup].filter(Boolean).join(' ') || undefined;
}

/** The label of a cell in a block; empty where there is nothing to label. */
function labelOf(
  { text, marks = [], isMissing }: PersonCell = {},
  columns: readonly PeopleColumn[],
  index: number,
): string | undefined {
  if (isMissing || (text === undefined && marks.length === 0)) return '';
  return startsGroup(columns, index) ? columns[index]?.group : columns[index]?.title;
}

interface RowProps extends Omit<PeopleTableRow, 'key'> {
  readonly columns: readonly PeopleColumn[];
}

function Row({ person, cells, columns }: RowProps) {
  return (
    <tr>
      <th scope="row">
        <Person {...person} />
      </th>
      {columns.map((column, index) => (
        <td
          key={column.key}
          className={classOf(column.kind, columns, index)}
          data-label={column.isLabeled ? labelOf(cells[column.key], columns, index) : undefined}
        >
          <Cell {...cells[column.key]} name={person.name || person.email.local + person.email.domain} />
        </td>
      ))}
    </tr>
  );
}

function Cell({
  text,
  isMuted,
  isMissing,
  lines = [],
  marks = [],
  action,
  name,
}: PersonCell & { readonly name: string }) {
  return (
    <>
      {isMuted || isMissing ? <span className={isMissing ? 'hint' : 'muted'}>{text}</span> : text}
      <Lines lines={lines} />
      {marks.map(({ key, ...mark }) => (
        <Fragment key={key}>
          <Mark {...mark} />{' '}
        </Fragment>
      ))}
      {action === undefined ? null : 'href' in action ? (
        <LinkButton {...action} variant="small" />
      ) : (
        <ButtonForm {...action} variant={action.variant ?? 'small'} of={name} />
      )}
    </>
  );
}

function Mark({ text, style }: Omit<ItemMark, 'key'>) {
  const [shape, className] = markStyles[style];
  return (
    <span className={className}>
      <Icon shape={shape} size={16} />
      {text}
    </span>
  );
}
