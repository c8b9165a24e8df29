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

/** Markers as on the live map, from north to south so that the nearer one is on top. */
export function drawMarkers(
  markers: readonly PictureMarker[],
  frame: PictureFrame,
  theme: MapTheme,
  palette: MapPalette,
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
  return (
    definitions(palette) + points.map(drawPoint).join("") + drawClusters(clusters, theme, palette)
  );
}

function definitions(palette: MapPalette): string {
  const symbol = (id: "accepted" | "waiting") =>
    `<g id="${id}">${outlined(markerOutlinePaths[id], palette[id], palette.onMarker, 4)}<path d="${washroomSignPath}" fill="${palette.onMarker}"/></g>`;
  const { x, y, radius } = markerSign;
  const unknown =
    `<g id="unknown"><circle cx="${x}" cy="${y}" r="${radius + 1.5}" fill="${palette.onMarker}"/>` +
    `<circle cx="${x}" cy="${y}" r="${radius}" fill="${palette.townText}"/>` +
    `<path transform="translate(${x} ${y})" d="${unknownSignPath}" fill="none" stroke="${palette.onMarker}" stroke-width="${unknownSignWidth}" stroke-linecap="round"/></g>`;
  const sign = `<g id="some-waiting">${outlined(waitingSignPath, palette.waiting, palette.onMarker, 3)}</g>`;
  return `<defs>${symbol("accepted")}${symbol("waiting")}${unknown}${sign}</defs>`;
}

/** A shape with half of its line around it; not every program that draws SVG knows `paint-order`. */
function outlined(shape: string, fill: string, stroke: string, width: number): string {
  return (
    `<path d="${shape}" fill="${stroke}" stroke="${stroke}" stroke-width="${width}" stroke-linejoin="round"/>` +
    `<path d="${shape}" fill="${fill}"/>`
  );
}

interface Spot {
  x: number;
  y: number;
}

function use(id: string, { x, y }: Spot): string {
  return `<use href="#${id}" x="${x.toFixed(1)}" y="${y.toFixed(1)}"/>`;
}

function drawPoint({ accepted, isUnknown, ...spot }: PictureMarker & Spot): string {
  return use(accepted ? "accepted" : "waiting", spot) + (isUnknown ? use("unknown", spot) : "");
}

function drawClusters(
  clusters: readonly (PictureMarker & Spot)[],
  theme: MapTheme,
  palette: MapPalette,
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
      return use("some-waiting", { x: x + offset, y: y - offset });
    });
  return (
    `<g fill="${disc}" stroke="${palette.accepted}" stroke-width="3">${discs.join("")}</g>` +
    `<g fill="${text}" font-family="Inter,system-ui,sans-serif" font-size="14" font-weight="500" text-anchor="middle">${counts.join("")}</g>` +
    signs.join("")
  );
}
