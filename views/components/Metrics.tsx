export interface Metric {
  readonly label: string;
  readonly value: string;
  /** Explains the value, for instance '88% of purchased'. Not shown on phones. */
  readonly note?: string | undefined;
  /** The list of the counted items. */
  readonly href?: string | undefined;
}

/** Figures side by side: the cells of a strip. */
export function Metrics({ metrics }: { readonly metrics: readonly Metric[] }) {
  return (
    <dl className="metrics">
      {metrics.map(({ label, value, note, href }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
          {note === undefined ? null : <dd className="hint">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
