import {
  type MapPalette,
  type MapTheme,
  mapPalettes,
  mapThemes,
} from "#domain/map/map-palettes.ts";
import {
  type MarkerDot,
  markerColours,
  markerDotDisc,
  markerDotPaths,
  markerDots,
  markerEdgeWidth,
  markerOutlinePaths,
  pendingIconPath,
  washroomIconPath,
} from "#domain/map/marker-shapes.ts";

/** All properties that a place's marker shows. */
export interface MarkerState {
  readonly theme: MapTheme;
  /** Accepted places are drops, pending ones diamonds. */
  readonly accepted: boolean;
  readonly dot: MarkerDot;
  /** The chosen one is larger and has a ring. */
  readonly chosen: boolean;
}

/** Name of a marker's image in the style: `light/accepted/open/plain`. */
export function markerImageName({ theme, accepted, dot, chosen }: MarkerState): string {
  return [theme, accepted ? "accepted" : "pending", dot, chosen ? "chosen" : "plain"].join("/");
}

/** Name of the icon on a cluster with pending places. */
export function pendingIconName(theme: MapTheme): string {
  return `${theme}/pending-icon`;
}

/** Reads an image's name; null where it is not a marker's. */
export function parseMarkerImageName(name: string): MarkerState | null {
  const [themeSprite, kind, dotSprite, emphasis, ...rest] = name.split("/");
  const theme = mapThemes.find((known) => known === themeSprite);
  const dot = markerDots.find((known) => known === dotSprite);
  const isKnown = ["accepted", "pending"].includes(kind) && ["plain", "chosen"].includes(emphasis);
  if (!theme || !dot || !isKnown || rest.length > 0) return null;
  return { theme, accepted: kind === "accepted", dot, chosen: emphasis === "chosen" };
}

/** An image for the map, sharp on screens of up to three device pixels a CSS pixel. */
export interface SharpImage {
  image: ImageData;
  pixelRatio: number;
}

/** A marker's image for the map. */
export function createMarkerImage(state: MarkerState): SharpImage {
  return createImage(markerSize(state), (context) => drawMarker(context, state));
}

/** The image of the icon on a cluster with pending places. */
export function createPendingIcon(theme: MapTheme): SharpImage {
  const size = { width: pendingIconSize, height: pendingIconSize };
  return createImage(size, (context) => drawPendingIcon(context, theme));
}

/** Draws an image, in CSS pixels. */
export function createImage(
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

/** Size of a marker's image in CSS pixels; the tip, near the middle of the bottom, is at the place. */
function markerSize({ chosen }: Pick<MarkerState, "chosen">) {
  return chosen ? { width: 54, height: 66 } : { width: 34, height: 42 };
}

/** CSS pixels of the image below the tip, for its outline. */
export const belowTipPixels = { plain: 2, chosen: 6 };

/**
 * Draws a marker at the origin, in CSS pixels: accepted a drop, pending a diamond, both with a washroom sign;
 * open, soon and closed have a dot that differs in shape as well as in colour.
 */
function drawMarker(context: CanvasRenderingContext2D, state: MarkerState): void {
  const { width, height } = markerSize(state);
  const palette = mapPalettes[state.theme];
  const { fill, edge, people } = markerColours(palette, state.accepted, state.dot);
  const scale = state.chosen ? 1.4 : 1;
  context.save();
  context.translate(width / 2, height - belowTipPixels[state.chosen ? "chosen" : "plain"]);
  context.scale(scale, scale);
  context.lineJoin = "round";
  const outline = new Path2D(markerOutlinePaths[state.accepted ? "accepted" : "pending"]);
  if (state.chosen) stroke(context, outline, edge, 7.5);
  stroke(context, outline, palette.onMarker, 4);
  context.fillStyle = fill;
  context.fill(outline);
  if (edge !== fill) stroke(context, outline, edge, markerEdgeWidth);
  context.fillStyle = people;
  context.fill(new Path2D(washroomIconPath));
  if (state.dot !== "unknown") drawDot(context, state.dot, palette);
  context.restore();
}

function stroke(
  context: CanvasRenderingContext2D,
  outline: Path2D,
  colour: string,
  width: number,
): void {
  context.strokeStyle = colour;
  context.lineWidth = width;
  context.stroke(outline);
}

function drawDot(
  context: CanvasRenderingContext2D,
  dot: Exclude<MarkerDot, "unknown">,
  palette: MapPalette,
): void {
  const { x, y, radius } = markerDotDisc;
  context.translate(x, y);
  context.beginPath();
  context.arc(0, 0, radius, 0, Math.PI * 2);
  context.fillStyle = palette.onMarker;
  context.fill();
  context.fillStyle = palette[dot];
  context.fill(new Path2D(markerDotPaths[dot]));
}

/** Side of the image of a cluster's sign in CSS pixels. */
const pendingIconSize = 20;

/** Draws the icon of a cluster with pending places, in the middle of its image. */
function drawPendingIcon(context: CanvasRenderingContext2D, theme: MapTheme): void {
  const palette = mapPalettes[theme];
  const sign = new Path2D(pendingIconPath);
  context.translate(pendingIconSize / 2, pendingIconSize / 2);
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = palette.onMarker;
  context.stroke(sign);
  context.fillStyle = palette.pending;
  context.fill(sign);
}
