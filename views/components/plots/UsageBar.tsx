/** The kinds of data in a plot. Each has a color and a shape of its own, so that nothing depends on hue. */
type DataKind = 'used' | 'idle' | 'never' | 'available' | 'outline' | 'neutral';

/** A part of a list, and the URL that shows it alone. */
interface FilterLink {
  readonly label: string;
  /** Ends the label where there is room. */
  readonly labelEnd?: string | undefined;
  /** What the label means. */
  readonly meaning?: string | undefined;
  readonly count: string;
  /** Only for a part that can be shown alone. */
  readonly href: string | undefined;
  readonly isCurrent: boolean;
}

export interface UsagePart extends FilterLink {
  readonly kind: DataKind;
  /** The count as a percentage of all, on the dashboard. */
  readonly share: string | undefined;
  /** The width of its piece of the bar, as a percentage. An empty part has none. */
  readonly width: string | undefined;
}

export interface UsageProps {
  /** Every part and its count. */
  readonly label: string;
  readonly parts: readonly UsagePart[];
}

export interface FilterBarProps extends UsageProps {
  /** The list without this filter, unless it is empty. */
  readonly all: Omit<FilterLink, 'label'> | undefined;
  /** Filters for rows that are in several parts. */
  readonly overlapping?: readonly FilterLink[];
}

/** A bar for the state of all licenses or people. Its height is in pixels. */
function UsageBar({ label, parts, height }: UsageProps & { readonly height: 16 | 20 }) {
  return (
    <div className="usage-bar" role="img" aria-label={label}>
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
export function FilterBar({ all, overlapping = [], ...usage }: FilterBarProps) {
  return (
    <>
      {usage.parts.some(({ width }) => width) ? <UsageBar {...usage} height={16} /> : null}
      <ul className="filter">
        {all ? <Part label="All" {...all} /> : null}
        {[...usage.parts, ...overlapping].map(part => (
          <Part key={part.label} {...part} share={undefined} />
        ))}
      </ul>
    </>
  );
}

/** A bar with its legend, whose entries link to their lists. Available has a place of its own. */
export function UsageLegend(usage: UsageProps) {
  const parts = usage.parts.filter(({ kind }) => kind !== 'available');
  return (
    <>
      <UsageBar {...usage} height={20} />
      {parts.length === 0 ? null : (
        <div className="columns legend">
          <p>Last 30 days</p>
          <ul>
            {parts.map(part => (
              <Part key={part.kind} {...part} />
            ))}
          </ul>
        </div>
      )}
    </>
  );
}

/** How many are available, in large, with the mark of their piece of the bar. */
export function Available({ count, href }: { readonly count: string; readonly href: string | undefined }) {
  return (
    <p className="available">
      <span>
        <Swatch kind="available" />
        {'\u2002'}
        {href === undefined ? 'Available' : <a href={href}>Available</a>}
      </span>{' '}
      <strong>{count}</strong>
    </p>
  );
}

function Swatch({ kind }: { readonly kind: DataKind }) {
  return (
    <svg aria-hidden="true">
      <Mark kind={kind} />
    </svg>
  );
}

type PartProps = FilterLink & Partial<Pick<UsagePart, 'kind' | 'share'>>;

function Part({ kind, label, labelEnd, meaning, count, share, href, isCurrent }: PartProps) {
  const content = (
    <>
      {kind === undefined ? null : <Swatch kind={kind} />}
      <span>
        {label}
        {labelEnd === undefined ? null : <span> {labelEnd}</span>}
      </span>{' '}
      <strong>{count}</strong>
      {share === undefined ? null : <small> {share}</small>}
    </>
  );
  return (
    <li>
      {href === undefined ? (
        <span title={meaning}>{content}</span>
      ) : (
        <a href={href} title={meaning} aria-current={isCurrent ? 'true' : undefined}>
          {content}
        </a>
      )}
    </li>
  );
}

/** Longer than any bar, in pixels. */
const HATCH_LENGTH = 4000;
const HATCH_MIDDLE = 12;

/** Fills an `<svg>` with the color and shape of its data. Without a pattern, whose ID would repeat on the dashboard. */
function Mark({ kind }: { readonly kind: DataKind }) {
  switch (kind) {
    case 'never':
      return (
        <line
          className="data-never"
          x2={HATCH_LENGTH}
          y1={HATCH_MIDDLE}
          y2={HATCH_MIDDLE}
          transform="skewX(-45)"
        />
      );
    case 'available':
    case 'outline':
      return <rect className="data-available" />;
    default:
      return <rect className={`data-${kind}`} />;
  }
}
