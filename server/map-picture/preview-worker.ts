import { readFileSync } from "node:fs";
import { parentPort, workerData } from "node:worker_threads";
import type { SKRSContext2D } from "@napi-rs/canvas";
import { mapPalettes } from "#domain/map/map-palettes.ts";
import { markerOutlinePaths, washroomSignPath } from "#domain/map/marker-shapes.ts";
import { previewMap, previewSize, previewZoom } from "#domain/map/preview-picture.ts";
import { drawMapPicture } from "./draw-map-picture.ts";
import type { PreviewRequest } from "./draw-preview.ts";
import { encodePng } from "./encode-png.ts";

/* Worker that draws one preview (draw-preview.ts), and answers null where the library is not for this machine. */

/** Pixels of the picture for each CSS pixel of the map. */
const scale = 2;

/** Width of the half with words. */
const wordsWidth = previewSize.width - previewMap.width * scale;
const edge = 56;

type Canvas = typeof import("@napi-rs/canvas");

const fontFiles = ["public/fonts/inter-latin.woff2", "public/fonts/inter-latin-ext.woff2"];

async function draw(library: Canvas, preview: PreviewRequest): Promise<Uint8Array<ArrayBuffer>> {
  for (const file of fontFiles) library.GlobalFonts.register(readFileSync(file), "Inter");
  const { width, height } = previewSize;
  const context = library.createCanvas(width, height).getContext("2d");
  const [map, sign] = await Promise.all([
    library.loadImage(Buffer.from(mapOf(preview))),
    library.loadImage(Buffer.from(preview.sign)),
  ]);
  context.drawImage(map, wordsWidth, 0, width - wordsWidth, height);
  drawPin(library, context, preview.brand);
  drawWords(context, preview);
  context.drawImage(sign, edge, edge, 72, 72);
  return encodePng(context.getImageData(0, 0, width, height));
}

function mapOf({ at, language, places }: PreviewRequest): string {
  const view = { ...at, zoom: previewZoom };
  const svg = drawMapPicture({ view, ...previewMap, theme: "light", language, places });
  const size = (factor: number) =>
    `width="${previewMap.width * factor}" height="${previewMap.height * factor}"`;
  return svg.replace(size(1), size(scale));
}

/** The place's own pin in the middle of the map, larger than the others. */
function drawPin({ Path2D }: Canvas, context: SKRSContext2D, brand: string): void {
  const { onMarker } = mapPalettes.light;
  context.save();
  context.translate(wordsWidth + (previewMap.width * scale) / 2, previewSize.height / 2);
  context.scale(4, 4);
  const outline = new Path2D(markerOutlinePaths.accepted);
  Object.assign(context, { strokeStyle: onMarker, lineWidth: 4, lineJoin: "round" });
  context.stroke(outline);
  context.fillStyle = brand;
  context.fill(outline);
  context.fillStyle = onMarker;
  context.fill(new Path2D(washroomSignPath));
  context.restore();
}

const ink = { text: "#1c2b2f", muted: "#4d6066", paper: "#ffffff", line: "#d5dee0" };

function drawWords(context: SKRSContext2D, { product, brand, name, town, facts }: PreviewRequest) {
  const { height } = previewSize;
  const room = wordsWidth - 2 * edge;
  context.fillStyle = ink.paper;
  context.fillRect(0, 0, wordsWidth, height);
  context.fillStyle = ink.line;
  context.fillRect(wordsWidth, 0, 2, height);
  context.fillStyle = brand;
  context.fillRect(0, height - 12, wordsWidth, 12);
  const write = (text: string, y: number, font: string, colour: string, from: number = edge) => {
    context.font = `${font} Inter`;
    context.fillStyle = colour;
    context.fillText(text, from, y);
  };
  context.font = "600 34px Inter";
  write(shorten(context, product, room - 96), edge + 48, "600 34px", brand, edge + 96);

  const measure = (size: number) => {
    context.font = `700 ${size}px Inter`;
    return linesOf(context, name, room);
  };
  const size = [60, 50, 42].find((candidate) => measure(candidate).length <= 3) ?? 42;
  const lines = measure(size);
  const shown = lines.slice(0, 3);
  if (lines.length > shown.length) shown[2] = shorten(context, `${shown[2]}…`, room);
  let y = 170 + size;
  for (const line of shown) {
    write(line, y, `700 ${size}px`, ink.text);
    y += size * 1.2;
  }
  context.font = "400 36px Inter";
  write(shorten(context, town, room), y + 12, "400 36px", ink.muted);

  context.font = "500 30px Inter";
  const said = linesOf(context, facts.join(" · "), room).slice(0, 2);
  said.forEach((line, index) => {
    write(line, height - 56 - (said.length - 1 - index) * 42, "500 30px", ink.text);
  });
}

/** Words in as many lines as they need; a word that is longer than a line is cut. */
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
parentPort?.postMessage(library && (await draw(library, workerData as PreviewRequest)));
