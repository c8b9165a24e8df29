import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { WorldBox } from "#server/base-map/tile-archive.ts";

/** Side in CSS pixels of the whole world at zoom 0, as in MapLibre. */
const worldPixelsAtZoom0 = 512;

/**
 * Margin around the picture in which shapes are still drawn, in CSS pixels, so that their edges
 * stay outside.
 */
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

/**
 * Frame of a view whose centre is the picture's middle. Its projection is MapLibre's: the world is
 * 512 · 2^zoom pixels wide.
 */
export function pictureFrame(view: MapView, width: number, height: number): PictureFrame {
  const scale = worldPixelsAtZoom0 * 2 ** view.zoom;
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

/** Boxes of the world that a picture shows: more than one across the antimeridian. */
export function shownBoxes(view: MapView, { width, height }: PictureSize): WorldBox[] {
  return worldCopies(pictureFrame(view, width, height)).map(({ scale, offsetX, offsetY }) => ({
    west: offsetX / scale,
    north: offsetY / scale,
    east: (offsetX + width) / scale,
    south: (offsetY + height) / scale,
  }));
}

/** In CSS pixels. */
interface PictureSize {
  readonly width: number;
  readonly height: number;
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
