import { CopyButton } from './CopyButton';
import { Finding, type FindingProps } from './Finding';
import { type Metric, Metrics } from './Metrics';
import { BarChart, type BarChartProps } from './plots/BarChart';
import { UseBar, type UseBarProps } from './plots/UseBar';

export interface OverviewProps {
  /** A code for customers; empty for none. */
  readonly code?: {
    readonly label: string;
    /** The name of the code, for screen readers. */
    readonly kind: string;
    readonly text: string;
    readonly hint: string;
  };
  readonly metrics: readonly Metric[];
  /** Undefined if there are no licenses. */
  readonly use?: UseBarProps | undefined;
  /** Unused licenses; undefined if there are none. */
  readonly unused?: FindingProps | undefined;
  /** How many rows have how much activity; undefined if there are no rows. */
  readonly distribution?: BarChartProps | undefined;
}

/** A product's figures, how its licenses are used, and what to do about unused ones. */
export function Overview({ code, metrics, use, unused, distribution }: OverviewProps) {
  return (
    <div className="panel-body">
      <div className="overview-figures">
        {code ? (
          <div className="overview-code">
            <p className="hint">{code.label}</p>
            {code.text === '' ? (
              <p>–</p>
            ) : (
              <div className="actions">
                <code className="badge">{code.text}</code>
                <CopyButton kind={`${code.kind} ${code.text}`} label="Copy" />
              </div>
            )}
            <p className="hint">{code.hint}</p>
          </div>
        ) : null}
        <Metrics metrics={metrics} size="large" />
      </div>
      {use ? (
        <>
          <hr />
          <UseBar {...use} height={24} />
        </>
      ) : null}
      {unused ? <Finding {...unused} /> : null}
      {distribution ? (
        <details className="distribution" open={distribution.bars.some(({ link }) => link?.isCurrent)}>
          <summary>
            <strong>{distribution.title}</strong> <small>{distribution.caption}</small>
          </summary>
          <BarChart {...distribution} />
        </details>
      ) : null}
    </div>
  );
}
