import { Search } from 'lucide-react';
import { Icon, SymbolIcon } from '../../client/Icon';
import { QUERY_MAX_LENGTH } from '../../shared/list-state';
import { type FormFields, HiddenFields } from './HiddenFields';

export interface SearchFormProps {
  /** The list's page, with the fragment of the list. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly name: string;
  readonly query: string;
  /** On phones, it is behind a button. */
  readonly select: SelectProps | undefined;
  /** Sorts the list on phones, which have no column headings. */
  readonly sortBy: SelectProps | undefined;
  /** The rest of the list state, preserved by a search. */
  readonly hidden: FormFields;
  /** The list without its search, if it has one. */
  readonly clearHref: string | undefined;
}

/** The search form of a list. Works without JavaScript. */
export function SearchForm({
  action,
  label,
  placeholder,
  name,
  query,
  select,
  sortBy,
  hidden,
  clearHref,
}: SearchFormProps) {
  const hasFilter = select !== undefined || sortBy !== undefined;
  const sheetId = `in-${name}`;
  return (
    <search>
      <form className="search" action={action}>
        <span className="search-box">
          <Icon shape={Search} />
          <input
            type="search"
            name={name}
            defaultValue={query}
            placeholder={placeholder}
            aria-label={label}
            aria-keyshortcuts="/"
            autoComplete="off"
            // Password managers ignore `autocomplete`, and would offer addresses.
            data-1p-ignore=""
            data-bwignore=""
            data-lpignore="true"
            maxLength={QUERY_MAX_LENGTH}
          />
        </span>
        <HiddenFields fields={hidden} />
        {hasFilter ? (
          <>
            <button type="button" className="button" popoverTarget={sheetId}>
              Filter
            </button>
            <div id={sheetId} className="sheet" popover="">
              {select && <SheetField {...select} />}
              {sortBy && <SheetField className="order" {...sortBy} />}
              <button type="submit" className="button primary">
                Show
              </button>
            </div>
          </>
        ) : null}
        <button type="submit" className="button">
          Search
        </button>
        {clearHref === undefined ? null : (
          <a className="button plain" href={clearHref}>
            Clear
          </a>
        )}
      </form>
    </search>
  );
}

interface SelectProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly className?: string;
}

/** A select that looks the same in every browser. Its name is visible only on phones. */
function SheetField({ name, label, value, options, className }: SelectProps) {
  return (
    <div className={className}>
      <strong>{label}</strong>
      <span className="select-field">
        <select name={name} aria-label={label} defaultValue={value}>
          {options.map(option => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
        <SymbolIcon name="chevron" />
      </span>
    </div>
  );
}
