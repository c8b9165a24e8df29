import { settlementDotRadius, settlementTextPixels } from "#domain/map/base-map-sizes.ts";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { Language } from "#domain/text/language.ts";
import type { WorldBox } from "#server/base-map/tile-archive.ts";
import type { BaseMapData, WorldLabel } from "./base-map-data.ts";
import type { PixelLine } from "./clip-line.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/**
 * Zoom from which settlements replace the names of countries, and zoom from which dots are drawn,
 * as in the live map.
 */
const lastCountryZoom = 7;
const firstDotZoom = 5;
/** Rank from which a settlement is a village. */
const villageRank = 9;

/** Names of the street map in one picture, the most important first. */
export interface StreetNames {
  readonly covered: readonly WorldBox[];
  readonly places: readonly WorldLabel[];
  readonly roads: readonly NamedRoad[];
}

interface LabelOptions {
  /** Areas that the discs of clusters cover, and what is drawn over the picture. */
  readonly discs: readonly Box[];
  /** As in `PictureRequest`. */
  readonly isFlat: boolean;
  /** Names of the street map, which replace the embedded map's in its area. */
  readonly streets: StreetNames | null;
}

/**
 * Draws the names of settlements with their dots, of lakes and, at low zooms, of countries, none
 * under a cluster's disc.
 */
export function drawLabels(
  data: BaseMapData,
  frame: PictureFrame,
  palette: MapPalette,
  language: Language,
  { discs, isFlat, streets }: LabelOptions,
): string {
  const embedded = data.labels.filter(
    (label) => isShown(label, frame) && !streets?.covered.some((box) => isWithin(label, box)),
  );
  const placed = placeNames([...(streets?.places ?? []), ...embedded], frame, language, discs);
  const along = placeAlong(streets?.roads ?? [], frame, [...discs, ...placed.map(boxOf)]);
  const names = [...along.map(drawAlong), ...placed.map((name) => drawName(name, palette))];
  return (
    drawDots(embedded.filter(isSettlement), frame, palette) +
    drawWithHalo(names.join(""), frame, palette, isFlat)
  );
}

function isWithin({ x, y }: WorldLabel, { west, north, east, south }: WorldBox): boolean {
  return x >= west && x <= east && y >= north && y <= south;
}

/**
 * The names once as their halo and once as letters: some programs that draw SVG do not know
 * `paint-order`.
 *
 * @param isFlat as in `PictureRequest`
 */
function drawWithHalo(
  names: string,
  { offsetX }: PictureFrame,
  { halo }: MapPalette,
  isFlat: boolean,
): string {
  if (names === "") return "";
  const font = `font-family="Inter,system-ui,sans-serif" text-anchor="middle"`;
  const edge = `stroke="${halo}" stroke-width="2.4" stroke-linejoin="round"`;
  if (isFlat) return `<g ${font} ${edge}>${names}</g><g ${font}>${names}</g>`;
  // A view across the antimeridian has the names of two copies of the world.
  const id = `names${Math.round(offsetX)}`;
  return (
    `<defs><g id="${id}" ${font}>${names}</g></defs>` +
    `<use href="#${id}" ${edge}/><use href="#${id}"/>`
  );
}

function isShown(
  label: WorldLabel,
  { zoom, scale, offsetX, offsetY, width, height }: PictureFrame,
) {
  const isKindShown =
    label.kind === "country"
      ? zoom < lastCountryZoom
      : label.kind !== "county" && label.kind !== "district";
  if (!isKindShown || label.zoom > Math.floor(zoom)) return false;
  const x = label.x * scale - offsetX;
  const y = label.y * scale - offsetY;
  return x >= 0 && y >= 0 && x <= width && y <= height;
}

