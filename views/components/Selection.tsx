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
  /** Names the row for screen readers. */
  readonly what: string;
}

/** A row's checkbox. */
export function SelectRow({ name, id, isSelected, what }: SelectRowProps) {
  return (
    <input
      type="checkbox"
      className="select-box"
      name={name}
      value={id}
      aria-label={`Select ${what}`}
      defaultChecked={isSelected}
      data-select-row=""
    />
  );
}

/** The checkbox for the whole page. It needs JavaScript; without it, the bar has a link. */
export function SelectPage() {
  return (
    <input
      type="checkbox"
      className="select-box only-scripted"
      aria-label="Select this page"
      data-select-page=""
    />
  );
}

interface FormProps {
  readonly selection: SelectionProps;
  readonly children: ReactNode;
}

/** The form around a list with selectable rows. It leads to a review. */
export function SelectionForm({ selection, children }: FormProps) {
  const { action, isPageSelected, selectHref, clearHref, allLabel, count } = selection;
  return (
    <form method="post" action={action} data-selection="">
      {children}
      <SelectionBar count={isPageSelected ? count : null}>
        {isPageSelected ? null : (
          <a className="button only-unscripted" href={selectHref}>
            Select this page
          </a>
        )}
        {allLabel === undefined ? null : (
          <button type="submit" className="button" name="all" value="1">
            {allLabel}
          </button>
        )}
        <a
          className={isPageSelected ? 'button' : 'button only-scripted'}
          href={clearHref}
          data-select-clear=""
        >
          Clear<span className="visually-hidden"> the selection</span>
        </a>
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

/** The bar at the end of a form with selectable rows. */
export function SelectionBar({ count, children }: BarProps) {
  return (
    <div className="selection-bar">
      <span className="selection-count" role="status" data-select-count="">
        {count}
      </span>
      <button type="submit" className="button" data-select-submit="">
        Deactivate selected
      </button>
      {children}
    </div>
  );
}
