export interface MeterProps {
  /** The share that is used, as a percentage. */
  readonly width: string;
  readonly label: string;
}

/** A bar for the share that is used. It has SVG attributes, because the CSP forbids style attributes. */
export function Meter({ width, label }: MeterProps) {
  return (
    <svg className="meter" role="img" aria-label={label} width="100%" height="8">
      <rect className="track" width="100%" height="8" rx="4" />
      <rect className="fill" width={width} height="8" rx="4" />
    </svg>
  );
}
