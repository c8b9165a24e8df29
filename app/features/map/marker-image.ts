import { drawMarker, markerSize } from "./draw-marker.ts";
import type { MarkerState } from "./marker-state.ts";

/** A marker's image for the map, sharp on any screen up to three device pixels a CSS pixel. */
export function createMarkerImage(state: MarkerState): { image: ImageData; pixelRatio: number } {
  const pixelRatio = Math.min(3, Math.max(2, Math.ceil(window.devicePixelRatio)));
  const { width, height } = markerSize(state);
  const canvas = document.createElement("canvas");
  canvas.width = width * pixelRatio;
  canvas.height = height * pixelRatio;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (!context) throw new Error("no 2d canvas to draw a marker on");
  context.scale(pixelRatio, pixelRatio);
  drawMarker(context, state);
  return { image: context.getImageData(0, 0, canvas.width, canvas.height), pixelRatio };
}
