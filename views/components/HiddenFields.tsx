/** Form fields as name and value. A pair that is repeated is rendered once. */
export function HiddenFields({
  fields,
}: {
  readonly fields: readonly (readonly [name: string, value: string])[];
}) {
  const unique = new Map(fields.map(field => [field.join(' '), field]));
  return [...unique].map(([key, [name, value]]) => (
    <input key={key} type="hidden" name={name} value={value} />
  ));
}
