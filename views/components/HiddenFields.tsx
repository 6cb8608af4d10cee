/** Names and values of form fields, in their order. */
export type FormFields = readonly (readonly [name: string, value: string])[];

/** Hidden form fields. Repeated pairs of a name and a value are rendered once. */
export function HiddenFields({ fields }: { readonly fields: FormFields }) {
  const unique = new Map(fields.map(field => [field.join(' '), field]));
  return [...unique].map(([key, [name, value]]) => (
    <input key={key} type="hidden" name={name} value={value} />
  ));
}
