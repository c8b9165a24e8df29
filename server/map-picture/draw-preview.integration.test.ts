import { readFileSync } from "node:fs";
import { createCanvas, loadImage } from "@napi-rs/canvas";
import { describe, expect, test } from "vitest";
import { worldPixels } from "#domain/map/bounds-of-view.ts";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { placePictureZooms, previewMap } from "#domain/map/preview-picture.ts";
import { TileArchive, worldMapFile } from "#server/base-map/tile-archive.ts";
import { drawPreview, type PreviewRequest } from "./draw-map-picture.ts";
import { shownBoxes } from "./picture-frame.ts";

const view = { longitude: 19.05, latitude: 47.5, zoom: placePictureZooms.town };

const budapest: PreviewRequest = {
  product: "Mosdó",
  colour: null,
  sign: readFileSync("public/favicon.svg"),
  name: "Fő tér 1.",
  town: "Budapest",
  facts: [],
  hasPin: true,
  view,
  language: "hu",
  places: [],
  world:
    (await new TileArchive(worldMapFile).find(shownBoxes(view, previewMap), view.zoom))?.tiles ??
    [],
  streets: null,
};

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Red, green, blue and a fourth byte of each pixel in a part of the picture. */
async function pixelsOf(request: Partial<PreviewRequest>, { left, top, width, height }: Box) {
  const picture = await drawPreview({ ...budapest, ...request });
  if (picture === null) throw new Error("this machine draws no previews");
  const image = await loadImage(Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return context.getImageData(left, top, width, height).data;
}

/** Minimum width of a space between words in pixels; letters of a word are closer. */
const minSpacePixels = 9;

/** Number of spaces in a line of text. */
function gapsOf(data: Uint8ClampedArray, { width, height }: Box): number {
  const hasInk = (x: number) =>
    Array.from({ length: height }, (_, y) => data[(y * width + x) * 4]).some((red) => red < 110);
  const columns = Array.from({ length: width }, (_, x) => (hasInk(x) ? "#" : " ")).join("");
  return columns
    .trim()
    .split(/#+/)
    .filter((gap) => gap.length >= minSpacePixels).length;
}

/** Number of pixels in a part of the picture that are as dark as letters. */
async function darkPixels(request: Partial<PreviewRequest>, box: Box) {
  const data = await pixelsOf(request, box);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] < 110 && data[at + 1] < 125) count++;
  return count;
}

/** Colour of one pixel, as `#rrggbb`. */
async function colourAt(request: Partial<PreviewRequest>, left: number, top: number) {
  const [...light] = await pixelsOf(request, { left, top, width: 1, height: 1 });
  return `#${Buffer.from(light.slice(0, 3)).toString("hex")}`;
}

const textBox: Box = { left: 40, top: 160, width: 480, height: 80 };
const mapBox: Box = { left: 562, top: 0, width: 638, height: 570 };
const creditBox: Box = { left: 900, top: 580, width: 300, height: 50 };

describe("the picture for a link", () => {
  test("has the letters of all languages around", async () => {
    for (const letter of ["Ő", "ű", "Ł", "š"]) {
      expect(await darkPixels({ name: letter }, textBox), letter).toBeGreaterThan(100);
    }
  });

  test("omits no letter of a word with ő", async () => {
    const name = "Hódmezővásárhely, Petőfi tér";
    const lines = [170, 230].map((top) => ({ left: 56, top, width: 448, height: 55 }));
    const [town, square] = await Promise.all(
      lines.map(async (line) => gapsOf(await pixelsOf({ name }, line), line)),
    );
    expect({ town, square }).toEqual({ town: 0, square: 1 });
  });

  test("has the names of towns on its map, with any letters", async () => {
    // The open sea has no names.
    const sea = { ...budapest.view, longitude: -30, latitude: 40 };
    const around = await darkPixels(
      { view: { ...budapest.view, longitude: 19.1, latitude: 47.6 } },
      mapBox,
    );
    expect(around).toBeGreaterThan((await darkPixels({ view: sea }, mapBox)) + 300);
  });

  test("shows the places around at their positions, and none in the map's corner", async () => {
    // A quarter of the map's width to the right of its middle.
    const degrees = (previewMap.width / 4 / worldPixels(budapest.view.zoom)) * 360;
    const at = { longitude: budapest.view.longitude + degrees, latitude: budapest.view.latitude };
    const { accepted, pending, hungary } = mapPalettes.light;
    const aboveTip = [mapBox.left + 478, 291] as const;
    for (const [isAccepted, colour] of [
      [true, accepted],
      [false, pending],
    ] as const) {
      const places = [{ ...at, accepted: isAccepted }];
      expect(await colourAt({ places }, ...aboveTip)).toBe(colour);
      expect(await colourAt({ places }, mapBox.left + 2, mapBox.top + 2)).toBe(hungary);
    }
  });

  test("contains OpenStreetMap's attribution", async () => {
    expect(await darkPixels({}, creditBox)).toBeGreaterThan(200);
  });
});
