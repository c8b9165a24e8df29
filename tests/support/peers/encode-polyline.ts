/** Points, longitude first, as an encoded polyline: the format of routers' responses. */
export function encodePolyline(
  points: readonly (readonly [number, number])[],
  decimals: number,
): string {
  let previous = [0, 0];
  let text = "";
  for (const [longitude, latitude] of points) {
    const scaled = [latitude, longitude].map((degrees) => Math.round(degrees * 10 ** decimals));
    text += scaled.map((value, axis) => encodeNumber(value - previous[axis])).join("");
    previous = scaled;
  }
  return text;
}

function encodeNumber(value: number): string {
  let bits = value < 0 ? ~(value << 1) : value << 1;
  let text = "";
  while (bits >= 32) {
    text += String.fromCharCode((32 | (bits & 31)) + 63);
    bits >>>= 5;
  }
  return text + String.fromCharCode(bits + 63);
}
