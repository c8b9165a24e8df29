import { inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { encodePng } from "./encode-png.ts";

function pixels(width: number, colours: readonly (readonly [number, number, number])[]) {
  const data = new Uint8ClampedArray(colours.flatMap((colour) => [...colour, 255]));
  return { width, height: colours.length / width, data };
}

/** Colours of a file of this module, pixel by pixel. */
function read(file: Uint8Array) {
  const bytes = Buffer.from(file);
  const parts = new Map<string, Buffer>();
  for (let at = 8; at < bytes.length; ) {
    const length = bytes.readUInt32BE(at);
    parts.set(bytes.toString("latin1", at + 4, at + 8), bytes.subarray(at + 8, at + 8 + length));
    at += length + 12;
  }
  const chunk = (name: string) => parts.get(name) ?? Buffer.alloc(0);
  const width = chunk("IHDR").readUInt32BE(0);
  const rows = inflateSync(chunk("IDAT"));
  const palette = chunk("PLTE");
  return {
    names: [...parts.keys()],
    colours: palette.length / 3,
    pixels: [...rows]
      .filter((_, at) => at % (width + 1) !== 0)
      .map((index) => [...palette.subarray(index * 3, index * 3 + 3)]),
  };
}

describe("encodePng", () => {
  it("preserves each pixel of a picture with few colours", () => {
    const colours = [
      [0, 100, 110],
      [255, 255, 255],
      [252, 252, 250],
      [254, 255, 255],
    ] as const;
    const file = encodePng(pixels(2, [...colours, ...colours]));
    const found = read(file);
    expect([...file.subarray(0, 4)]).toEqual([0x89, 0x50, 0x4e, 0x47]);
    expect(found.names).toEqual(["IHDR", "PLTE", "IDAT", "IEND"]);
    // 254 and 255 are equal in the significant bits: the first of them stands for both.
    expect(found.pixels[3]).toEqual([255, 255, 255]);
    expect(found.pixels.slice(0, 3)).toEqual(colours.slice(0, 3).map((colour) => [...colour]));
  });

  it("replaces the rarest of too many colours by the nearest of the others", () => {
    const grey = (light: number) => [light, light, light] as const;
    const many = Array.from({ length: 256 }, (_, at) => {
      return [(at % 16) * 16, Math.floor(at / 16) * 16, 0] as const;
    });
    const file = read(encodePng(pixels(1, [...many, ...many, grey(255)])));
    expect(file.colours).toBe(256);
    expect(file.pixels.at(-1)).toEqual([240, 240, 0]);
  });

  it("has at most the requested number of colours, the commonest", () => {
    const many = Array.from({ length: 200 }, (_, at) => [at, 0, 0] as const);
    const file = read(encodePng(pixels(1, [...many, [9, 200, 9], [9, 200, 9], [9, 200, 9]]), 40));
    expect(file.colours).toBe(40);
    expect(file.pixels.at(-1)).toEqual([9, 200, 9]);
  });
});
