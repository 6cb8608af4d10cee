export interface MeterProps {
  readonly value: number;
  readonly total: number;
  readonly label: string;
}

/** How much of a total is used. Drawn with SVG attributes, since the CSP forbids style attributes. */
export function Meter({ value, total, label }: MeterProps) {
  return (
    <svg className="meter" role="img" aria-label={label} width="100%" height="8">
      <rect className="track" width="100%" height="8" rx="4" />
      <rect className="fill" width={`${share(value, total)}%`} height="8" rx="4" />
    </svg>
  );
}

const BAR_WIDTH = 64;

/** A small bar beside a figure, to compare it with the largest at a glance. */
export function Bar({ start, length }: { readonly start: string; readonly length: string }) {
  return (
    <svg className="bar" aria-hidden="true" width={BAR_WIDTH} height="6">
      <rect x={start} width={length} height="6" rx="3" />
    </svg>
  );
}

/** Where the bar of a figure starts, so that it ends beside it, and how long it is. */
export function barOf(value: number, largest: number): { readonly start: string; readonly length: string } {
  const length = Math.round((share(value, largest) / 100) * BAR_WIDTH);
  return { start: String(BAR_WIDTH - length), length: String(length) };
}

/** Percentage from 0 to 100. */
function share(value: number, total: number): number {
  return total > 0 ? Math.min(100, Math.round((value / total) * 1000) / 10) : 0;
}
