import type { DataKind } from './Mark';
import type { PlotTitle } from './PlotHead';

export interface BarChartProps extends PlotTitle {
  /** Every bar and its value, unless the bars are links, which say it themselves. */
  readonly label?: string;
  readonly bars: readonly ChartBar[];
  /** Whether the chart is as high as a list next to it. */
  readonly isTall?: boolean;
  /** Whether narrow screens have room for every second name only. */
  readonly isDense: boolean;
}

export interface ChartBar {
  readonly kind: Extract<DataKind, 'used' | 'idle'>;
  readonly name: string;
  readonly value: string;
  /** The length of the bar, from 0 to 1. */
  readonly length: number;
  /** The list of what the bar counts. */
  readonly link?: { readonly href: string; readonly isCurrent: boolean } | undefined;
}

// In pixels.
const HEIGHT = 120;
const TALL_HEIGHT = 216;
/** Of the names, below the base line. */
const NAMES_HEIGHT = 24;
/** Of the highest bar's value, above it. */
const VALUES_HEIGHT = 24;
/** Of a bar that is not empty. */
const MIN_BAR_HEIGHT = 2;
/** The line of the base of a bar's value, above the bar. */
const VALUE_GAP = 7;
/** The line of the base of a bar's name, above the end of the chart. */
const NAME_GAP = 6;
/** The part of a column that its bar takes. */
const BAR_SHARE = 0.68;

/** Bars side by side, each with its value above and its name below. */
export function BarChart({ title, label, bars, isTall = false, isDense }: BarChartProps) {
  const column = 100 / bars.length;
  const height = isTall ? TALL_HEIGHT : HEIGHT;
  const baseLine = height - NAMES_HEIGHT;
  return (
    <svg
      className={isDense ? 'bar-chart dense' : 'bar-chart'}
      role={bars.some(({ link }) => link) ? 'group' : 'img'}
      aria-label={label === undefined ? title : `${title}: ${label}`}
      width="100%"
      height={height}
    >
      <line className="base-line" x2="100%" y1={baseLine} y2={baseLine} />
      {bars.map(({ link, ...bar }, index) =>
        link ? (
          <a key={bar.name} href={link.href} aria-current={link.isCurrent ? 'true' : undefined}>
            <rect className="hit" x={percent(index * column)} width={percent(column)} />
            <ColumnBar {...bar} column={column} index={index} baseLine={baseLine} />
          </a>
        ) : (
          <g key={bar.name}>
            <ColumnBar {...bar} column={column} index={index} baseLine={baseLine} />
          </g>
        ),
      )}
    </svg>
  );
}

interface ColumnProps extends Omit<ChartBar, 'link'> {
  /** The width of a column, as a percentage. */
  readonly column: number;
  readonly index: number;
  /** How far it is from the top of the chart. */
  readonly baseLine: number;
}

function ColumnBar({ kind, name, value, length, column, index, baseLine }: ColumnProps) {
  const longest = baseLine - VALUES_HEIGHT;
  const height = length > 0 ? Math.max(MIN_BAR_HEIGHT, Math.round(length * longest)) : 0;
  const middle = percent((index + 0.5) * column);
  return (
    <>
      <rect
        className={`data-${kind}`}
        x={percent((index + (1 - BAR_SHARE) / 2) * column)}
        y={baseLine - height}
        width={percent(BAR_SHARE * column)}
        height={height}
      />
      <text className="bar-name" x={middle} y={baseLine + NAMES_HEIGHT - NAME_GAP}>
        {name}
      </text>{' '}
      <text x={middle} y={baseLine - height - VALUE_GAP}>
        {value}
      </text>
    </>
  );
}

function percent(value: number): string {
  return `${Math.round(value * 10) / 10}%`;
}
