import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { worldPixels } from "#domain/map/bounds-of-view.ts";
import type { MapView } from "#domain/map/map-view.ts";

import type { MapTile, WorldBox } from "#server/base-map/tile-archive.ts";
import { clipRingToBox, type Line } from "#server/geometry/line.ts";

/** Margin around the picture in which shapes are still drawn, in CSS pixels, so that their edges stay outside. */
const marginPixels = 16;

/** Position of a picture in the world: pixel = fraction × scale − offset. */
export interface PictureFrame {
  readonly width: number;
  readonly height: number;
  readonly zoom: number;
  /** Pixels per world. */
  readonly scale: number;
  readonly offsetX: number;
  readonly offsetY: number;
  /** Picture with its margin, in pixels. */
  readonly box: Box;
}

export interface Box {
  readonly west: number;
  readonly north: number;
  readonly east: number;
  readonly south: number;
}

/** Frame of a view whose centre is the picture's middle, in MapLibre's projection. */
export function pictureFrame(view: MapView, width: number, height: number): PictureFrame {
  const scale = worldPixels(view.zoom);
  return {
    width,
    height,
    zoom: view.zoom,
    scale,
    offsetX: worldX(view.longitude) * scale - width / 2,
    offsetY: worldY(view.latitude) * scale - height / 2,
    box: {
      west: -marginPixels,
      north: -marginPixels,
      east: width + marginPixels,
      south: height + marginPixels,
    },
  };
}

/** Boxes of the world that a picture of a size in CSS pixels shows: more than one across the antimeridian. */
export function shownBoxes(
  view: MapView,
  { width, height }: { readonly width: number; readonly height: number },
): WorldBox[] {
  return worldCopies(pictureFrame(view, width, height)).map(({ scale, offsetX, offsetY }) => ({
    west: offsetX / scale,
    north: offsetY / scale,
    east: (offsetX + width) / scale,
    south: (offsetY + height) / scale,
  }));
}

/** Frames, one for each copy of the world in the picture: more than one across the antimeridian. */
export function worldCopies(frame: PictureFrame): PictureFrame[] {
  const first = Math.floor(frame.offsetX / frame.scale);
  const last = Math.floor((frame.offsetX + frame.width) / frame.scale);
  const copies: PictureFrame[] = [];
  for (let copy = first; copy <= last; copy++) {
    copies.push({ ...frame, offsetX: frame.offsetX - copy * frame.scale });
  }
  return copies;
}

/** Points of a feature in a tile, in its units. */
export type TilePoints = readonly { readonly x: number; readonly y: number }[];

/** Points as x, y pairs in CSS pixels of the picture. */
export type PixelLine = number[];

/** Minimum distance of a vertex from the last one; a nearer one is left out, since it is not visible. */
const smallestStepPixels = 0.7;

/** Tile in a picture: pixel = unit × scale + offset. */
export interface TileFrame {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
  readonly extent: number;
  /** Picture with its margin, in pixels. */
  readonly box: Box;
}

/** @param extent units of the tile's side */
export function tileFrame(
  { scale, offsetX, offsetY, box }: PictureFrame,
  { z, x, y }: Omit<MapTile, "data">,
  extent: number,
): TileFrame {
  const side = scale / 2 ** z;
  return { scale: side / extent, left: x * side - offsetX, top: y * side - offsetY, extent, box };
}

/** Pixels of some points; none where no part of them is in the frame. */
function toPixels(points: TilePoints, { scale, left, top, box }: TileFrame): PixelLine {
  let [west, north, east, south] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of points) {
    if (x < west) west = x;
    if (x > east) east = x;
    if (y < north) north = y;
    if (y > south) south = y;
  }
  const isOutside =
    east * scale + left < box.west ||
    west * scale + left > box.east ||
    south * scale + top < box.north ||
    north * scale + top > box.south;
  if (isOutside) return [];
  const pixels: PixelLine = [];
  for (const [index, point] of points.entries()) {
    const x = point.x * scale + left;
    const y = point.y * scale + top;
    const isFar =
      index === 0 ||
      Math.abs(x - pixels[pixels.length - 2]) + Math.abs(y - pixels[pixels.length - 1]) >=
        smallestStepPixels;
    if (isFar || index === points.length - 1) pixels.push(x, y);
  }
  return pixels;
}

/**
 * Parts of a line within the frame and its tile; each begins and ends with the first vertex outside. The edges along
 * which a tile's areas are cut are outside of it.
 */
export function clipLine(points: TilePoints, frame: TileFrame): PixelLine[] {
  const { scale, left, top, extent, box } = frame;
  const within = {
    west: Math.max(box.west, left),
    north: Math.max(box.north, top),
    east: Math.min(box.east, left + extent * scale),
    south: Math.min(box.south, top + extent * scale),
  };
  return partsIn(toPixels(points, frame), within);
}

/** Parts of a line in degrees within a picture. */
export function clipWorldLine(line: Line, frame: PictureFrame): PixelLine[] {
  const { scale, offsetX, offsetY, box } = frame;
  const points = Array.from({ length: line.length / 2 }, (_, at) => ({
    x: worldX(line[2 * at]),
    y: worldY(line[2 * at + 1]),
  }));
  return partsIn(toPixels(points, { scale, left: -offsetX, top: -offsetY, extent: 1, box }), box);
}

function partsIn(pixels: PixelLine, box: Box): PixelLine[] {
  const parts: PixelLine[] = [];
  let part: PixelLine | null = null;
  for (let at = 2; at < pixels.length; at += 2) {
    const [fromX, fromY, x, y] = [pixels[at - 2], pixels[at - 1], pixels[at], pixels[at + 1]];
    const mayCross =
      Math.max(fromX, x) >= box.west &&
      Math.min(fromX, x) <= box.east &&
      Math.max(fromY, y) >= box.north &&
      Math.min(fromY, y) <= box.south;
    if (!mayCross) {
      part = null;
      continue;
    }
    if (part === null) {
      part = [fromX, fromY];
      parts.push(part);
    }
    part.push(x, y);
  }
  return parts;
}

/** Part of a ring within the frame; empty for a ring outside. */
export function clipRing(points: TilePoints, frame: TileFrame): PixelLine {
  const { west, north, east, south } = frame.box;
  return clipRingToBox(toPixels(points, frame), [west, north, east, south]);
}
