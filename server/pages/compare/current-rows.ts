import { setImmediate as nextTurn } from 'node:timers/promises';
import { messages, textOf } from '../../../shared/messages';
import type { Export, Measure, RowBlock } from '../../comparisons/read-export';
import type { Dependencies } from '../../dependencies';
import type { ListOf } from '../../lists/list';
import type { CountsOf, TextsOf } from '../../lists/table';
import type { SignedInRequest, Step } from '../handler';
import { cards, claimedCards } from '../product/cards';
import type { Product } from '../product/define-product';
import { activatedLicenses, leadCapture } from '../product/lead-capture';
import { loadRows } from '../product/page';

/** Why nothing can be compared. */
export interface Refused {
  readonly problem: string;
}

type Fetch = Step<readonly RowBlock[] | Refused>;

/** A function that fetches a list of today, whose columns get the names of an export's. */
function rowsOf<Stats extends object, Row>(
  product: Product<Stats>,
  list: { readonly rows: (stats: Stats) => ListOf<Row> | undefined; readonly unreadable: string },
  columns: Readonly<Partial<Record<keyof RowBlock['columns'], TextsOf<Row> | CountsOf<Row>>>>,
): Fetch {
  const problems = {
    unknown: messages.access.userDetailsMissing,
    'no access': textOf(product.roleMissing),
    failed: product.statsFailed,
    unreadable: list.unreadable,
  };
  return async (request, dependencies) => {
    const listed = await loadRows(request, { product, list }, dependencies);
    if (typeof listed === 'string') return { problem: problems[listed] };
    const rows = await listed.all();
    const names = Object.entries<TextsOf<Row> | CountsOf<Row>>(columns);
    const keys = names.map(([, key]) => key);
    const blocks: RowBlock[] = [];
    for (let from = 0; from < rows.length; from += blocks.at(-1)?.length ?? 0) {
      // All at once would block other requests.
      await nextTurn();
      const block = rows.block(keys, from);
      const renamed = names.map(([name, key]) => [name, block.columns[key]] as const);
      blocks.push({ length: block.length, columns: Object.fromEntries(renamed) });
    }
    return blocks;
  };
}

/** The lists that have each total. */
const lists: Readonly<Record<Measure, Fetch>> = {
  leads: rowsOf(leadCapture, activatedLicenses, { email: 'email', id: 'licenseId', leads: 'leadsTotal' }),
  visits: rowsOf(cards, claimedCards, {
    email: 'email',
    id: 'cardId',
    name: 'name',
    jobTitle: 'jobTitle',
    visits: 'totalViews',
  }),
};

/** Fetches the rows of today that have what an export counts. */
export async function fetchCurrentRows(
  request: SignedInRequest,
  { counted }: Pick<Export, 'counted'>,
  dependencies: Dependencies,
): Promise<readonly RowBlock[] | Refused> {
  const fetched = await Promise.all(counted.map(measure => lists[measure](request, dependencies)));
  return fetched.find(each => 'problem' in each) ?? fetched.flatMap(each => ('problem' in each ? [] : each));
}
