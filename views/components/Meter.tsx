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

/** A small bar beside a figure, to compare it with the largest at a glance. */
export function Bar({ value, largest }: { readonly value: number; readonly largest: number }) {
  return (
    <svg className="bar" aria-hidden="true" width="64" height="6">
      <rect x={64 - width(value, largest)} width={width(value, largest)} height="6" rx="3" />
    </svg>
  );
}

function width(value: number, largest: number): number {
  return Math.round((share(value, largest) / 100) * 64);
}

/** Percentage from 0 to 100. */
function share(value: number, total: number): number {
  return total > 0 ? Math.min(100, Math.round((value / total) * 1000) / 10) : 0;
}
