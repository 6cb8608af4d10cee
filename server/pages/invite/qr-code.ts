import { encode } from 'uqr';
import type { QrCodeProps } from '../../../views/pages/InvitePage';

/** The empty edge around a code, in modules (ISO/IEC 18004). */
const QUIET_ZONE = 4;

/** The QR code of an url, as a path of SVG in which each module is one unit. */
export function presentQrCode(url: string): QrCodeProps {
  const { data, size } = encode(url, { ecc: 'M', border: QUIET_ZONE });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return { size, path, label: `QR code of ${url}` };
}

export function qrCodeFile(url: string): string {
  const { size, path } = presentQrCode(url);
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<rect width="100%" height="100%" fill="#fff"/><path d="${path}"/></svg>`
  );
}
