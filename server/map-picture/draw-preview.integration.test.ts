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

/** Reads parts of a picture: red, green, blue and a fourth byte of each pixel. */
async function draw(request: Partial<PreviewRequest>) {
  const picture = await drawPreview({ ...budapest, ...request });
  if (picture === null) throw new Error("this machine draws no previews");
  const image = await loadImage(Buffer.from(picture));
  const context = createCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  return ({ left, top, width, height }: Box) => context.getImageData(left, top, width, height).data;
}

type ReadPixels = Awaited<ReturnType<typeof draw>>;

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
function darkPixels(read: ReadPixels, box: Box): number {
  const data = read(box);
  let count = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] < 110 && data[at + 1] < 125) count++;
  return count;
}

/** Colour of one pixel, as `#rrggbb`. */
function colourAt(read: ReadPixels, left: number, top: number): string {
  const [...light] = read({ left, top, width: 1, height: 1 });
  return `#${Buffer.from(light.slice(0, 3)).toString("hex")}`;
}

const mapBox: Box = { left: 562, top: 0, width: 638, height: 570 };
const creditBox: Box = { left: 900, top: 580, width: 300, height: 50 };

describe("the picture for a link", () => {
  test.each([
    ["letters of all languages around", "Ő ű Ł š", [3]],
    ["all letters of a word with ő", "Hódmezővásárhely, Petőfi tér", [0, 1]],
  ])("has %s", async (_, name, gaps) => {
    const read = await draw({ name });
    const lines = gaps.map((_, line) => ({
      left: 56,
      top: 170 + 60 * line,
      width: 448,
      height: 55,
    }));
    expect(lines.map((line) => gapsOf(read(line), line))).toEqual(gaps);
  });

  test("has the names of towns on its map, with any letters", async () => {
    // The open sea has no names.
    const sea = { ...budapest.view, longitude: -30, latitude: 40 };
    const around = { ...budapest.view, longitude: 19.1, latitude: 47.6 };
    const [onSea, onLand] = await Promise.all(
      [sea, around].map(async (view) => darkPixels(await draw({ view }), mapBox)),
    );
    expect(onLand).toBeGreaterThan(onSea + 300);
  });

  test("shows the places around at their positions, none in the map's corner, and OpenStreetMap's attribution", async () => {
    // A quarter of the map's width beside its middle.
    const degrees = (previewMap.width / 4 / worldPixels(budapest.view.zoom)) * 360;
    const { longitude, latitude } = budapest.view;
    const read = await draw({
      places: [
        { longitude: longitude + degrees, latitude, accepted: true },
        { longitude: longitude - degrees, latitude, accepted: false },
      ],
    });
    const { accepted, pending, hungary } = mapPalettes.light;
    expect(colourAt(read, mapBox.left + 478, 291)).toBe(accepted);
    expect(colourAt(read, mapBox.left + 160, 291)).toBe(pending);
    expect(colourAt(read, mapBox.left + 2, mapBox.top + 2)).toBe(hungary);
    expect(darkPixels(read, creditBox)).toBeGreaterThan(200);
  });
});
