export interface Metric {
  readonly label: string;
  readonly value: string;
  /** Explains the value, for instance '88% of purchased'. Not shown on phones. */
  readonly note?: string | undefined;
  /** The list of what is counted. */
  readonly href?: string | undefined;
}

interface Props {
  readonly metrics: readonly Metric[];
  readonly size: 'large' | 'small';
}

/** The figures of a product, side by side. */
export function Metrics({ metrics, size }: Props) {
  return (
    <dl className={`metrics ${size}`}>
      {metrics.map(({ label, value, note, href }) => (
        <div key={label}>
          <dt>{size === 'small' ? <TwoLines text={label} /> : label}</dt>
          <dd>{href === undefined ? value : <a href={href}>{value}</a>}</dd>
          {note === undefined ? null : <dd className="hint">{note}</dd>}
        </div>
      ))}
    </dl>
  );
}

/** A text with a line break after its first comma, or else its first word. */
function TwoLines({ text }: { readonly text: string }) {
  const [, first = '', second = ''] = /^([^,]+,|\S+) (.*)$/.exec(text) ?? [];
  return (
    <>
      {`${first} `}
      <br />
      {second}
    </>
  );
}
