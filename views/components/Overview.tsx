import { paths } from '../../shared/paths';
import { Island } from '../Island';
import { type IdleContent, IdleNote } from './IdleNote';
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
  readonly idle: IdleContent | undefined;
}

/** A product's figures. */
export function Overview({ code, metrics, meter, idle }: Props) {
  return (
    <>
      {code ? (
        <div className="card-row">
          <span className="muted">{code.label}</span>
          {code.text === '' ? (
            <span>–</span>
          ) : (
            <>
              <code className="badge">{code.text}</code>
              <Island name="CopyButton" props={{ text: code.text, kind: code.kind, label: 'Copy' }} />
            </>
          )}
          <span className="hint">{code.hint}</span>
        </div>
      ) : null}
      <dl className="metrics">
        {metrics.map(({ label, value, note }) => (
          <div key={label} className="metric">
            <dt>{label}</dt>
            <dd>
              {value}
              {note === undefined ? null : <small> {note}</small>}
            </dd>
          </div>
        ))}
      </dl>
      <div className="card-meter">
        <Meter {...meter} />
      </div>
      {idle === undefined ? null : <IdleNote href={idle.href} text={idle.found} />}
      <IdleNote href={paths.leavers} text="Check a list of leavers" />
    </>
  );
}
