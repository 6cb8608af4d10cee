import { formatCount } from '../../../shared/format-count';
import { idField, productTerms } from '../../../shared/products';
import type { ConfirmDialogProps } from '../../../views/Island';
import type { ProductStats } from '../../backends/product-stats';
import { escapeId, unescapeId } from '../../removals/items';
import { capitalize } from '../format';
import type { PageContext, Product } from './define-product';

/** The dialog that removes a row of a list, open if the URL names one, and a notice if that row is gone. */
export function presentRemoval(
  { key, url, lists, removal, path, dialog: name }: Product,
  { items }: ProductStats,
  { state, query, formKey }: PageContext,
): { readonly dialog: ConfirmDialogProps; readonly notice: string | undefined } {
  const { verb, doing, removalPath } = productTerms[key];
  const named = query[name];
  // The URL may name only rows of the administrator's own list (P101, P127).
  const row = typeof named === 'string' ? items?.claimed.find('id', unescapeId(named)) : undefined;
  return {
    dialog: {
      name,
      ...removal,
      busyLabel: `${doing}...`,
      confirmLabel: `${verb} ${capitalize(key)}`,
      danger: true,
      action: url(removalPath, state),
      formKey,
      field: idField(key),
      productKey: key,
      cancelHref: `${url(path, state)}#${lists.claimed.id}`,
      item: row && {
        id: escapeId(row.id),
        email: row.email,
        subject: [row.name ?? '', row.email].filter(text => text !== ''),
        recentActivity: formatCount(row.last30Days),
      },
    },
    notice: row || named === undefined ? undefined : `This ${key} is no longer in the list.`,
  };
}
