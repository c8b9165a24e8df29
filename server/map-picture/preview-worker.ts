import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { siteMapPalette } from "#domain/branding/site-colour.ts";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import { markerOutlinePaths, washroomIconPath } from "#domain/map/marker-shapes.ts";
import { previewMap, previewMaxBytes, previewSize } from "#domain/map/preview-picture.ts";
import type { DrawingOrder, DrawnIcon, PreviewRequest } from "./draw-map-picture.ts";
import { drawMapPicture } from "./draw-map-picture.ts";
import { encodePng } from "./encode-png.ts";
import type { Box } from "./picture-frame.ts";

/*
 * Worker that draws one preview or icon (draw-map-picture.ts), and responds with null where the library
 * is not for this machine.
 */

/** Pixels of the picture for each CSS pixel of the map. */
const scale = 2;

/** Width of the half with text. */
const textWidth = previewSize.width - previewMap.width * scale;
const edge = 56;
const iconPixels = 72;

/** Colours of the text. */
const ink = { text: "#1c2b2f", muted: "#4d6066", paper: "#ffffff", line: "#d5dee0" };

type Canvas = typeof import("@napi-rs/canvas");

/**
 * Two halves of one font, each under its own name: the library uses no letter from a second file of
 * a name.
 */
const fontFiles = {
  Inter: "public/fonts/inter-latin.woff2",
  "Inter Ext": "public/fonts/inter-latin-ext.woff2",
};
const fontNames = Object.keys(fontFiles)
  .map((name) => `"${name}"`)
  .join(", ");

/** Letters missing in the first half. */
const furtherLetters = /[\u0100-\u024f\u1e00-\u1eff]+/g;

async function draw(library: Canvas, preview: PreviewRequest): Promise<Uint8Array<ArrayBuffer>> {
  for (const [name, file] of Object.entries(fontFiles)) {
    library.GlobalFonts.register(readFileSync(file), name);
  }
  const { width, height } = previewSize;
  const context = library.createCanvas(width, height).getContext("2d");
  const [map, sign] = await Promise.all([
    library.loadImage(Buffer.from(mapOf(preview))),
    library.loadImage(inPixels(preview.sign, iconPixels)),
  ]);
  context.drawImage(map, textWidth, 0, width - textWidth, height);
  const palette = siteMapPalette("light", preview.colour);
  if (preview.hasPin) drawPin(library, context, palette);
  drawCredit(context);
  drawText(context, preview, palette.accepted);
  context.drawImage(sign, edge, edge, iconPixels, iconPixels);
  const pixels = context.getImageData(0, 0, width, height);
  let file = encodePng(pixels);
  for (const colours of fewerColours) {
    if (file.length <= previewMaxBytes) return file;
    file = encodePng(pixels, colours);
  }
  const isTooLarge = file.length > previewMaxBytes && preview.streets !== null;
  return isTooLarge ? draw(library, { ...preview, streets: null }) : file;
}

/**
 * Numbers of colours that are tried in turn where the full palette takes too many bytes, as with
 * many streets.
 */
const fewerColours = [96, 40];

/**
 * Icon rasterised at the given side: the library draws an SVG in its own size, and then stretches
 * it.
 */
function inPixels(sign: Uint8Array, side: number): Buffer {
  const bytes = Buffer.from(sign);
  const withoutSize = /<svg(?=[\s>])(?![^>]*\swidth=)/;
  const text = bytes.toString("utf8");
  if (!withoutSize.test(text)) return bytes;
  return Buffer.from(text.replace(withoutSize, `<svg width="${side}" height="${side}"`));
}

async function drawIcon(library: Canvas, { svg, side }: DrawnIcon): Promise<Uint8Array> {
  const canvas = library.createCanvas(side, side);
  const image = await library.loadImage(inPixels(Buffer.from(svg), side));
  canvas.getContext("2d").drawImage(image, 0, 0, side, side);
  return new Uint8Array(canvas.toBuffer("image/png"));
}

function mapOf(preview: PreviewRequest): string {
  const { view, language, colour, places, world, streets, hasPin } = preview;
  const svg = drawMapPicture({
    view,
    ...previewMap,
    theme: "light",
    language,
    colour,
    places,
    world,
    streets,
    // The library does not draw `use` elements.
    isFlat: true,
    covered: hasPin ? [pinBox] : [],
  });
  const size = (factor: number) =>
    `width="${previewMap.width * factor}" height="${previewMap.height * factor}"`;
  return withFontsByLetter(svg.replace(size(1), size(scale)));
}

/** SVG with each letter of its text in the half of the font that has it. */
function withFontsByLetter(svg: string): string {
  return svg.replace(/(?<=<text[^>]*>)[^<]+/g, (text) =>
    text.replace(furtherLetters, '<tspan font-family="Inter Ext">$&</tspan>'),
  );
}

