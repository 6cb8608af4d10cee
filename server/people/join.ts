import { type ProductKey, productKeys, productTerms } from '../../shared/products';
import { NEVER_USED } from '../backends/usage';
import { type TextColumn, textAt } from '../lists/columns';
import { type Table, tableOfCells } from '../lists/table';
import { emailKey, isEmailAddress } from '../text/email-address';
import type { Person } from './person';

/** The items of a company by product; undefined for a product that is not available. */
type TablesByProduct = { readonly [Product in ProductKey]?: ItemTable | undefined };

/** The items of a company, and the domain of its administrator's address. */
export interface PeopleToJoin {
  readonly tables: TablesByProduct;
  readonly domain: string;
}

type ItemTable = Pick<Table, 'texts' | 'counts' | 'length'>;

/** One row for each person, in the order of the backends: people with licenses, then people with only cards (P320, P321). */
export function joinPeople({ tables, domain }: PeopleToJoin): Table {
  const all = productKeys.map(productKey => ({ ...(tables[productKey] ?? NO_ITEMS), productKey }));
  const items = all.reduce((sum, { length }) => sum + length, 0);
  const texts = columnsOf(textNames, (): string[] => []);
  const counts = columnsOf(countNames, () => new Float64Array(items));
  const byAddress = new Map<string, number>();
  const ownDomain = `@${domain}`;

  function rowOf(email: string): number {
    const key = emailKey(email);
    const known = byAddress.get(key);
    if (known !== undefined) return known;
    const row = texts.email.length;
    for (const name of textNames) texts[name].push(name === 'email' ? email : '');
    counts.isOutside[row] = key.endsWith(ownDomain) ? 0 : 1;
    if (isEmailAddress(key)) byAddress.set(key, row);
    return row;
  }

  for (const { productKey, texts: itemTexts, counts: itemCounts, length } of all) {
    const { count, ids, last30Days, total, usage } = productTerms[productKey].peopleColumns;
    for (let item = 0; item < length; item++) {
      const row = rowOf(textOf(itemTexts.email, item));
      const id = textOf(itemTexts.id, item);
      texts[ids][row] = texts[ids][row] ? `${texts[ids][row]}, ${id}` : id;
      texts.name[row] ||= textOf(itemTexts.name, item);
      texts.jobTitle[row] ||= textOf(itemTexts.jobTitle, item);
      add(counts[count], row, 1);
      add(counts[last30Days], row, itemCounts.last30Days?.[item]);
      add(counts[total], row, itemCounts.total?.[item]);
      raise(counts[usage], row, 1 + (itemCounts.usage?.[item] ?? NEVER_USED));
      raise(counts.mostItems, row, counts[count][row]);
    }
  }

  const people = texts.email.length;
  return tableOfCells(
    people,
    texts,
    columnsOf(countNames, name => counts[name].subarray(0, people)),
  );
}

const textNames = ['email', 'name', 'jobTitle', 'licenseIds', 'cardIds'] as const satisfies (keyof Person)[];
const countNames = [
  ...(['licenses', 'leadsLast30Days', 'leadsTotal', 'licenseUsage'] as const),
  ...(['cards', 'viewsLast30Days', 'totalViews', 'cardUsage'] as const),
  ...(['mostItems', 'isOutside'] as const),
] satisfies (keyof Person)[];

function columnsOf<Name extends keyof Person, Cells>(
  names: readonly Name[],
  create: (name: Name) => Cells,
): Record<Name, Cells> {
  return Object.fromEntries(names.map(name => [name, create(name)])) as Record<Name, Cells>;
}

const NO_ITEMS: ItemTable = { texts: {}, counts: {}, length: 0 };

function textOf(column: TextColumn | undefined, row: number): string {
  return column ? textAt(column, row) : '';
}

/** Each count has a limit, and so has their sum (T74). */
function add(sums: Float64Array, row: number, count = 0): void {
  sums[row] = Math.min((sums[row] ?? 0) + count, Number.MAX_VALUE);
}

function raise(largest: Float64Array, row: number, count = 0): void {
  largest[row] = Math.max(largest[row] ?? 0, count);
}
