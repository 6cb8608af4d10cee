import { withParameter } from '../../../shared/paths';
import type { ReadyContent } from '../../../views/components/ProductPage';
import type { TextsOf } from '../../lists/table';
import type { Removable, RemovableRows } from './list-definition';
import type { PageContext } from './page';
import type { Product } from './product';

/** Returns the dialog that removes a row of a list, open if the URL names one, and a notice if that row is gone. */
export function presentRemoval<Stats, Row>(
  product: Pick<Product<never>, 'path' | 'address' | 'itemField'>,
  { id, rows, removable }: RemovableRows<Stats, Row>,
  stats: Stats,
  { state, query, once }: PageContext,
): Pick<ReadyContent, 'dialogs' | 'notice'> {
  const { path, dialog, verb, noun, warning, gone } = removable;
  const named = query[dialog.name];
  // The URL may name only rows of the administrator's own list (P101, P127).
  const row = typeof named === 'string' ? rows(stats)?.find(removable.id, named) : undefined;
  return {
    dialogs: [
      {
        ...dialog,
        warning,
        confirmLabel: `${verb} ${noun}`,
        danger: true,
        action: product.address(path, state),
        once,
        field: product.itemField,
        cancelHref: `${product.address(product.path, state)}#${id}`,
        item: row && presentItem(removable, row),
      },
    ],
    notice: row || named === undefined ? undefined : gone,
  };
}

/** Returns the targets of the links that open the dialog for rows. */
export function presentTargets<Row>(
  removable: Removable<Row>,
  rows: readonly Texts<Row>[],
  pageAddress: string,
) {
  const { id, dialog } = removable;
  const dialogAddress = withParameter(pageAddress, dialog.name);
  return rows.map(row => ({
    href: dialogAddress(row[id]),
    dialog: dialog.name,
    item: presentItem(removable, row),
  }));
}

type Texts<Row> = Readonly<Record<TextsOf<Row>, string>>;

/** Returns a row as the dialog describes it. */
function presentItem<Row>({ id, subject }: Removable<Row>, row: Texts<Row>) {
  return { id: row[id], subject: subject.map(column => row[column]).filter(text => text !== '') };
}
