export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  /** Explains the value, such as '88% of purchased'. Not shown on phones. */
  readonly note?: string | undefined;
}

/** Figures side by side: the cells of a strip. */
export function KeyFigures({ figures }: { readonly figures: readonly KeyFigure[] }) {
  return (
    <dl className="figures">
      {figures.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
          {note === undefined ? null : <dd className="hint">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}
