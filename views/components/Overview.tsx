import { Island } from '../Island';
import { Finding, type FindingProps } from './Finding';
import { Meter, type MeterProps } from './Meter';

export interface OverviewProps {
  /** A code for customers; empty for none. */
  readonly code?: {
    readonly label: string;
    /** The name of the code, for screen readers. */
    readonly kind: string;
    readonly text: string;
    readonly hint: string;
  };
  readonly metrics: readonly {
    readonly label: string;
    readonly value: string;
    readonly note?: string | undefined;
  }[];
  readonly meter: MeterProps;
}

interface Props extends OverviewProps {
  readonly idle: FindingProps | undefined;
}

/** A product's figures. */
export function Overview({ code, metrics, meter, idle }: Props) {
  return (
    <div className="card-body">
      <div className="overview-figures">
        {code ? (
          <div className="overview-code">
            <p className="hint">{code.label}</p>
            {code.text === '' ? (
              <p>–</p>
            ) : (
              <div className="actions">
                <code className="badge">{code.text}</code>
                <Island name="CopyButton" props={{ text: code.text, kind: code.kind, label: 'Copy' }} />
              </div>
            )}
            <p className="hint">{code.hint}</p>
          </div>
        ) : null}
        <dl className="metrics">
          {metrics.map(({ label, value, note }) => (
            <div key={label} className="metric">
              <dt>{label}</dt>
              <dd>{value}</dd>
              {note === undefined ? null : <dd className="hint">{note}</dd>}
            </div>
          ))}
        </dl>
      </div>
      <hr />
      <Meter {...meter} />
      {idle === undefined ? null : <Finding {...idle} />}
    </div>
  );
}
