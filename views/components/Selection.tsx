import type { ReactNode } from 'react';
import type { RemovableKind } from '../../shared/removals';

/** The actions for the selected rows of a list. */
export interface SelectionProps {
  /** The URL of the review. */
  readonly action: string;
  /** Whether all rows of the page are selected. */
  readonly isPageSelected: boolean;
  /** The URL of the page with all rows selected, and with none. */
  readonly selectHref: string;
  readonly clearHref: string;
  /** For instance 'Select all 312 that match'; undefined if all matches are on this page. */
  readonly allLabel: string | undefined;
  /** For instance '25 selected'. */
  readonly count: string;
}

export interface RowSelection {
  readonly name: RemovableKind;
  readonly id: string;
  readonly isSelected: boolean;
}

interface SelectRowProps extends RowSelection {
  /** Its name for screen readers, or the IDs of the elements that name it. */
  readonly label?: string;
  readonly labelledBy?: string;
}

/** A row's checkbox. */
export function SelectRow({ name, id, isSelected, label, labelledBy }: SelectRowProps) {
  return (
    <label>
      <input
        type="checkbox"
        name={name}
        value={id}
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

interface FormProps {
  readonly selection: SelectionProps;
  readonly children: ReactNode;
}

/** The form around a list with selectable rows. It leads to a review. */
export function SelectionForm({ selection, children }: FormProps) {
  const { action, isPageSelected, clearHref, allLabel, count } = selection;
  return (
    <form method="post" action={action} data-selection="">
      {children}
      <SelectionBar count={isPageSelected ? count : null}>
        <span className="selection-all">
          {allLabel === undefined ? null : (
            <>
              <button type="submit" className="button plain" name="all" value="1">
                {allLabel}
              </button>{' '}
              <span className="hint">leads to the review</span>
            </>
          )}
          <a className="button plain" href={clearHref} data-select-clear="">
            Clear<span className="visually-hidden"> the selection</span>
          </a>
        </span>
      </SelectionBar>
    </form>
  );
}

interface BarProps {
  /** A script updates it. */
  readonly count?: string | null;
  /** Further actions. */
  readonly children?: ReactNode;
}

/** The bar at the end of a form with selectable rows. It is shown only while rows are selected. */
export function SelectionBar({ count, children }: BarProps) {
  return (
    <div className="selection-bar">
      <span className="selection-count visually-hidden" role="status" data-select-count="">
        {count}
      </span>
      <button type="submit" className="button danger quiet" data-select-submit="">
        Deactivate selected
      </button>
      {children}
    </div>
  );
}
