import type { MapPalette } from "#domain/base-map/palette.ts";
import { settlementDotRadius } from "#domain/base-map/settlement-size.ts";
import type { Language } from "#domain/language.ts";
import type { BaseMapData, WorldLabel } from "./base-map-data.ts";
import { escapeXml } from "./escape-xml.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";
import { isSettlement, type PlacedName, placeNames } from "./place-names.ts";

/** Country names give way to settlements from this zoom on, dots come from that one on, as in the live map. */
const lastCountryZoom = 7;
const firstDotZoom = 5;
/** From this rank on a settlement is a village. */
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
    `<g font-family="Inter,system-ui,sans-serif" text-anchor="middle" paint-order="stroke" stroke="${palette.halo}" stroke-width="2.4" stroke-linejoin="round">${names.join("")}</g>`
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
  const halo = label.kind === "lake" ? ` stroke="${palette.water}"` : "";
  const position = `x="${x.toFixed(1)}" y="${baseline.toFixed(1)}"`;
  const letters = `font-size="${Math.round(size * 10) / 10}" fill="${colourOf(label, palette)}"`;
  return `<text ${position} ${letters}${halo}>${escapeXml(text)}</text>`;
}

function colourOf({ kind, zoom }: WorldLabel, palette: MapPalette): string {
  if (kind === "lake") return palette.waterText;
  if (kind === "country") return palette.countryText;
  return zoom >= villageRank ? palette.villageText : palette.townText;
}