/** Draws the attribution of the map's data in its corner. */
function drawCredit(context: SKRSContext2D): void {
  const text = "© OpenStreetMap";
  const { width, height } = previewSize;
  context.font = `400 22px ${fontNames}`;
  const room = context.measureText(text).width + 24;
  context.fillStyle = ink.paper;
  context.fillRect(width - room, height - 40, room, 40);
  context.fillStyle = ink.muted;
  context.fillText(text, width - room + 12, height - 12);
}

/** Pixels of the picture for each of the pin's shape. */
const pinScale = 4;

/** Area of the pin with its outline, in CSS pixels of the map. */
const pinBox: Box = {
  west: previewMap.width / 2 - (15 * pinScale) / scale,
  east: previewMap.width / 2 + (15 * pinScale) / scale,
  north: previewMap.height / 2 - (37 * pinScale) / scale,
  south: previewMap.height / 2 + (2 * pinScale) / scale,
};

/** The place's own pin in the middle of the map, larger than the others. */
function drawPin(
  { Path2D }: Canvas,
  context: SKRSContext2D,
  { accepted, onMarker }: MapPalette,
): void {
  context.save();
  context.translate(textWidth + (previewMap.width * scale) / 2, previewSize.height / 2);
  context.scale(pinScale, pinScale);
  const outline = new Path2D(markerOutlinePaths.accepted);
  Object.assign(context, { strokeStyle: onMarker, lineWidth: 4, lineJoin: "round" });
  context.stroke(outline);
  context.fillStyle = accepted;
  context.fill(outline);
  context.fillStyle = onMarker;
  context.fill(new Path2D(washroomIconPath));
  context.restore();
}

function drawText(
  context: SKRSContext2D,
  { product, name, town, facts }: PreviewRequest,
  brand: string,
) {
  const { height } = previewSize;
  const room = textWidth - 2 * edge;
  context.fillStyle = ink.paper;
  context.fillRect(0, 0, textWidth, height);
  context.fillStyle = ink.line;
  context.fillRect(textWidth, 0, 2, height);
  context.fillStyle = brand;
  context.fillRect(0, height - 12, textWidth, 12);
  const write = (text: string, y: number, font: string, colour: string, from: number = edge) => {
    context.font = `${font} ${fontNames}`;
    context.fillStyle = colour;
    context.fillText(text, from, y);
  };
  context.font = `600 34px ${fontNames}`;
  write(shorten(context, product, room - 96), edge + 48, "600 34px", brand, edge + 96);

  const measure = (size: number) => {
    context.font = `700 ${size}px ${fontNames}`;
    return linesOf(context, name, room);
  };
  // The lines of town and facts are free where there are none.
  const maxLines = town === "" && facts.length === 0 ? 5 : 3;
  // The largest size at which no word of the name is cut, if any.
  const isUncut = (lines: string[]) => lines.join(" ") === name;
  const size =
    [60, 50, 42].find((candidate) => {
      const lines = measure(candidate);
      return lines.length <= maxLines && isUncut(lines);
    }) ?? 42;
  const lines = measure(size);
  const shown = lines.slice(0, maxLines);
  if (lines.length > maxLines)
    shown[maxLines - 1] = shorten(context, `${shown[maxLines - 1]}…`, room);
  let y = 170 + size;
  for (const line of shown) {
    write(line, y, `700 ${size}px`, ink.text);
    y += size * 1.2;
  }
  context.font = `400 36px ${fontNames}`;
  write(shorten(context, town, room), y + 12, "400 36px", ink.muted);

  context.font = `500 30px ${fontNames}`;
  const factLines = linesOf(context, facts.join(" · "), room).slice(0, 2);
  factLines.forEach((line, index) => {
    write(line, height - 56 - (factLines.length - 1 - index) * 42, "500 30px", ink.text);
  });
}

/** Text broken into as many lines as it needs; a word that is longer than a line is cut. */
function linesOf(context: SKRSContext2D, text: string, room: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.at(-1);
    const longer = last === undefined ? word : `${last} ${word}`;
    if (last !== undefined && context.measureText(longer).width <= room) {
      lines[lines.length - 1] = longer;
    } else lines.push(shorten(context, word, room));
  }
  return lines;
}

function shorten(context: SKRSContext2D, text: string, room: number): string {
  let letters = [...text];
  if (context.measureText(text).width <= room) return text;
  while (letters.length > 1 && context.measureText(`${letters.join("")}…`).width > room) {
    letters = letters.slice(0, -1);
  }
  return `${letters.join("").trimEnd()}…`;
}

const library = await import("@napi-rs/canvas").catch(() => null);
const order = workerData as DrawingOrder;
parentPort?.postMessage(
  library &&
    ("sign" in order ? await drawIcon(library, order.sign) : await draw(library, order.preview)),
);
