export interface QrCodeProps {
  /** The number of modules on each side, with the empty edge. */
  readonly size: number;
  /** The dark modules, as a path. */
  readonly path: string;
  readonly label: string;
}

/** A QR code, black on white even in the dark theme, because some readers cannot read inverted ones. */
export function QrCode({ size, path, label }: QrCodeProps) {
  return (
    <svg
      className="qr-code"
      viewBox={`0 0 ${size} ${size}`}
      width="248"
      height="248"
      role="img"
      aria-label={label}
      shapeRendering="crispEdges"
    >
      <rect width="100%" height="100%" fill="white" />
      <path d={path} fill="black" />
    </svg>
  );
}
