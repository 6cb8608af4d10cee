import { SymbolIcon } from '../../client/Icon';

export interface SelectProps {
  readonly name: string;
  /** Its name, if no label on the page has its ID. */
  readonly label?: string;
  readonly id?: string;
  readonly value: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
}

/** A select that looks the same in every browser. */
export function Select({ name, label, id, value, options }: SelectProps) {
  return (
    <span className="select-field">
      <select name={name} id={id} aria-label={label} defaultValue={value}>
        {options.map(option => (
          <option key={option.value} value={option.value}>
            {option.label}
          </option>
        ))}
      </select>
      <SymbolIcon name="chevron" />
    </span>
  );
}
