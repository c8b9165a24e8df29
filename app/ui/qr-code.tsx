import { encode } from "uqr";

/** A QR code: a path of unit squares, and the number of them on a side. */
export interface QrPicture {
  readonly path: string;
  readonly size: number;
}

interface QrCodeProps {
  picture: QrPicture;
  /** Label: what it leads to. */
  label: string;
  /** CSS pixels of a square; whole, so that all of them are equal. */
  pixelsOfSquare: number;
  className?: string;
}

/** Squares around the code that readers need (ISO/IEC 18004, 5.3.8). */
const quiet = 4;

/** A QR code, black on white in both themes. */
export function QrCode({ picture: { path, size }, label, pixelsOfSquare, className }: QrCodeProps) {
  const side = size + 2 * quiet;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`${-quiet} ${-quiet} ${side} ${side}`}
      shapeRendering="crispEdges"
      width={pixelsOfSquare * side}
      className={className}
    >
      <rect x={-quiet} y={-quiet} width="100%" height="100%" fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The QR code of a text, which can be read with 15 % of it gone. For loaders: no page's script has to draw. */
export function drawQrCode(text: string): QrPicture {
  const { data: rows, size } = encode(text, { ecc: "M", border: 0 });
  const squares = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return { path: squares.join(""), size };
}
