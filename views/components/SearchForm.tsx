import { Search } from 'lucide-react';
import { Icon } from '../../client/Icon';
import { QUERY_MAX_LENGTH } from '../../shared/list-state';
import { type FormFields, HiddenFields } from './HiddenFields';

export interface SearchFormProps {
  /** The list's page, with the fragment of the list. */
  readonly action: string;
  readonly label: string;
  readonly placeholder: string;
  readonly name: string;
  readonly query: string;
  /** A further filter of the list. */
  readonly selects: readonly {
    readonly name: string;
    readonly label: string;
    readonly value: string;
    readonly options: readonly { readonly value: string; readonly label: string }[];
  }[];
  /** The rest of the list state, preserved by a search. */
  readonly hidden: FormFields;
  /** The list without a search; undefined when there is none to clear. */
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
  hidden,
  clearHref,
}: SearchFormProps) {
  return (
    <search>
      <form className="search" action={action}>
        <span className="field search-box">
          <Icon shape={Search} />
          <input
            type="search"
            name={name}
            defaultValue={query}
            placeholder={placeholder}
            size={placeholder.length}
            aria-label={label}
            aria-keyshortcuts="/"
            autoComplete="off"
            maxLength={QUERY_MAX_LENGTH}
          />
          <span className="search-key" aria-hidden="true">
            /
          </span>
        </span>
        {selects.map(select => (
          <label key={select.name} className="field">
            <span>{select.label}</span>
            <select name={select.name} aria-label={select.label} defaultValue={select.value}>
              {select.options.map(option => (
                <option key={option.value} value={option.value}>
                  {option.label}
                </option>
              ))}
            </select>
          </label>
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
    </search>
  );
}
