import { Mail, Send } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import type { ProductKey } from '../../shared/products';
import type { SelectableKind } from '../../shared/removals';
import { AccountField } from '../Account';
import { Memo } from '../rendering';

export interface SelectionProps {
  readonly kind: SelectableKind;
  readonly action: string;
  /** Identifies the rows of the page. */
  readonly rowsKey: string;
  /** The name under which the tab stores the selection for the other pages of the list. */
  readonly storedAs: string;
  /** Where the rest of the selection is; by default, on other pages. */
  readonly elsewhere?: string | undefined;
  /** The product to which the selected people can be invited. */
  readonly invitation?: { readonly productKey: ProductKey; readonly label: string } | undefined;
}

/** The checkbox for the whole page. It needs JavaScript. */
export function SelectPage() {
  return (
    <label className="only-scripted">
      <input type="checkbox" aria-label="Select this page" data-select-page="" />
    </label>
  );
}

interface FormProps {
  readonly selection: SelectionProps;
  readonly children: ReactNode;
}

/**
 * The form around a list with selectable rows. It opens a review. Back restores checkboxes by their position in a form of the
 * same name, or whose first field has the same: if the rows have changed meanwhile, others would be selected.
 */
export function SelectionForm({ selection, children }: FormProps) {
  const { kind, action, rowsKey, storedAs, elsewhere, invitation } = selection;
  return (
    <form
      method="post"
      action={action}
      name={rowsKey}
      data-selection={kind}
      data-selection-key={storedAs}
      data-busy-form="reads"
    >
      <input type="hidden" name={rowsKey} disabled />
      <AccountField />
      {children}
      <Memo as="div" className="selection-bar">
        <Actions elsewhere={elsewhere} invitation={invitation} />
      </Memo>
    </form>
  );
}

function Actions({
  elsewhere = 'on other pages',
  invitation,
}: Pick<SelectionProps, 'elsewhere' | 'invitation'>) {
  return (
    <>
      {/* How many rows are selected. A script writes it. */}
      <span role="status">
        <span data-select-count="" />
        <span className="wide" data-select-elsewhere={elsewhere} />
      </span>
      <button type="reset" className="button plain" data-select-rows="">
        Clear<span className="visually-hidden"> the selection</span>
      </button>
      <button type="submit" className="button" name="ask" value="1">
        <Icon shape={Mail} />
        Ask first
      </button>
      {invitation === undefined ? null : (
        <button type="submit" className="button wide" name="invite" value={invitation.productKey}>
          <Icon shape={Send} />
          {invitation.label}
        </button>
      )}
      <button type="submit" className="button primary" data-select-submit="">
        <span>
          Review<span className="wide"> removal</span>
        </span>
      </button>
    </>
  );
}