/** One path for each size of dot: a line of zero length with round ends is a disc. */
function drawDots(labels: readonly WorldLabel[], frame: PictureFrame, palette: MapPalette): string {
  if (frame.zoom < firstDotZoom) return "";
  const dataByRadius = new Map<number, string>();
  for (const { x, y, zoom } of labels) {
    const radius = settlementDotRadius(zoom);
    const left = (x * frame.scale - frame.offsetX).toFixed(1);
    const top = (y * frame.scale - frame.offsetY).toFixed(1);
    dataByRadius.set(radius, `${dataByRadius.get(radius) ?? ""}M${left} ${top}h0`);
  }
  const paths = [...dataByRadius].map(
    ([radius, data]) => `<path d="${data}" stroke-width="${radius * 2}"/>`,
  );
  return `<g stroke="${palette.townDot}" stroke-linecap="round">${paths.join("")}</g>`;
}

function drawName({ label, text, x, baseline, size }: PlacedName, palette: MapPalette): string {
  const position = `x="${x.toFixed(1)}" y="${baseline.toFixed(1)}"`;
  const letters = `font-size="${Math.round(size * 10) / 10}" fill="${colourOf(label, palette)}"`;
  return `<text ${position} ${letters}>${escapeHtml(text)}</text>`;
}

function colourOf({ kind, zoom, style }: WorldLabel, palette: MapPalette): string {
  if (style) return style.colour;
  if (kind === "lake") return palette.waterText;
  if (kind === "country") return palette.countryText;
  return zoom >= villageRank ? palette.villageText : palette.townText;
}

/** Mean width of a letter, in em: enough to keep names apart without measuring them. */
const letterWidth = 0.56;
/** Padding around a name, in CSS pixels. */
const paddingPixels = 4;
/** From a settlement's dot down to the baseline of its name, in em, as MapLibre sets it. */
const settlementBaseline = 1.4;
/** From the middle of a line of text to its baseline, in em. */
const centredBaseline = 0.42;
/**
 * Distance of the baseline where a cluster's disc covers the settlement: farther below it, or
 * above.
 */
const clearBaselines = [3, -1.9];
const otherTextPixels = 12;

/** Name with its position: `x` is its middle, in CSS pixels of the picture. */
export interface PlacedName {
  readonly label: WorldLabel;
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
}

/** Whether a label belongs to a dot. */
function isSettlement({ kind }: WorldLabel): boolean {
  return kind === "settlement" || kind === "capital";
}

/**
 * Labels with room for them, most important first: none covers another or a cluster's disc. The name of a settlement
 * stands below its dot, where that is covered farther below, above, or at the side of what covers it.
 */
export function placeNames(
  labels: readonly WorldLabel[],
  frame: PictureFrame,
  language: Language,
  discs: readonly Box[] = [],
): PlacedName[] {
  const taken: Box[] = [];
  return labels.flatMap((label) => {
    const drops = isSettlement(label) ? [settlementBaseline, ...clearBaselines] : [centredBaseline];
    const names = drops.map((drop) => nameOf(label, frame, language, drop));
    const beside = isSettlement(label) ? besideOf(names[0], frame, discs) : [];
    const name = [...names, ...beside].find((candidate) => !overlapsAny(boxOf(candidate), discs));
    if (!name || overlapsAny(boxOf(name), taken)) return [];
    taken.push(boxOf(name));
    return [name];
  });
}

function nameOf(
  label: WorldLabel,
  frame: PictureFrame,
  language: Language,
  drop: number,
): PlacedName {
  const ownSize = isSettlement(label)
    ? settlementTextPixels(label.zoom, frame.zoom)
    : otherTextPixels;
  const size = label.style?.size ?? ownSize;
  return {
    label,
    text: label[language] ?? label.en,
    x: label.x * frame.scale - frame.offsetX,
    baseline: label.y * frame.scale - frame.offsetY + size * drop,
    size,
  };
}

/** A name moved to the right and to the left of the first area that covers it, within the picture. */
function besideOf(name: PlacedName, { width }: PictureFrame, areas: readonly Box[]): PlacedName[] {
  const { west, east } = boxOf(name);
  const area = areas.find((other) => overlap(other, boxOf(name)));
  if (!area) return [];
  return [area.east - west, area.west - east]
    .filter((way) => west + way >= 0 && east + way <= width)
    .map((way) => ({ ...name, x: name.x + way }));
}

