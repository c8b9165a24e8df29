import { clipRingToBox } from "#server/geometry/line.ts";
import type { WorldLine } from "./base-map-data.ts";
import type { Box, PictureFrame } from "./picture-frame.ts";

/** Points as x, y pairs in CSS pixels of the picture. */
export type PixelLine = number[];

/**
 * Minimum distance of a vertex from the last one; a nearer one is left out, since it is not
 * visible.
 */
const smallestStepPixels = 0.7;

/** Whether any part of a line may be in the frame. */
function touches(line: WorldLine, { scale, offsetX, offsetY, box }: PictureFrame): boolean {
  return (
    line.east * scale - offsetX >= box.west &&
    line.west * scale - offsetX <= box.east &&
    line.south * scale - offsetY >= box.north &&
    line.north * scale - offsetY <= box.south
  );
}

/** Parts of a line within the frame; each begins and ends with the first vertex outside. */
export function clipLine(line: WorldLine, frame: PictureFrame): PixelLine[] {
  if (!touches(line, frame)) return [];
  const pixels = toPixels(line, frame);
  const parts: PixelLine[] = [];
  let part: PixelLine | null = null;
  for (let i = 2; i < pixels.length; i += 2) {
    if (mayCross(pixels, i, frame.box)) {
      if (part === null) {
        part = [pixels[i - 2], pixels[i - 1]];
        parts.push(part);
      }
      part.push(pixels[i], pixels[i + 1]);
    } else part = null;
  }
  return parts;
}

/**
 * Whether the segment that ends at an index may cross the box: not all of it is left, right, above
 * or below.
 */
function mayCross(pixels: PixelLine, end: number, box: Box): boolean {
  const [ax, ay, bx, by] = [pixels[end - 2], pixels[end - 1], pixels[end], pixels[end + 1]];
  return (
    Math.max(ax, bx) >= box.west &&
    Math.min(ax, bx) <= box.east &&
    Math.max(ay, by) >= box.north &&
    Math.min(ay, by) <= box.south
  );
}

/** Part of a ring within the frame; empty for a ring outside. */
export function clipRing(ring: WorldLine, frame: PictureFrame): PixelLine {
  if (!touches(ring, frame)) return [];
  const { west, north, east, south } = frame.box;
  return clipRingToBox(toPixels(ring, frame), [west, north, east, south]);
}

function toPixels({ points }: WorldLine, { scale, offsetX, offsetY }: PictureFrame): PixelLine {
  const pixels: PixelLine = [];
  let lastX = Number.NEGATIVE_INFINITY;
  let lastY = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < points.length; i += 2) {
    const x = points[i] * scale - offsetX;
    const y = points[i + 1] * scale - offsetY;
    const isFar = Math.abs(x - lastX) + Math.abs(y - lastY) >= smallestStepPixels;
    if (!isFar && i < points.length - 2) continue;
    pixels.push(x, y);
    lastX = x;
    lastY = y;
  }
  return pixels;
}
