import { type DataKind, Mark } from './Mark';

export interface UsePart {
  readonly kind: DataKind;
  readonly label: string;
  readonly count: string;
  /** The count as a percentage of all, rounded. */
  readonly share: string;
  /** Its part of the bar, as a percentage; undefined if it is empty. */
  readonly width: string | undefined;
  /** The list of these items; undefined if there are none. */
  readonly href: string | undefined;
  /** Whether the page shows that list. */
  readonly isCurrent: boolean;
}

export interface UseBarProps {
  /** For instance “How the 500 licenses are used”. */
  readonly title: string;
  /** Every part and its count. */
  readonly label: string;
  readonly parts: readonly UsePart[];
}

interface Props extends UseBarProps {
  /** In pixels. */
  readonly height: 20 | 24;
}

/** A bar for the state of all licenses, and its legend, whose entries lead to their lists. */
export function UseBar({ title, label, parts, height }: Props) {
  return (
    <>
      <div className="use-bar" role="img" aria-label={`${title}: ${label}`}>
        {parts.map(({ kind, width }) =>
          width === undefined ? null : (
            <svg key={kind} width={width} height={height} aria-hidden="true">
              <Mark kind={kind} />
            </svg>
          ),
        )}
      </div>
      <ul className="legend">
        {parts.map(({ href, isCurrent, ...part }) => (
          <li key={part.kind}>
            {href === undefined ? (
              <span>
                <Entry {...part} />
              </span>
            ) : (
              <a href={href} aria-current={isCurrent ? 'true' : undefined}>
                <Entry {...part} />
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

function Entry({ kind, label, count, share }: Pick<UsePart, 'kind' | 'label' | 'count' | 'share'>) {
  return (
    <>
      <svg aria-hidden="true">
        <Mark kind={kind} />
      </svg>
      <span>{label}</span> <strong>{count}</strong> <small>{share}</small>
    </>
  );
}
