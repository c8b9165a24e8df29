import { crc32, deflateSync } from "node:zlib";

/** Pixels of an opaque picture: red, green, blue and an unused byte, 0–255 each. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray;
}

/** Maximum number of colours of an indexed picture (PNG, 11.2.2). */
const maxPaletteColours = 256;

/** Significant bits of each colour: colours that differ by one count as equal. */
const significantBits = 7;
const lostBits = 8 - significantBits;

/**
 * A PNG file with at most 256 colours (W3C PNG, 3rd edition). A drawn picture has a handful of
 * colours and those between them at its edges, so it looks the same and takes a third of the bytes
 * of one with all colours.
 *
 * @param maxColours up to 256; fewer take fewer bytes, and coarsen the edges first
 */
export function encodePng(
  { width, height, data }: Pixels,
  maxColours: number = maxPaletteColours,
): Uint8Array<ArrayBuffer> {
  const { palette, indexOf } = choosePalette(data, maxColours);
  // Each row begins with the number of its filter: 0, none, which suits areas of one colour best.
  const rows = new Uint8Array((width + 1) * height);
  for (let y = 0, at = 0, from = 0; y < height; y++) {
    at++;
    for (let x = 0; x < width; x++, from += 4) rows[at++] = indexOf[keyOf(data, from)];
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // 8 bits a pixel, each an index of the palette.
  header.set([8, 3, 0, 0, 0], 8);
  return new Uint8Array(
    Buffer.concat([
      Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
      chunk("IHDR", header),
      chunk("PLTE", palette),
      chunk("IDAT", deflateSync(rows, { level: 9 })),
      chunk("IEND", Buffer.alloc(0)),
    ]),
  );
}

function keyOf(data: Uint8ClampedArray, at: number): number {
  const red = data[at] >> lostBits;
  const green = data[at + 1] >> lostBits;
  const blue = data[at + 2] >> lostBits;
  return (red << (2 * significantBits)) | (green << significantBits) | blue;
}

/** The commonest colours, and for each key the index of the nearest of them. */
function choosePalette(data: Uint8ClampedArray, maxColours: number) {
  const counts = new Map<number, number>();
  /** For each key the first colour with it: that of an area comes before those of its edges. */
  const colours = new Map<number, readonly [number, number, number]>();
  for (let at = 0; at < data.length; at += 4) {
    const key = keyOf(data, at);
    const count = counts.get(key);
    counts.set(key, (count ?? 0) + 1);
    if (count === undefined) colours.set(key, [data[at], data[at + 1], data[at + 2]]);
  }
  const keys = [...counts].sort(([, a], [, b]) => b - a).map(([key]) => key);
  const chosen = keys.slice(0, maxColours).map((key) => colours.get(key) ?? [0, 0, 0]);
  const indexOf = new Uint8Array(2 ** (3 * significantBits));
  keys.forEach((key, index) => {
    indexOf[key] = index < maxColours ? index : nearest(colours.get(key) ?? [0, 0, 0], chosen);
  });
  return { palette: Buffer.from(chosen.flat()), indexOf };
}

type Colour = readonly number[];

function nearest(colour: Colour, chosen: readonly Colour[]): number {
  const distances = chosen.map((other) =>
    other.reduce((sum, light, part) => sum + (light - colour[part]) ** 2, 0),
  );
  return distances.indexOf(Math.min(...distances));
}

/** Part of the file: length, name, content and checksum (PNG, 5.3). */
function chunk(name: string, content: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const bytes = Buffer.alloc(named.length + 8);
  bytes.writeUInt32BE(content.length, 0);
  bytes.set(named, 4);
  bytes.writeUInt32BE(crc32(named), named.length + 4);
  return bytes;
}
