import type { ReadyContent } from '../../../views/components/ProductPage';
import { escapeId, sentEmail, unescapeId } from '../../removals/items';
import type { RemovableList } from '../lists/define-list';
import { removalTerms } from '../products';
import type { PageContext, Product } from './define-product';

/** The dialog that removes a row of a list, open if the URL names one, and a notice if that row is gone. */
export function presentRemoval<Stats, Row>(
  product: Pick<Product<never>, 'path' | 'address' | 'itemField'>,
  { id, rows, removable }: RemovableList<Stats, Row>,
  stats: Stats,
  { state, query, once }: PageContext,
): Pick<ReadyContent, 'dialogs' | 'notice'> {
  const { kind, path, dialog, warning, gone } = removable;
  const { verb, noun } = removalTerms[kind];
  const named = query[dialog.name];
  // The URL may name only rows of the administrator's own list (P101, P127).
  const row = typeof named === 'string' ? rows(stats)?.find(removable.id, unescapeId(named)) : undefined;
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
        item: row && {
          id: escapeId(row[removable.id]),
          email: sentEmail(row[removable.email]),
          subject: removable.subject.map(column => row[column]).filter(text => text !== ''),
        },
      },
    ],
    notice: row || named === undefined ? undefined : gone,
  };
}
