import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { Icon } from '../../client/Icon';
import { CopyButton } from './CopyButton';
import { LinkButton } from './LinkButton';

export interface KeyFigure {
  readonly label: string;
  readonly value: string;
  /** Explains the value, such as '88% of purchased'. Not shown on phones. */
  readonly note?: string | undefined;
}

/** Says that few licenses or cards are left. */
export interface FewLeft {
  /** For example: “12 licenses left.” */
  readonly lead: string;
  readonly text: string;
  /** The list of those who do not use theirs. */
  readonly href: string | undefined;
}

export interface OverviewProps {
  /** A code for customers; empty for none. */
  readonly code?: {
    readonly label: string;
    /** The name of the code, for screen readers. */
    readonly kind: string;
    readonly text: string;
    readonly hint: string;
  };
  readonly figures: readonly KeyFigure[];
  readonly fewLeft?: FewLeft | undefined;
}

interface Props extends OverviewProps {
  /** Next to the code, or else at the end. */
  readonly actions: ReactNode;
}

/** A product's figures, and either its code or its actions. */
export function Overview({ code, figures, fewLeft, actions }: Props) {
  return (
    <section className="panel strip" aria-label="Overview">
      <div className="strip-cells">
        {code ? (
          <div className="strip-code">
            <p className="hint">{code.label}</p>
            <div className="actions">
              {code.text === '' ? (
                <span>–</span>
              ) : (
                <>
                  <code translate="no" className="badge">
                    {code.text}
                  </code>
                  <CopyButton kind={`${code.kind} ${code.text}`} label="Copy" />
                </>
              )}
              {actions}
            </div>
            <p className="hint">{code.hint}</p>
          </div>
        ) : null}
        <dl className="figures">
          {figures.map(({ label, value, note }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
              {note === undefined ? null : <dd className="hint">{note}</dd>}
            </div>
          ))}
        </dl>
        {code ? null : <div className="actions strip-actions">{actions}</div>}
      </div>
      {fewLeft ? (
        <div className="between few-left">
          <Icon shape={TriangleAlert} />
          <p>
            <strong>{fewLeft.lead}</strong> {fewLeft.text}
          </p>
          {fewLeft.href && <LinkButton href={fewLeft.href} label="See who is idle" variant="small" />}
        </div>
      ) : null}
    </section>
  );
}
