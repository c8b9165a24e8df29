import { countryName } from "#domain/geography/country-code.ts";
import { landmarkColour, landmarkKinds, landmarkTextPixels } from "#domain/map/landmarks.ts";
import {
  byRank,
  type LabelLayer,
  settlementTextRows,
  valueAt,
  type ZoomRamp,
} from "#domain/map/map-layers.ts";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { Language } from "#domain/text/language.ts";
import type { WorldBox } from "#server/base-map/tile-archive.ts";
import { type DecodedTile, isShown, isWithin, pointsIn, visitFeatures } from "./draw-shapes.ts";
import { type Box, clipLine, type PictureFrame, type PixelLine } from "./picture-frame.ts";

/** Names of major landmarks, without their icons. */
export const landmarkLabels: readonly LabelLayer[] = Object.entries(landmarkKinds)
  .filter(([, { isMajor }]) => isMajor)
  .map(([subclass, { minZoom, group }]) => ({
    id: subclass,
    features: { from: "poi", shape: "point", only: { subclass: [subclass] }, has: "name" },
    minZoom,
    colour: landmarkColour[group],
    size: landmarkTextPixels.major,
  }));

/** Name as a picture has it. */
interface Name {
  readonly text: string;
  /** CSS pixels. */
  readonly size: number;
  readonly layer: LabelLayer;
}

/** Name of a point, in CSS pixels of the picture. */
export interface PointName extends Name {
  readonly x: number;
  readonly y: number;
}

/** Name of a line. */
interface LineName extends Name {
  readonly line: PixelLine;
}

/** Names of some tiles, in the order in which they are placed. */
export interface Names {
  readonly points: readonly PointName[];
  readonly lines: readonly LineName[];
}

/** Names of the layers, the last one's first, as the live map places them. @param covered areas without names */
export function gatherNames(
  tiles: readonly DecodedTile[],
  picture: PictureFrame,
  layers: readonly LabelLayer[],
  { language, covered = [] }: { language: Language; covered?: readonly WorldBox[] },
): Names {
  const { zoom, width, height } = picture;
  const shown = layers.filter((layer) => isShown(layer, zoom));
  const found: (Name & { readonly order: number; at: [x: number, y: number] | PixelLine })[] = [];
  visitFeatures(tiles, picture, shown, (feature, layer, frame) => {
    const { properties } = feature;
    const text = nameIn(language, properties, layer);
    if (text === "") return;
    const size = sizeAt(layer.size, Number(properties.zoom), zoom);
    const order = Number(properties[layer.order ?? ""] ?? 20) - shown.indexOf(layer) * 1000;
    const places = layer.isAlong
      ? feature.loadGeometry().flatMap((line) => clipLine(line, frame))
      : pointsIn(feature, frame).filter(([x, y]) => x >= 0 && y >= 0 && x <= width && y <= height);
    for (const at of places) {
      if (covered.some((box) => isWithin(at[0], at[1], box, picture))) continue;
      found.push({ text, size, layer, order, at });
    }
  });
  found.sort((one, other) => one.order - other.order);
  return {
    points: found
      .filter(({ layer }) => !layer.isAlong)
      .map(({ at: [x, y], ...name }) => ({ ...name, x, y })),
    lines: found
      .filter(({ layer }) => layer.isAlong)
      .map(({ at, ...name }) => ({ ...name, line: at })),
  };
}

/** Name in a language, else the local one in Latin letters, or the English one of the embedded map. */
function nameIn(
  language: Language,
  properties: Readonly<Record<string, unknown>>,
  { isUppercase }: LabelLayer,
): string {
  const { code, ...names } = properties;
  const keys = [`name:${language}`, language, "name:latin", "name", "en"];
  const text = keys.map((key) => names[key]).find((known) => known !== undefined);
  const name = code === undefined ? String(text ?? "") : countryName(String(code), language);
  return isUppercase ? name.toLocaleUpperCase(language) : name;
}

function sizeAt(size: ZoomRamp | number | "by-rank", rank: number, zoom: number): number {
  if (typeof size === "number") return size;
  return valueAt(size === "by-rank" ? byRank(settlementTextRows, rank) : size, zoom);
}

/**
 * Draws names of points and lines.
 *
 * @param discs areas that the discs of clusters cover, and what is drawn over the picture
 * @param isFlat as in `PictureRequest`
 */
export function drawLabels(
  { points, lines }: Names,
  frame: PictureFrame,
  palette: MapPalette,
  { discs, isFlat }: { discs: readonly Box[]; isFlat: boolean },
): string {
  const placed = placeNames(points, frame, discs);
  const along = placeAlong(lines, frame, [...discs, ...placed.map(boxOf)]);
  const font = `font-family="Inter,system-ui,sans-serif" text-anchor="middle"`;
  // The names once as their halo and once as letters: some programs that draw SVG do not know `paint-order`.
  return (["halo", "water"] as const)
    .map((halo) => {
      const isOfHalo = ({ layer }: Name) => (layer.halo ?? "halo") === halo;
      const names = [
        ...along.filter(isOfHalo).map((name) => drawAlong(name, palette)),
        ...placed.filter(isOfHalo).map((name) => drawName(name, palette)),
      ].join("");
      if (names === "") return "";
      const edge = `stroke="${palette[halo]}" stroke-width="2.4" stroke-linejoin="round"`;
      if (isFlat) return `<g ${font} ${edge}>${names}</g><g ${font}>${names}</g>`;
      // A view across the antimeridian has the names of two copies of the world.
      const id = `${halo}${Math.round(frame.offsetX)}`;
      return (
        `<defs><g id="${id}" ${font}>${names}</g></defs>` +
        `<use href="#${id}" ${edge}/><use href="#${id}"/>`
      );
    })
    .join("");
}

