import type { MapPalette } from "#domain/base-map/palette.ts";
import { settlementDotRadius, settlementTextPixels } from "#domain/base-map/settlement-size.ts";
import type { Language } from "#domain/language.ts";
import type { BaseMapData, WorldLabel } from "./base-map-data.ts";
import { escapeXml } from "./escape-xml.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Mean width of a letter, in em: enough to keep names apart without measuring them. */
const letterWidth = 0.56;
/** Country names give way to settlements from this zoom on, as in the live map. */
const lastCountryZoom = 7;

/** Names of settlements with their dots, of lakes and, from afar, of countries; none over another. */
export function drawLabels(
  { labels }: BaseMapData,
  frame: PictureFrame,
  palette: MapPalette,
  language: Language,
): string {
  const taken: Box[] = [];
  const dots = new Map<number, string>();
  const names: string[] = [];
  for (const label of inDrawingOrder(labels, frame.zoom)) {
    const x = label.x * frame.scale - frame.offsetX;
    const y = label.y * frame.scale - frame.offsetY;
    if (x < 0 || y < 0 || x > frame.width || y > frame.height) continue;
    const isSettlement = label.kind === "settlement" || label.kind === "capital";
    if (isSettlement) {
      const radius = settlementDotRadius(label.zoom);
      dots.set(radius, `${dots.get(radius) ?? ""}M${x.toFixed(1)} ${y.toFixed(1)}h0`);
    }
    const text = label[language] ?? label.en;
    const size = isSettlement ? settlementTextPixels(label.zoom, frame.zoom) : 12;
    const baseline = isSettlement ? y + size * 1.3 : y + size * 0.35;
    const halfWidth = (text.length * size * letterWidth) / 2;
    const box = {
      west: x - halfWidth - 4,
      east: x + halfWidth + 4,
      north: baseline - size - 4,
      south: baseline + size * 0.3 + 4,
    };
    if (taken.some((other) => overlap(other, box))) continue;
    taken.push(box);
    names.push(
      `<text x="${x.toFixed(1)}" y="${baseline.toFixed(1)}" font-size="${Math.round(size * 10) / 10}" fill="${colourOf(label, palette)}"${label.kind === "lake" ? ` stroke="${palette.water}"` : ""}>${escapeXml(text)}</text>`,
    );
  }
  const discs = [...dots].map(
    ([radius, data]) =>
      `<path d="${data}" stroke="${palette.townDot}" stroke-width="${radius * 2}" stroke-linecap="round"/>`,
  );
  return (
    discs.join("") +
    `<g font-family="Inter,system-ui,sans-serif" text-anchor="middle" paint-order="stroke" stroke="${palette.halo}" stroke-width="2.4" stroke-linejoin="round">${names.join("")}</g>`
  );
}

/** Those that the zoom shows, the most important first: it is the first that gets its place. */
function inDrawingOrder(labels: readonly WorldLabel[], zoom: number): WorldLabel[] {
  return labels.filter((label) => {
    if (label.kind === "county" || label.kind === "district") return false;
    if (label.kind === "country" && zoom >= lastCountryZoom) return false;
    return label.zoom <= Math.floor(zoom);
  });
}

function colourOf({ kind, zoom }: WorldLabel, palette: MapPalette): string {
  if (kind === "lake") return palette.waterText;
  if (kind === "country") return palette.countryText;
  return zoom >= 9 ? palette.villageText : palette.townText;
}

function overlap(a: Box, b: Box): boolean {
  return a.west < b.east && b.west < a.east && a.north < b.south && b.north < a.south;
}
