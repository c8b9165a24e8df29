import { riverPixels } from "#domain/map/base-map-sizes.ts";
import { baseMapWaterZooms, fadedShare } from "#domain/map/base-map-source.ts";
import { type MapPalette, ownBorderLine } from "#domain/map/map-palettes.ts";
import type { BaseMapData, WorldLine } from "./base-map-data.ts";
import { clipLine, clipRing, type PixelLine } from "./clip-line.ts";
import type { PictureFrame } from "./picture-frame.ts";

/** Land and water of one copy of the world, in the order of the live map's layers. */
export function drawShapes(data: BaseMapData, frame: PictureFrame, palette: MapPalette): string {
  const { zoom } = frame;
  const hungary = areas(data.hungary, frame);
  const ownBorder = lines(data.hungaryBorder, frame);
  const thin = step(zoom, 4, 0.5, 9, 1.2);
  const thick = step(zoom, 4, 0.9, 9, 1.8);
  const parts = [
    fill(areas(data.land, frame), palette.abroad),
    fill(hungary, palette.hungary),
    zoom < 6
      ? ""
      : stroke(lines(data.counties, frame), palette.county, step(zoom, 6, 0.5, 9, 1.1), true),
    drawRivers(data, frame, palette),
    drawLakes(data, frame, palette),
    stroke(lines(data.borders, frame), palette.border, thin),
    stroke(ownBorder, palette.border, thick),
  ];
  return parts.join("");
}

/** Border of the operator's area (docs/product#border). */
export function drawOwnBorder(
  border: readonly WorldLine[],
  frame: PictureFrame,
  palette: MapPalette,
): string {
  const { colour, opacity, widthPixels } = ownBorderLine(palette);
  const path = stroke(lines(border, frame), colour, widthPixels);
  return path && `<g stroke-opacity="${opacity}">${path}</g>`;
}

function drawLakes({ lakes }: BaseMapData, frame: PictureFrame, palette: MapPalette): string {
  const opacity = 1 - fadedShare(frame.zoom, baseMapWaterZooms);
  if (opacity === 0) return "";
  const shapes = fill(areas(lakes, frame), palette.water);
  return opacity === 1 ? shapes : shapes && `<g fill-opacity="${round(opacity)}">${shapes}</g>`;
}

function drawRivers({ rivers }: BaseMapData, frame: PictureFrame, palette: MapPalette): string {
  const { leastPixels, pixelsPerMeter } = riverPixels(frame.zoom);
  const firstZoomByRank = [3, 3, 6, 7];
  return rivers
    .filter(({ rank }) => Math.floor(frame.zoom) >= firstZoomByRank[rank])
    .map(({ lines: parts, widthMeters }) => {
      const width = Math.max(leastPixels, widthMeters * pixelsPerMeter);
      return stroke(lines(parts, frame), palette.river, width);
    })
    .join("");
}

function areas(rings: readonly WorldLine[], frame: PictureFrame): string {
  return pathData(
    rings.map((ring) => clipRing(ring, frame)).filter((ring) => ring.length >= 6),
    { closed: true },
  );
}

function lines(source: readonly WorldLine[], frame: PictureFrame): string {
  return pathData(
    source.flatMap((line) => clipLine(line, frame)),
    { closed: false },
  );
}

function fill(data: string, colour: string): string {
  return data && `<path fill="${colour}" d="${data}"/>`;
}

function stroke(data: string, colour: string, width: number, dashed = false): string {
  const dashes = dashed ? ` stroke-dasharray="${round(width * 4)} ${round(width * 3)}"` : "";
  return (
    data &&
    `<path fill="none" stroke="${colour}" stroke-width="${round(width)}" stroke-linejoin="round"${dashes} d="${data}"/>`
  );
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** Value that changes linearly between two zooms, and is constant outside them. */
function step(zoom: number, fromZoom: number, from: number, toZoom: number, to: number): number {
  const share = Math.min(1, Math.max(0, (zoom - fromZoom) / (toZoom - fromZoom)));
  return from + (to - from) * share;
}

/** Lines as SVG path data: to a tenth of a pixel, relative, since short numbers compress best. */
export function pathData(lines: readonly PixelLine[], { closed }: { closed: boolean }): string {
  let data = "";
  for (const line of lines) {
    if (line.length < 4) continue;
    let x = tenths(line[0]);
    let y = tenths(line[1]);
    data += `M${x / 10} ${y / 10}l`;
    const start = data.length;
    for (let i = 2; i < line.length; i += 2) {
      const nextX = tenths(line[i]);
      const nextY = tenths(line[i + 1]);
      if (nextX === x && nextY === y) continue;
      const step = number(nextY - y);
      // A minus sign separates two numbers as well as a space does.
      const first = number(nextX - x);
      if (data.length > start && !first.startsWith("-")) data += " ";
      data += step.startsWith("-") ? first + step : `${first} ${step}`;
      x = nextX;
      y = nextY;
    }
    if (data.length === start) data += "0 0";
    if (closed) data += "z";
  }
  return data;
}

function tenths(pixels: number): number {
  return Math.round(pixels * 10);
}

/** Number of tenths without a leading zero: 5 is ".5". */
function number(value: number): string {
  const size = Math.abs(value);
  const integer = size < 10 ? "" : String(Math.trunc(size / 10));
  const tenth = size % 10;
  return `${value < 0 ? "-" : ""}${integer}${tenth === 0 ? (integer === "" ? "0" : "") : `.${tenth}`}`;
}
