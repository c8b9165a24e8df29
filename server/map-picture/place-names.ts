import { settlementTextPixels } from "#domain/base-map/settlement-size.ts";
import type { Language } from "#domain/language.ts";
import type { WorldLabel } from "./base-map-data.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Mean width of a letter, in em: enough to keep names apart without measuring them. */
const letterWidth = 0.56;
/** Room around a name, in CSS pixels. */
const paddingPixels = 4;
/** From a settlement's dot down to the baseline of its name, in em, as MapLibre sets it. */
const settlementBaseline = 1.4;
/** From the middle of a line of text to its baseline, in em. */
const centredBaseline = 0.42;
/** The same where a cluster's disc stands on the settlement: further below it, or above. */
const clearBaselines = [3, -1.9];
const otherTextPixels = 12;

/** A name with the place that it has got: `x` is its middle, in CSS pixels of the picture. */
export interface PlacedName {
  readonly label: WorldLabel;
  readonly text: string;
  readonly x: number;
  readonly baseline: number;
  readonly size: number;
}

/** Whether a label belongs to a dot. */
export function isSettlement({ kind }: WorldLabel): boolean {
  return kind === "settlement" || kind === "capital";
}

/** Those of the labels, most important first, that find room: none over another or over a cluster's disc. */
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
