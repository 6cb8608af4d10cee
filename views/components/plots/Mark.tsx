/** The kinds of data in a plot. Each has a color and a shape of its own, so that nothing depends on hue. */
export type DataKind = 'used' | 'idle' | 'never' | 'available' | 'outline' | 'neutral';

/** Longer than any bar, in pixels. */
const HATCH_LENGTH = 4000;
const HATCH_HEIGHT = 24;

/** Fills an `<svg>` with the color and shape of its data. Without a pattern, whose ID would repeat on the dashboard. */
export function Mark({ kind }: { readonly kind: DataKind }) {
  switch (kind) {
    case 'never':
      return (
        <line
          className="data-never"
          x2={HATCH_LENGTH}
          y1={HATCH_HEIGHT / 2}
          y2={HATCH_HEIGHT / 2}
          strokeWidth={HATCH_HEIGHT}
          strokeDasharray="6 3"
          transform="skewX(-45)"
        />
      );
    case 'available':
    case 'outline':
      // Half of the stroke is outside.
      return <rect className={`data-${kind}`} rx="4" strokeWidth="3" />;
    default:
      return <rect className={`data-${kind}`} />;
  }
}
