import { type DataKind, Mark } from './Mark';

export interface UsePart {
  readonly kind: DataKind;
  readonly label: string;
  readonly count: string;
  /** The count as a percentage of all, rounded. */
  readonly share: string;
  /** Its part of the bar, as a percentage; undefined if it is empty. */
  readonly width: string | undefined;
  /** The list of these items; undefined if there is none. */
  readonly href: string | undefined;
  /** Whether the page shows that list. */
  readonly isCurrent: boolean;
}

export interface UseProps {
  /** Every part and its count. */
  readonly label: string;
  readonly parts: readonly UsePart[];
}

export interface FilterBarProps extends UseProps {
  /** The list without this filter; undefined if it is empty. */
  readonly all: { readonly count: string; readonly href: string; readonly isCurrent: boolean } | undefined;
}

interface Props extends UseProps {
  /** In pixels. */
  readonly height: 16 | 20;
}

/** A bar for the state of all licenses or people. */
function UseBar({ label, parts, height }: Props) {
  return (
    <div className="use-bar" role="img" aria-label={label}>
      {parts.map(({ kind, width }) =>
        width === undefined ? null : (
          <svg key={kind} width={width} height={height} aria-hidden="true">
            <Mark kind={kind} />
          </svg>
        ),
      )}
    </div>
  );
}

/** A bar above a list. Its legend filters the list. */
export function FilterBar({ all, ...use }: FilterBarProps) {
  return (
    <>
      <UseBar {...use} height={16} />
      <ul className="filter">
        {all === undefined ? null : (
          <li>
            <a href={all.href} aria-current={all.isCurrent ? 'true' : undefined}>
              All <strong>{all.count}</strong>
            </a>
          </li>
        )}
        {use.parts.map(part => (
          <Part key={part.kind} {...part} />
        ))}
      </ul>
    </>
  );
}

/** A bar with its legend in equal columns, whose entries lead to their lists. */
export function UseLegend(use: UseProps) {
  return (
    <>
      <UseBar {...use} height={20} />
      <ul className="legend">
        {use.parts.map(part => (
          <Part key={part.kind} {...part} hasShare />
        ))}
      </ul>
    </>
  );
}

function Part({
  kind,
  label,
  count,
  share,
  href,
  isCurrent,
  hasShare,
}: UsePart & { readonly hasShare?: boolean }) {
  const content = (
    <>
      <svg aria-hidden="true">
        <Mark kind={kind} />
      </svg>
      <span>{label}</span> <strong>{count}</strong>
      {hasShare ? <small> {share}</small> : null}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <span>{content}</span>
      ) : (
        <a href={href} aria-current={isCurrent ? 'true' : undefined}>
          {content}
        </a>
      )}
    </li>
  );
}
