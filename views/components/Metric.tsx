export interface MetricProps {
  readonly label: string;
  readonly value: string;
  readonly note?: string | undefined;
}

/** One figure of an overview. */
export function Metric({ label, value, note }: MetricProps) {
  return (
    <div className="metric">
      <dt>{label}</dt>
      <dd>
        {value}
        {note === undefined ? null : <small> {note}</small>}
      </dd>
    </div>
  );
}
