import { formatCount } from '../../../shared/format-count';
import { columnNumber, type ListState } from '../../../shared/list-state';
import { paths, withParameter } from '../../../shared/paths';
import { productKeys, productTerms } from '../../../shared/products';
import type { ComparedRow, OtherAddressRow } from '../../../views/pages/ComparePage';
import type { PersonFigure, PersonRow } from '../../../views/pages/PeoplePage';
import { LISTED, PERHAPS_LISTED, UNLISTED } from '../../compare/compare-list';
import type { StoredList } from '../../compare/stored-list';
import type { ExportContent } from '../../lists/exports';
import type { ComparedPerson, OtherAddress } from '../../people/compared-people';
import { emailKey } from '../../text/email-address';
import { presentFigure } from '../format';
import { defineList } from '../lists/define-list';
import { keepParameters, pageLists } from '../lists/page-lists';
import { peopleDefinition } from '../people-list/lists';
import { needsEveryProduct } from '../people-list/load';
import { presentLine } from '../people-list/present-line';
import { presentEmail } from '../present-person';
import type { OpenedList } from './open-list';

/** The origin of a selection in a comparison. */
export const COMPARE = 'compare';

/** The addresses that nobody has: the ID of their list. */
export const ONLY_IN_LIST = 'only-in-list';

/** The fragment of the lines without an address. */
export const NO_ADDRESS = 'no-address';

/** The parameter with the part of the people that is shown. */
export const IN = 'in';

/** A part of a comparison: the people within a range. Its value is its name in the URL and in file names. */
const part = <Value extends string>(
  value: Value,
  label: string,
  key: 'inList' | 'nothingSince',
  count: number,
) => ({ value, label, ranges: [{ key, min: count, max: count }] }) as const;

/** The parts of a comparison. Whoever has added nothing since an export is in it, too. */
export const parts = {
  listed: part('listed', 'In your list', 'inList', LISTED),
  perhaps: part('perhaps', 'Perhaps in your list', 'inList', PERHAPS_LISTED),
  unlisted: part('unlisted', 'Not in your list', 'inList', UNLISTED),
  nothing: part('nothing', 'Nothing since', 'nothingSince', 1),
} as const;

export type Part = keyof typeof parts;

/** The part in the URL; undefined for all people. */
export function partOf(state: Readonly<Record<string, unknown>>): Part | undefined {
  return Object.values(parts).find(({ value }) => value === state[IN])?.value;
}

/** What the list of people depends on. */
interface ComparedList extends Pick<OpenedList, 'products' | 'comparedProducts' | 'ownEmail'> {
  readonly columns: StoredList['columns'] | undefined;
}

/** Without a list, its columns and products are not known, but their parameters are. */
const ANY_LIST: ComparedList = {
  columns: undefined,
  products: productKeys,
  comparedProducts: productKeys,
  ownEmail: '',
};

function comparedPeople({ columns, products, comparedProducts, ownEmail }: ComparedList) {
  const people = peopleDefinition(products, '');
  const ofExport = comparedProducts.map(key => productTerms[key].comparedColumns);
  const sorts = ofExport.flatMap(({ since, before }) => [since, before]);
  const [first] = ofExport;
  return defineList<OpenedList, ComparedPerson, ComparedRow>({
    ...people,
    id: 'compared',
    title: 'People',
    rows: ({ compared }) => compared.people,
    search: {
      ...people.search,
      columns: [...people.search.columns, 'line'],
      isWholeText: true,
      placeholder: 'Search people or lines',
      select: {
        name: 'column',
        label: 'Column',
        ...(!columns && { parameter: columnNumber }),
        options: [
          { value: '', label: 'All columns' },
          ...(columns ?? []).map(({ title, addresses }, index) => ({
            value: String(index + 1),
            label: `Column: ${title} (${formatCount(addresses)})`,
          })),
        ],
      },
      nothingFound: { title: 'No people found', hint: 'Try another search, or another part of the list.' },
    },
    filter: {
      name: IN,
      label: 'In your list',
      options: [{ value: '', label: 'All', ranges: [] }, ...Object.values(parts)],
    },
    selectable: {
      ...people.selectable,
      hasId: email => people.selectable.hasId(email) && emailKey(email) !== emailKey(ownEmail),
      origin: COMPARE,
    },
    order: {
      columns: {
        ...people.order.columns,
        line: 'lineNumber',
        ...Object.fromEntries(sorts.map(sort => [sort, sort])),
      },
      filterSorts: first
        ? { '': first.since, listed: first.since, nothing: first.before }
        : { listed: 'line', perhaps: 'line' },
      ascending: ['line'],
      ties: people.order.ties,
    },
    presentRows(rows, context) {
      const { query, source, largest } = context;
      const isTable = source.list.kind !== 'text';
      // The line, or the figures since an export, need the room of the bars, and so do the figures of several products.
      const hasMore = rows.some(({ inList }) => inList !== UNLISTED);
      const figureOf = (person: ComparedPerson, column: (typeof sorts)[number]): PersonFigure =>
        person.inList === LISTED
          ? presentFigure(person[column] ?? 0, ofExport.length === 1 ? largest(column) : undefined)
          : { text: '', missing: '' };
      return rows.flatMap(person =>
        people.presentRows([person], context).map(row => ({
          ...row,
          figures: {
            ...(hasMore ? withoutBars(row.figures) : row.figures),
            ...Object.fromEntries(sorts.map(column => [column, figureOf(person, column)])),
          },
          line: presentLine(person, { query, isTable }),
        })),
      );
    },
    download: {
      file: 'people',
      content(query, source) {
        const { columns: ofPeople, workbookColumns } = people.download.content(query, source);
        return {
          name: 'compared-people-export',
          rows: 'person(s)',
          columns: {
            ...ofPeople,
            inYourList: { named: 'inList', names: ['no', 'perhaps', 'yes'] },
            ...(sorts.length > 0
              ? Object.fromEntries(sorts.map(sort => [sort, { figure: sort, of: 'inList', min: LISTED }]))
              : { line: 'line' }),
          } as ExportContent<keyof ComparedPerson>['columns'],
          workbookColumns,
        };
      },
    },
  });
}