/** Attributes of a name's text. */
function textOf({ text, size, layer }: Name, palette: MapPalette): string {
  const spacing = layer.spacing ? ` letter-spacing="${layer.spacing}em"` : "";
  return `font-size="${Math.round(size * 10) / 10}"${spacing} fill="${palette[layer.colour]}">${escapeHtml(text)}</text>`;
}

function drawName(name: PlacedName, palette: MapPalette): string {
  return `<text x="${name.x.toFixed(1)}" y="${name.baseline.toFixed(1)}" ${textOf(name, palette)}`;
}

/** Mean width of a letter, in em: enough to keep names apart without measuring them. */
const letterWidth = 0.56;
const uppercaseWidth = 0.68;
/** Padding around a name, in CSS pixels. */
const paddingPixels = 4;
/** From a settlement's dot down to the baseline of its name, in em, as MapLibre sets it. */
const settlementBaseline = 1.4;
/** From the middle of a line of text to its baseline, in em. */
const centredBaseline = 0.42;
/** Distance of the baseline where a cluster's disc covers the settlement: farther below it, or above. */
const clearBaselines = [3, -1.9];

function widthOf({ text, size, layer }: Name): number {
  const width = layer.isUppercase ? uppercaseWidth : letterWidth;
  return text.length * size * (width + (layer.spacing ?? 0));
}

/** Name with its position: `x` is its middle, in CSS pixels of the picture. */
export interface PlacedName extends PointName {
  readonly baseline: number;
}

/**
 * Names with room for them, most important first: none covers another or a cluster's disc. The name of a settlement
 * stands below its dot, where that is covered farther below, above, or at the side of what covers it.
 */
export function placeNames(
  names: readonly PointName[],
  frame: PictureFrame,
  discs: readonly Box[] = [],
): PlacedName[] {
  const taken: Box[] = [];
  return names.flatMap((name) => {
    const isBelowDot = name.layer.position === "below-dot";
    const drops = isBelowDot ? [settlementBaseline, ...clearBaselines] : [centredBaseline];
    const placed = drops.map((drop) => ({ ...name, baseline: name.y + name.size * drop }));
    const beside = isBelowDot ? besideOf(placed[0], frame, discs) : [];
    const free = [...placed, ...beside].find((candidate) => !overlapsAny(boxOf(candidate), discs));
    if (!free || overlapsAny(boxOf(free), taken)) return [];
    taken.push(boxOf(free));
    return [free];
  });
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

function boxOf(name: PlacedName): Box {
  const { x, baseline, size } = name;
  const halfWidth = widthOf(name) / 2 + paddingPixels;
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

/** Name along a line, around its middle. */
interface NameAlong extends LineName {
  readonly x: number;
  readonly y: number;
  readonly degrees: number;
}

/** Maximum number of names along lines in a picture, and minimum distance of two equal ones, in CSS pixels. */
const maxNamesAlong = 40;
const equalNamesPixels = 320;

/** Names on straight parts of lines that are long enough for them and free of other names. */
function placeAlong(
  names: readonly LineName[],
  { width, height }: PictureFrame,
  others: readonly Box[],
): NameAlong[] {
  const taken = [...others];
  const placed: NameAlong[] = [];
  for (const name of names) {
    if (placed.length === maxNamesAlong) break;
    const length = widthOf(name);
    const part = straightPart(name.line, length + 2 * paddingPixels);
    if (part === null) continue;
    const [x, y] = [(part[0] + part[2]) / 2, (part[1] + part[3]) / 2];
    const angle = Math.atan2(part[3] - part[1], part[2] - part[0]);
    const reachX = (Math.abs(Math.cos(angle)) * length + name.size) / 2 + paddingPixels;
    const reachY = (Math.abs(Math.sin(angle)) * length + name.size) / 2 + paddingPixels;
    const box = { west: x - reachX, east: x + reachX, north: y - reachY, south: y + reachY };
    const isInside = box.west >= 0 && box.north >= 0 && box.east <= width && box.south <= height;
    const isNearEqual = placed.some(
      (other) =>
        other.text === name.text && Math.hypot(other.x - x, other.y - y) < equalNamesPixels,
    );
    if (!isInside || isNearEqual || overlapsAny(box, taken)) continue;
    taken.push(box);
    // Readable from below: from left to right.
    const upright = Math.cos(angle) < 0 ? angle + Math.PI : angle;
    placed.push({ ...name, x, y, degrees: (upright * 180) / Math.PI });
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

function drawAlong(name: NameAlong, palette: MapPalette): string {
  const { x, y, degrees, size } = name;
  const position = `transform="translate(${x.toFixed(1)} ${y.toFixed(1)}) rotate(${degrees.toFixed(1)})"`;
  return `<text ${position} y="${(size * 0.36).toFixed(1)}" ${textOf(name, palette)}`;
}
