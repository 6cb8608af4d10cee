import { setImmediate as nextTurn } from 'node:timers/promises';
import { messages, textOf } from '../../../shared/messages';
import type { CurrentRows } from '../../comparisons/comparison';
import type { ExportKind } from '../../comparisons/export-formats';
import type { Export, ExportRow } from '../../comparisons/read-export';
import type { Dependencies } from '../../dependencies';
import type { ListOf } from '../../lists/list';
import type { CountsOf, TextsOf } from '../../lists/table';
import { claimedCards, nonClaimedCards } from '../cards/lists';
import { cards } from '../cards/page';
import type { SignedInRequest, Step } from '../handler';
import { activatedLicenses, nonActivatedLicenses } from '../lead-capture/lists';
import { leadCapture } from '../lead-capture/page';
import type { Product } from '../product/define-product';
import { loadRows } from '../product/page';

/** Why nothing can be compared. */
export interface Refused {
  readonly problem: string;
}

type Fetch = Step<readonly CurrentRows[] | Refused>;

/** A function that fetches a list of today, whose columns are called as in exports. */
function rowsOf<Stats extends object, Row>(
  product: Product<Stats>,
  list: { readonly rows: (stats: Stats) => ListOf<Row> | undefined; readonly unreadable: string },
  columns: Readonly<Partial<Record<keyof ExportRow, TextsOf<Row> | CountsOf<Row>>>>,
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
    const blocks: CurrentRows[] = [];
    for (let from = 0; from < rows.length; from += blocks.at(-1)?.length ?? 0) {
      // All at once would block other requests.
      await nextTurn();
      const block = rows.block(
        names.map(([, key]) => key),
        from,
      );
      const renamed = names.map(([name, key]) => [name, block.columns[key]] as const);
      blocks.push({ length: block.length, columns: Object.fromEntries(renamed) });
    }
    return blocks;
  };
}

const licenses = rowsOf(leadCapture, activatedLicenses, {
  email: 'email',
  id: 'licenseId',
  leads: 'leadsTotal',
});
const claimed = rowsOf(cards, claimedCards, {
  email: 'email',
  id: 'cardId',
  name: 'name',
  jobTitle: 'jobTitle',
  visits: 'totalViews',
});

const sources: Readonly<Record<Exclude<ExportKind, 'people'>, readonly Fetch[]>> = {
  licenses: [licenses],
  cards: [claimed],
  nonActivatedLicenses: [rowsOf(leadCapture, nonActivatedLicenses, { id: 'licenseId' })],
  nonClaimedCards: [rowsOf(cards, nonClaimedCards, { id: 'cardId' })],
};

/** Fetches the rows of today that an export of this kind would have. */
export async function fetchCurrentRows(
  request: SignedInRequest,
  { kind, counted }: Pick<Export, 'kind' | 'counted'>,
  dependencies: Dependencies,
): Promise<readonly CurrentRows[] | Refused> {
  // An export of people has the columns of the company's products.
  const people = { leads: licenses, visits: claimed };
  const lists = kind === 'people' ? counted.map(measure => people[measure]) : sources[kind];
  const fetched = await Promise.all(lists.map(fetch => fetch(request, dependencies)));
  return fetched.find(each => 'problem' in each) ?? fetched.flatMap(each => ('problem' in each ? [] : each));
}
