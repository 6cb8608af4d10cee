import { Mail } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import type { SelectableKind } from '../../shared/removals';
import { Memo } from '../rendering';
import { type FormFields, HiddenFields } from './HiddenFields';

/** The actions for the selected rows of a list. */
export interface SelectionProps {
  readonly kind: SelectableKind;
  /** The URL of the review. */
  readonly action: string;
  /** Identifies the rows of the page. */
  readonly rowsKey: string;
  /** The URL of the page with all rows selected, and with none. */
  readonly selectHref: string;
  readonly clearHref: string;
  /** For instance 'Select all 312 that match'; undefined if all matches are on this page. */
  readonly allLabel: string | undefined;
  /** The selected rows of other pages, and those that belong to another person by now. */
  readonly elsewhere: readonly string[];
  /** For instance '3 selected, 2 not on this page'; undefined if nothing is selected. */
  readonly count: string | undefined;
  /** For instance '2 not on this page'. */
  readonly note: string;
  /** The form that leads to this page, with the selected rows in its URL. */
  readonly keep: { readonly action: string; readonly hidden: FormFields };
}

export interface RowSelection {
  readonly name: SelectableKind;
  readonly value: string;
  readonly isSelected: boolean;
}

interface SelectRowProps extends RowSelection {
  /** Its name for screen readers, or the IDs of the elements that name it. */
  readonly label?: string;
  readonly labelledBy?: string;
}

/** A row's checkbox. */
export function SelectRow({ name, value, isSelected, label, labelledBy }: SelectRowProps) {
  return (
    <label>
      <input
        type="checkbox"
        name={name}
        value={value}
        aria-label={label}
        aria-labelledby={labelledBy}
        defaultChecked={isSelected}
      />
    </label>
  );
}

/** The checkbox for the whole page. It needs JavaScript; without it, the bar has a link. */
export function SelectPage() {
  return (
    <label className="only-scripted">
      <input type="checkbox" aria-label="Select this page" data-select-page="" />
    </label>
  );
}

/**
 * The first field of a form with selectable rows, which has the same name. Back restores checkboxes by their position in a
 * form of the same name, or with fields of the same names: if the rows have changed meanwhile, others would be selected.
 */
export function RowsKey({ name }: { readonly name: string }) {
  return <input type="hidden" name={name} disabled />;
}

/** The class of the bar at the end of a form with selectable rows. It is shown only while rows are selected. */
const BAR = 'selection-bar';

interface FormProps {
  readonly selection: SelectionProps;
  readonly children: ReactNode;
}

/** The form around a list with selectable rows. It leads to a review. */
export function SelectionForm({ selection, children }: FormProps) {
  const { kind, action, rowsKey, elsewhere, clearHref, allLabel, count, note, keep } = selection;
  return (
    <form method="post" action={action} name={rowsKey} data-selection={kind}>
      <RowsKey name={rowsKey} />
      {/* They come first, because the first rows are kept (P312). */}
      {elsewhere.length === 0 ? null : (
        <p data-select-elsewhere="">
          {elsewhere.map(value => (
            <span key={value}>
              <input type="hidden" name={kind} value={value} />
            </span>
          ))}
        </p>
      )}
      {children}
      <HiddenFields fields={keep.hidden} />
      <Memo as="div" className={BAR}>
        <Actions {...{ clearHref, allLabel, count, note }} keepAction={keep.action} />
      </Memo>
    </form>
  );
}

type ActionsProps = Pick<SelectionProps, 'clearHref' | 'allLabel' | 'count' | 'note'> & {
  readonly keepAction: string;
};

/** The actions for the selected rows of a list. */
function Actions({ clearHref, allLabel, count, note, keepAction }: ActionsProps) {
  return (
    <>
      <Review label="Remove selected" look="danger quiet" count={count} note={note} />
      <button type="submit" className="button" name="ask" value="1">
        <Icon shape={Mail} />
        Ask first
      </button>
      <span className="only-unscripted">
        <button type="submit" className="button plain" formMethod="get" formAction={keepAction}>
          Keep selection
        </button>{' '}
        <span className="hint">while you sort, search or change pages</span>
      </span>
      <span className="selection-all">
        {allLabel === undefined ? null : (
          <>
            <button type="submit" className="button plain wide" name="all" value="1">
              {allLabel}
            </button>{' '}
            <span className="hint">leads to the review</span>
          </>
        )}
        <a className="button plain" href={clearHref} data-select-rows="none">
          Clear<span className="visually-hidden"> the selection</span>
        </a>
      </span>
    </>
  );
}

interface ReviewProps {
  /** The label of its button. */
  readonly label: string;
  readonly look: 'danger quiet' | 'primary';
  /** Scripts update both. */
  readonly count?: string | undefined;
  readonly note?: string;
}

/** The bar of a form whose only action is a review. */
export function SelectionBar(props: ReviewProps) {
  return (
    <div className={BAR}>
      <Review {...props} />
    </div>
  );
}

/** How many rows are selected, and the button that leads to their review. */
function Review({ label, look, count, note }: ReviewProps) {
  return (
    <>
      <span className="visually-hidden" role="status" data-select-count="">
        {count}
      </span>
      {note === undefined ? null : (
        <span className="hint" aria-hidden="true" data-select-note="">
          {note}
        </span>
      )}
      <button type="submit" className={`button ${look}`} data-select-submit="">
        <span>
          {label.split(' ')[0]}
          <span className="wide"> {label.split(' ').slice(1).join(' ')}</span>
        </span>
      </button>
    </>
  );
}
