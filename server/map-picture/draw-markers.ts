import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { MapPalette } from "#domain/map/map-palettes.ts";
import {
  clusterIconOffset,
  dotColours,
  greenRingParts,
  greenRingPath,
  type MarkerDot,
  markerColours,
  markerDotDisc,
  markerDotPaths,
  markerEdgeWidth,
  markerOutlinePaths,
  pendingIconPath,
  ringRadius,
  ringWidths,
  smallMarkerPaths,
  washroomIconPath,
} from "#domain/map/marker-shapes.ts";
import { clusterRadius, clusterRingPixels } from "#domain/place-index/place-tile.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Marker on the map: a place, or a cluster of `count` places. */
export interface PictureMarker {
  readonly longitude: number;
  readonly latitude: number;
  readonly accepted: boolean;
  readonly count?: number;
  /** Number of open places in a cluster; undefined in a picture that does not change with the hour. */
  readonly openCount?: number;
  /** Number of pending places in a cluster. */
  readonly pendingCount?: number;
  /** Its opening status; undefined in a picture that does not change with the hour. */
  readonly dot?: MarkerDot;
  /** Whether a place is a small dot. */
  readonly isSmall?: boolean;
}

/** Areas that the discs of clusters cover. */
export function clusterBoxes(markers: readonly PictureMarker[], frame: PictureFrame): Box[] {
  return markers.flatMap(({ longitude, latitude, count }) => {
    if (count === undefined) return [];
    const x = worldX(longitude) * frame.scale - frame.offsetX;
    const y = worldY(latitude) * frame.scale - frame.offsetY;
    const reach = clusterRadius(count) + clusterRingPixels;
    return [{ west: x - reach, east: x + reach, north: y - reach, south: y + reach }];
  });
}

/**
 * Markers as on the live map, from north to south so that the nearer one is on top.
 *
 * @param style `isFlat` as in `PictureRequest`
 */
export function drawMarkers(
  markers: readonly PictureMarker[],
  frame: PictureFrame,
  { palette, isFlat }: { readonly palette: MapPalette; readonly isFlat: boolean },
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
  const used = new Set<SymbolName>();
  const draw: DrawSymbol = (name, { x, y }) => {
    const at = [x.toFixed(1), y.toFixed(1)];
    if (isFlat) return `<g transform="translate(${at.join(" ")})">${symbolOf(name, palette)}</g>`;
    used.add(name);
    return `<use href="#${name}" x="${at[0]}" y="${at[1]}"/>`;
  };
  const drawn =
    points.map((point) => drawPoint(point, draw)).join("") + drawClusters(clusters, palette, draw);
  const definitions = Array.from(used, (name) => `<g id="${name}">${symbolOf(name, palette)}</g>`);
  return `<defs>${definitions.join("")}</defs>${drawn}`;
}

type MarkerKind = keyof typeof markerOutlinePaths;
type PointName = MarkerKind | `${MarkerKind}-${MarkerDot}`;
type SymbolName = PointName | `small-${PointName}` | "some-pending";

/** Draws a symbol at a point. */
type DrawSymbol = (name: SymbolName, at: Spot) => string;

interface Spot {
  x: number;
  y: number;
}

/** A symbol around the point 0, 0. */
function symbolOf(name: SymbolName, palette: MapPalette): string {
  if (name === "some-pending") {
    return outlined(pendingIconPath, palette.pending, palette.onMarker, 3);
  }
  const isSmall = name.startsWith("small-");
  const [kind, dot] = name.replace("small-", "").split("-") as [MarkerKind, MarkerDot?];
  const { fill, edge, people } = markerColours(palette, kind === "accepted", dot);
  const shape = (isSmall ? smallMarkerPaths : markerOutlinePaths)[kind];
  const edgeLine = `<path d="${shape}" fill="none" stroke="${edge}" stroke-width="${markerEdgeWidth}"/>`;
  const drawn = outlined(shape, fill, palette.onMarker, 4) + (edge === fill ? "" : edgeLine);
  if (isSmall) return drawn;
  return (
    drawn +
    `<path d="${washroomIconPath}" fill="${people}"/>` +
    (dot === undefined || dot === "unknown" ? "" : dotOnDisc(dot, palette))
  );
}

function dotOnDisc(dot: Exclude<MarkerDot, "unknown">, palette: MapPalette): string {
  const { x, y, radius } = markerDotDisc;
  return (
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette.onMarker}"/>` +
    `<path transform="translate(${x} ${y})" d="${markerDotPaths[dot]}" fill="${palette[dotColours[dot]]}"/>`
  );
}

/**
 * A shape with half of its line around it; some programs that draw SVG do not know `paint-order`.
 */
function outlined(shape: string, fill: string, stroke: string, width: number): string {
  return (
    `<path d="${shape}" fill="${stroke}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${shape}" fill="${fill}"/>`
  );
}

function drawPoint(point: PictureMarker & Spot, draw: DrawSymbol): string {
  const { accepted, dot, isSmall, ...spot } = point;
  const kind = accepted ? "accepted" : "pending";
  const name = dot ? (`${kind}-${dot}` as const) : kind;
  return draw(isSmall ? `small-${name}` : name, spot);
}

function drawClusters(
  clusters: readonly (PictureMarker & Spot)[],
  palette: MapPalette,
  draw: DrawSymbol,
): string {
  const discs = clusters.map(
    ({ x, y, count = 0 }) =>
      `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${ringRadius(clusterRadius(count))}"/>`,
  );
  const green = clusters.map(({ x, y, count = 0, openCount = 0 }) => {
    const parts = greenRingParts({ count, openCount });
    if (parts === 0) return "";
    const path = greenRingPath(clusterRadius(count), parts);
    return `<path transform="translate(${x.toFixed(1)} ${y.toFixed(1)})" d="${path}"/>`;
  });
  const counts = clusters.map(
    ({ x, y, count = 0 }) =>
      `<text x="${x.toFixed(1)}" y="${(y + 5).toFixed(1)}">${count < 10_000 ? count : `${Math.round(count / 1000)}k`}</text>`,
  );
  const signs = clusters
    .filter(({ pendingCount = 0 }) => pendingCount > 0)
    .map(({ x, y, count = 0 }) => {
      const offset = clusterIconOffset(clusterRadius(count));
      return draw("some-pending", { x: x + offset, y: y - offset });
    });
  return (
    `<g fill="${palette.clusterDisc}" stroke="${palette.accepted}" stroke-width="${ringWidths.whole}">${discs.join("")}</g>` +
    `<g fill="none" stroke="${palette.open}" stroke-width="${ringWidths.green}">${green.join("")}</g>` +
    `<g fill="${palette[palette.clusterText]}" font-family="Inter,system-ui,sans-serif" font-size="14" font-weight="500" text-anchor="middle">${counts.join("")}</g>` +
    signs.join("")
  );
}
