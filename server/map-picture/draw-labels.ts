import { settlementDotRadius, settlementTextPixels } from "#domain/map/base-map-sizes.ts";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import type { Language } from "#domain/text/language.ts";
import type { BaseMapData, WorldLabel } from "./base-map-data.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Country names give way to settlements from this zoom on, dots come from that one on, as in the live map. */
const lastCountryZoom = 7;
const firstDotZoom = 5;
/** Rank from which a settlement is a village. */
const villageRank = 9;

/** Names of settlements with their dots, of lakes and, from afar, of countries, none under a cluster's disc. */
export function drawLabels(
  data: BaseMapData,
  frame: PictureFrame,
  palette: MapPalette,
  language: Language,
  discs: readonly Box[],
): string {
  const labels = data.labels.filter((label) => isShown(label, frame));
  const names = placeNames(labels, frame, language, discs).map((name) => drawName(name, palette));
  return (
    drawDots(labels.filter(isSettlement), frame, palette) +
    drawWithHalo(names.join(""), frame, palette)
  );
}

/** The names once as their halo and once as letters: not every program that draws SVG knows `paint-order`. */
function drawWithHalo(names: string, { offsetX }: PictureFrame, { halo }: MapPalette): string {
  if (names === "") return "";
  // A view across the antimeridian has the names of two copies of the world.
  const id = `names${Math.round(offsetX)}`;
  return (
    `<defs><g id="${id}" font-family="Inter,system-ui,sans-serif" text-anchor="middle">${names}</g></defs>` +
    `<use href="#${id}" stroke="${halo}" stroke-width="2.4" stroke-linejoin="round"/><use href="#${id}"/>`
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

/** One path for each size of dot: a line of no length with round ends is a disc. */
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
  return `<text ${position} ${letters}>${escapeXml(text)}</text>`;
}

function colourOf({ kind, zoom }: WorldLabel, palette: MapPalette): string {
  if (kind === "lake") return palette.waterText;
  if (kind === "country") return palette.countryText;
  return zoom >= villageRank ? palette.villageText : palette.townText;
}

/** Mean width of a letter, in em: enough to keep names apart without measuring them. */
const letterWidth = 0.56;
/** Room around a name, in CSS pixels. */
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

/** Labels that find room, most important first: none covers another or a cluster's disc. */
export function placeNames(
  labels: readonly WorldLabel[],
  frame: PictureFrame,
  language: Language,
  discs: readonly Box[] = [],
): PlacedName[] {
  const taken: Box[] = [];
  return labels.flatMap((label) => {
    const drops = isSettlement(label) ? [settlementBaseline, ...clearBaselines] : [centredBaseline];
    const name = drops
      .map((drop) => nameOf(label, frame, language, drop))
      .find((candidate) => !overlapsAny(boxOf(candidate), discs));
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
  const size = isSettlement(label) ? settlementTextPixels(label.zoom, frame.zoom) : otherTextPixels;
  return {
    label,
    text: label[language] ?? label.en,
    x: label.x * frame.scale - frame.offsetX,
    baseline: label.y * frame.scale - frame.offsetY + size * drop,
    size,
  };
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

/** Text escaped for an element's content in SVG. */
function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
