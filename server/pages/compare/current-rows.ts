import { setImmediate as nextTurn } from 'node:timers/promises';
import { messages, textOf } from '../../../shared/messages';
import type { ProductKey } from '../../../shared/products';
import type { EarlierExport, RowBlock } from '../../comparisons/read-export';
import type { Dependencies } from '../../dependencies';
import type { SignedInRequest } from '../handler';
import { loadClaimedItems } from '../product/load-stats';
import { productDefinitions } from '../product/products';

/** Why nothing can be compared. */
export interface Problem {
  readonly problem: string;
}

/** The columns of today's items by the name that an export's rows have for them. */
const columns: Readonly<Record<ProductKey, Readonly<Record<string, string>>>> = {
  license: {
    email: 'email',
    id: 'id',
    license: 'total',
    last30Days: 'last30Days',
    activatedOn: 'activatedOn',
  },
  card: {
    email: 'email',
    id: 'id',
    name: 'name',
    jobTitle: 'jobTitle',
    card: 'total',
    last30Days: 'last30Days',
  },
};

/** Fetches the items of a product. */
async function fetchRows(
  productKey: ProductKey,
  request: SignedInRequest,
  dependencies: Dependencies,
): Promise<readonly RowBlock[] | Problem> {
  const product = productDefinitions[productKey];
  const items = await loadClaimedItems(request, product, dependencies);
  if (typeof items === 'string') {
    if (items === 'no access') return { problem: `${textOf(product.roleMissing)}.` };
    const problems = {
      unknown: messages.access.userDetailsMissing,
      failed: product.statsFailed,
      unreadable: product.lists.claimed.unreadable,
    };
    return { problem: `${problems[items]}. Choose the file again and retry.` };
  }
  const rows = await items.all();
  const names = Object.keys(columns[productKey]);
  const blocks: RowBlock[] = [];
  for (let from = 0; from < rows.length; from += blocks.at(-1)?.length ?? 0) {
    // All at once would block other requests.
    await nextTurn();
    const block = rows.block(Object.values(columns[productKey]), from);
    const named = block.columns.map((column, index) => [names[index] ?? '', column] as const);
    blocks.push({ length: block.length, columns: Object.fromEntries(named) });
  }
  return blocks;
}

/** Fetches the rows of today that can be compared with an export. */
export async function fetchCurrentRows(
  request: SignedInRequest,
  { counted }: Pick<EarlierExport, 'counted'>,
  dependencies: Dependencies,
): Promise<readonly RowBlock[] | Problem> {
  const fetched = await Promise.all(counted.map(productKey => fetchRows(productKey, request, dependencies)));
  return fetched.find(each => 'problem' in each) ?? fetched.flatMap(each => ('problem' in each ? [] : each));
}