function withoutBars(figures: PersonRow['figures']): PersonRow['figures'] {
  return Object.fromEntries(
    Object.entries(figures).map(([column, { bar: _, age: __, ...figure }]) => [column, figure]),
  );
}

const others = defineList<OpenedList, OtherAddress, OtherAddressRow>({
  id: ONLY_IN_LIST,
  title: 'Only in your list',
  qualifier: 'Only in your list',
  prefix: 'o',
  subtitle: ({ compared }) =>
    `Nobody in People has ${compared.others.length === 1 ? 'this address' : 'these addresses'}.`,
  dependsOn: ['column'],
  rowsName: 'addresses',
  rows: ({ compared }) => compared.others,
  unreadable: '',
  search: {
    columns: ['email', 'line'],
    isWholeText: true,
    placeholder: 'Search addresses or lines',
    nothingFound: { title: 'No addresses found', hint: 'Try another search.' },
  },
  order: { columns: { line: 'lineNumber', email: 'email' }, ascending: ['line', 'email'], ties: ['email'] },
  presentRows: (rows, { query, source }) =>
    rows.map(({ email, line }) => ({
      email: presentEmail(email),
      line: presentLine({ email, line }, { query, isTable: source.list.kind !== 'text' }),
    })),
  download: {
    file: 'others',
    content: () => ({
      name: 'only-in-list-export',
      rows: 'address(es)',
      columns: { email: 'email', line: 'line' },
    }),
    links: [{ what: 'addresses' }],
  },
});

/** The lists of a comparison: the people, and the addresses that nobody has. */
export function comparedLists(list: ComparedList = ANY_LIST) {
  return pageLists(paths.compare, { people: comparedPeople(list), others });
}

export const comparedUrl = (id: string) => withParameter(paths.compare, 'list', id);

/** The lists of an opened list, whose links and forms keep its ID. */
export function openedLists(opened: OpenedList) {
  const { id, list } = opened;
  return keepParameters(comparedLists({ ...opened, columns: list.columns }), { list: id });
}

/** The parts that are offered: without both products, it is only known who is in the list. */
export function offeredParts({ list, unavailableProducts }: OpenedList): readonly Part[] {
  if (unavailableProducts.length > 0) return ['listed'];
  return ['listed', 'perhaps', 'unlisted', ...(list.kind === 'export' ? (['nothing'] as const) : [])];
}

/** How many people are in a part; 0 if it is not offered. */
export function countOf(opened: OpenedList, part: Part): number {
  return offeredParts(opened).includes(part) ? opened.compared.people.count(parts[part].ranges) : 0;
}

/** Says why the part in the URL cannot be shown. */
export function partProblem(opened: OpenedList, state: ListState) {
  const part = partOf(state);
  if (part === undefined || offeredParts(opened).includes(part)) return undefined;
  const why = opened.unavailableProducts.length > 0 ? needsEveryProduct(opened) : 'is not known';
  return {
    text: `“${parts[part].label}” ${why}.`,
    href: withParameter(comparedUrl(opened.id), IN, 'listed'),
  };
}
