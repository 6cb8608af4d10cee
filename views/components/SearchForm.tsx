import { Search } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { QUERY_MAX_LENGTH } from '../../shared/list-state';
import { type FormFields, HiddenFields } from './HiddenFields';
import { Select, type SelectProps } from './Select';

export interface SearchFormProps {
  /** The list's page, with the fragment of the list. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly name: string;
  readonly query: string;
  readonly selects: readonly SelectProps[];
  /** Sorts the list on phones, which have no column headings. */
  readonly sortBy: (SelectProps & { readonly hidden: FormFields }) | undefined;
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
  selects,
  sortBy,
  hidden,
  clearHref,
}: SearchFormProps) {
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
        {selects.map(select => (
          <Select key={select.name} {...select} />
        ))}
        <HiddenFields fields={hidden} />
        <button type="submit" className="button">
          Search
        </button>
        {clearHref === undefined ? null : (
          <a className="button plain" href={clearHref}>
            Clear
          </a>
        )}
      </form>
      {sortBy === undefined ? null : (
        <form className="order" action={action} data-submit-on-change="">
          <HiddenFields fields={sortBy.hidden} />
          <Select {...sortBy} />
          <button type="submit" className="button only-unscripted">
            Sort
          </button>
        </form>
      )}
    </search>
  );
}
