import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { MapPalette, MapTheme } from "#domain/map/map-palettes.ts";
import {
  clusterRadius,
  clusterSignOffset,
  markerOutlinePaths,
  markerSign,
  unknownSignPath,
  unknownSignWidth,
  waitingSignPath,
  washroomSignPath,
} from "#domain/map/marker-shapes.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Marker on the map: a place, or a cluster of `count` places. */
export interface PictureMarker {
  readonly longitude: number;
  readonly latitude: number;
  readonly accepted: boolean;
  readonly count?: number;
  /** Number of places in a cluster that wait for acceptance. */
  readonly waiting?: number;
  /** Whether its opening times today are not known. */
  readonly isUnknown?: boolean;
}

/** Ring around a cluster's disc. */
const ringPixels = 3;

/** Areas that the discs of clusters cover. */
export function clusterBoxes(markers: readonly PictureMarker[], frame: PictureFrame): Box[] {
  return markers.flatMap(({ longitude, latitude, count }) => {
    if (count === undefined) return [];
    const x = worldX(longitude) * frame.scale - frame.offsetX;
    const y = worldY(latitude) * frame.scale - frame.offsetY;
    const reach = clusterRadius(count) + ringPixels;
    return [{ west: x - reach, east: x + reach, north: y - reach, south: y + reach }];
  });
}

/** How markers are written; `isFlat` as in `PictureRequest`. */
interface MarkerLook {
  readonly theme: MapTheme;
  readonly palette: MapPalette;
  readonly isFlat: boolean;
}

/** Markers as on the live map, from north to south so that the nearer one is on top. */
export function drawMarkers(
  markers: readonly PictureMarker[],
  frame: PictureFrame,
  { theme, palette, isFlat }: MarkerLook,
): string {
  const placed = markers
    .map((marker) => ({
      ...marker,
      x: worldX(marker.longitude) * frame.scale - frame.offsetX,
      y: worldY(marker.latitude) * frame.scale - frame.offsetY,
    }))
    .filter(({ x, y }) => x > -40 && x < frame.width + 40 && y > -40 && y < frame.height + 44)
    .toSorted((a, b) => a.y - b.y);
  const points = placed.filter(({ count }) => count === undefined);
  const clusters = placed.filter(({ count }) => count !== undefined);
  const symbols = symbolsOf(palette);
  const draw: DrawSymbol = isFlat
    ? (name, { x, y }) =>
        `<g transform="translate(${x.toFixed(1)} ${y.toFixed(1)})">${symbols[name]}</g>`
    : (name, { x, y }) => `<use href="#${name}" x="${x.toFixed(1)}" y="${y.toFixed(1)}"/>`;
  return (
    (isFlat ? "" : definitions(symbols)) +
    points.map((point) => drawPoint(point, draw)).join("") +
    drawClusters(clusters, { theme, palette }, draw)
  );
}

const symbolNames = ["accepted", "waiting", "unknown", "some-waiting"] as const;
type SymbolName = (typeof symbolNames)[number];

/** Draws a symbol at a point. */
type DrawSymbol = (name: SymbolName, at: Spot) => string;

interface Spot {
  x: number;
  y: number;
}

/** Symbols around the point 0, 0. */
function symbolsOf(palette: MapPalette): Readonly<Record<SymbolName, string>> {
  const marker = (kind: "accepted" | "waiting") =>
    `${outlined(markerOutlinePaths[kind], palette[kind], palette.onMarker, 4)}<path d="${washroomSignPath}" fill="${palette.onMarker}"/>`;
  const { x, y, radius } = markerSign;
  return {
    accepted: marker("accepted"),
    waiting: marker("waiting"),
    unknown:
      `<circle cx="${x}" cy="${y}" r="${radius + 1.5}" fill="${palette.onMarker}"/>` +
      `<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette.townText}"/>` +
      `<path transform="translate(${x} ${y})" d="${unknownSignPath}" fill="none" stroke="${palette.onMarker}" stroke-width="${unknownSignWidth}" stroke-linecap="round"/>`,
    "some-waiting": outlined(waitingSignPath, palette.waiting, palette.onMarker, 3),
  };
}

function definitions(symbols: Readonly<Record<SymbolName, string>>): string {
  const groups = symbolNames.map((name) => `<g id="${name}">${symbols[name]}</g>`);
  return `<defs>${groups.join("")}</defs>`;
}

/** A shape with half of its line around it; not every program that draws SVG knows `paint-order`. */
function outlined(shape: string, fill: string, stroke: string, width: number): string {
  return (
    `<path d="${shape}" fill="${stroke}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${shape}" fill="${fill}"/>`
  );
}

function drawPoint(
  { accepted, isUnknown, ...spot }: PictureMarker & Spot,
  draw: DrawSymbol,
): string {
  return draw(accepted ? "accepted" : "waiting", spot) + (isUnknown ? draw("unknown", spot) : "");
}

function drawClusters(
  clusters: readonly (PictureMarker & Spot)[],
  { theme, palette }: Pick<MarkerLook, "theme" | "palette">,
  draw: DrawSymbol,
): string {
  const disc = theme === "light" ? palette.onMarker : palette.abroad;
  const text = theme === "light" ? palette.accepted : palette.townText;
  const discs = clusters.map(
    ({ x, y, count = 0 }) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${(clusterRadius(count) + 1.5).toFixed(1)}"/>`,
  );
  const counts = clusters.map(
    ({ x, y, count = 0 }) =>
      `<text x="${x.toFixed(1)}" y="${(y + 5).toFixed(1)}">${count < 10_000 ? count : `${Math.round(count / 1000)}k`}</text>`,
  );
  const signs = clusters
    .filter(({ waiting = 0 }) => waiting > 0)
    .map(({ x, y, count = 0 }) => {
      const offset = clusterSignOffset(clusterRadius(count));
      return draw("some-waiting", { x: x + offset, y: y - offset });
    });
  return (
    `<g fill="${disc}" stroke="${palette.accepted}" stroke-width="3">${discs.join("")}</g>` +
    `<g fill="${text}" font-family="Inter,system-ui,sans-serif" font-size="14" font-weight="500" text-anchor="middle">${counts.join("")}</g>` +
    signs.join("")
  );
}
