import type { DataKind } from './Mark';
import type { PlotTitle } from './PlotHead';

export interface BarChartProps extends PlotTitle {
  /** Every bar and its value, unless the bars are links, which say it themselves. */
  readonly label?: string;
  readonly bars: readonly ChartBar[];
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

// In pixels, from the top of the chart.
const HEIGHT = 120;
const BASE_LINE = 96;
const MAX_BAR_HEIGHT = 72;
/** Of a bar that is not empty. */
const MIN_BAR_HEIGHT = 2;
/** The line of the base of a bar's value, above the bar. */
const VALUE_GAP = 7;
const NAME_LINE = 114;
/** The part of a column that its bar takes. */
const BAR_SHARE = 0.68;

/** Bars side by side, each with its value above and its name below. */
export function BarChart({ title, label, bars, isDense }: BarChartProps) {
  const column = 100 / bars.length;
  return (
    <svg
      className={isDense ? 'bar-chart dense' : 'bar-chart'}
      role={bars.some(({ link }) => link) ? 'group' : 'img'}
      aria-label={label === undefined ? title : `${title}: ${label}`}
      width="100%"
      height={HEIGHT}
    >
      <line className="base-line" x2="100%" y1={BASE_LINE} y2={BASE_LINE} />
      {bars.map(({ link, ...bar }, index) =>
        link ? (
          <a key={bar.name} href={link.href} aria-current={link.isCurrent ? 'true' : undefined}>
            <rect className="hit" x={percent(index * column)} width={percent(column)} />
            <ColumnBar {...bar} column={column} index={index} />
          </a>
        ) : (
          <g key={bar.name}>
            <ColumnBar {...bar} column={column} index={index} />
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
}

function ColumnBar({ kind, name, value, length, column, index }: ColumnProps) {
  const height = length > 0 ? Math.max(MIN_BAR_HEIGHT, Math.round(length * MAX_BAR_HEIGHT)) : 0;
  const middle = percent((index + 0.5) * column);
  return (
    <>
      <rect
        className={`data-${kind}`}
        x={percent((index + (1 - BAR_SHARE) / 2) * column)}
        y={BASE_LINE - height}
        width={percent(BAR_SHARE * column)}
        height={height}
      />
      <text className="bar-name" x={middle} y={NAME_LINE}>
        {name}
      </text>{' '}
      <text x={middle} y={BASE_LINE - height - VALUE_GAP}>
        {value}
      </text>
    </>
  );
}

function percent(value: number): string {
  return `${Math.round(value * 10) / 10}%`;
}