function boxOf({ text, x, baseline, size }: PlacedName): Box {
  const halfWidth = (text.length * size * letterWidth) / 2 + paddingPixels;
  return {
    west: x - halfWidth,
    east: x + halfWidth,
    north: baseline - size - paddingPixels,
    south: baseline + size * 0.3 + paddingPixels,
  };
}

function overlapsAny(box: Box, others: readonly Box[]): boolean {
  return others.some((other) => overlap(other, box));
}

function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}

/** Road with its name, as the street map has it. */
export interface NamedRoad {
  readonly text: string;
  readonly size: number;
  readonly colour: string;
  /** Its line in pixels of the picture. */
  readonly line: PixelLine;
}

/** Name along a road, around its middle. */
interface NameAlong extends NamedRoad {
  readonly x: number;
  readonly y: number;
  readonly degrees: number;
}

/**
 * Maximum number of names of roads in a picture, and minimum distance of two equal ones, in CSS
 * pixels.
 */
const maxNamesAlong = 40;
const equalNamesPixels = 320;

/** Names of roads on straight parts that are long enough for them and free of other names. */
function placeAlong(
  roads: readonly NamedRoad[],
  { width, height }: PictureFrame,
  others: readonly Box[],
): NameAlong[] {
  const taken = [...others];
  const placed: NameAlong[] = [];
  for (const road of roads) {
    if (placed.length === maxNamesAlong) break;
    const length = road.text.length * road.size * letterWidth;
    const part = straightPart(road.line, length + 2 * paddingPixels);
    if (part === null) continue;
    const [x, y] = [(part[0] + part[2]) / 2, (part[1] + part[3]) / 2];
    const angle = Math.atan2(part[3] - part[1], part[2] - part[0]);
    const reachX = (Math.abs(Math.cos(angle)) * length + road.size) / 2 + paddingPixels;
    const reachY = (Math.abs(Math.sin(angle)) * length + road.size) / 2 + paddingPixels;
    const box = { west: x - reachX, east: x + reachX, north: y - reachY, south: y + reachY };
    const isInside = box.west >= 0 && box.north >= 0 && box.east <= width && box.south <= height;
    const isNearEqual = placed.some(
      (other) =>
        other.text === road.text && Math.hypot(other.x - x, other.y - y) < equalNamesPixels,
    );
    if (!isInside || isNearEqual || overlapsAny(box, taken)) continue;
    taken.push(box);
    // Readable from below: from left to right.
    const upright = Math.cos(angle) < 0 ? angle + Math.PI : angle;
    placed.push({ ...road, x, y, degrees: (upright * 180) / Math.PI });
  }
  return placed;
}

/** Maximum ratio of a straight part's length to its chord. */
const straightness = 1.02;

/** Ends x, y, x, y of the first straight part of a line with the given length. */
function straightPart(line: PixelLine, length: number): readonly number[] | null {
  for (let from = 0; from < line.length - 2; from += 2) {
    let way = 0;
    for (let to = from + 2; to < line.length; to += 2) {
      way += Math.hypot(line[to] - line[to - 2], line[to + 1] - line[to - 1]);
      const chord = Math.hypot(line[to] - line[from], line[to + 1] - line[from + 1]);
      if (way > chord * straightness) break;
      if (chord >= length) return [line[from], line[from + 1], line[to], line[to + 1]];
    }
  }
  return null;
}

function drawAlong({ text, x, y, degrees, size, colour }: NameAlong): string {
  const position = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(1)})"`;
  const down = (size * 0.36).toFixed(1);
  return `<text ${position} y="${down}" font-size="${Math.round(size * 10) / 10}" fill="${colour}">${escapeHtml(text)}</text>`;
}
