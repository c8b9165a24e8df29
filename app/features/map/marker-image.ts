import type { MapTheme } from "#domain/base-map/palette.ts";
import { drawMarker, drawWaitingSign, markerSize, waitingSignSize } from "./draw-marker.ts";
import type { MarkerState } from "./marker-state.ts";

/** An image for the map, sharp on any screen up to three device pixels a CSS pixel. */
interface SharpImage {
  image: ImageData;
  pixelRatio: number;
}

/** A marker's image for the map. */
export function createMarkerImage(state: MarkerState): SharpImage {
  return createImage(markerSize(state), (context) => drawMarker(context, state));
}

/** The image of the sign on a cluster that holds waiting places. */
export function createWaitingSign(theme: MapTheme): SharpImage {
  const size = { width: waitingSignSize, height: waitingSignSize };
  return createImage(size, (context) => drawWaitingSign(context, theme));
}

function createImage(
  { width, height }: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D) => void,
): SharpImage {
  const pixelRatio = Math.min(3, Math.max(2, Math.ceil(window.devicePixelRatio)));
  const canvas = document.createElement("canvas");
  canvas.width = width * pixelRatio;
  canvas.height = height * pixelRatio;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no 2d canvas to draw a marker on");
  context.scale(pixelRatio, pixelRatio);
  draw(context);
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}
