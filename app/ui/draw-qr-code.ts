import { encode } from "uqr";
import type { QrPicture } from "./qr-code.tsx";

/** The QR code of a text, which can be read with 15 % of it gone. For loaders: no page's script has to draw. */
export function drawQrCode(text: string): QrPicture {
  const { data: rows, size } = encode(text, { ecc: "M", border: 0 });
  const squares = rows.flatMap((row, y) =>
    row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : "")),
  );
  return { path: squares.join(""), size };
}
