import { shownPalette } from "#app/features/map/base-map/styles/base-map-styles.ts";
import { type MapPalette, type MapTheme, mapThemes } from "#domain/map/map-palettes.ts";
import {
  dotColours,
  greenRingPath,
  type MarkerDot,
  markerColours,
  markerDotDisc,
  markerDotPaths,
  markerDots,
  markerEdgeWidth,
  markerOutlinePaths,
  pendingIconPath,
  ringParts,
  ringRadius,
  ringWidths,
  smallMarkerPaths,
  washroomIconPath,
} from "#domain/map/marker-shapes.ts";
import { clusterRadiusSteps, clusterRingPixels } from "#domain/place-index/place-tile.ts";

/** The chosen place's marker is larger and has a ring; small ones are dots from afar. */
const markerSizes = ["plain", "chosen", "small"] as const;

export type MarkerSize = (typeof markerSizes)[number];

/** All properties that a place's marker shows. */
export interface MarkerState {
  readonly theme: MapTheme;
  /** Accepted places are drops, pending ones diamonds. */
  readonly accepted: boolean;
  readonly dot: MarkerDot;
  readonly size: MarkerSize;
}

/** Name of a marker's image in the style: `light/accepted/open/plain`. */
export function markerImageName({ theme, accepted, dot, size }: MarkerState): string {
  return [theme, accepted ? "accepted" : "pending", dot, size].join("/");
}

/** Name of the icon on a cluster with pending places. */
export function pendingIconName(theme: MapTheme): string {
  return `${theme}/pending-icon`;
}

/** Reads an image's name; null where it is not a marker's. */
export function parseMarkerImageName(name: string): MarkerState | null {
  const [themeSprite, kind, dotSprite, sizeSprite, ...rest] = name.split("/");
  const theme = mapThemes.find((known) => known === themeSprite);
  const dot = markerDots.find((known) => known === dotSprite);
  const size = markerSizes.find((known) => known === sizeSprite);
  const isKnown = ["accepted", "pending"].includes(kind);
  if (!theme || !dot || !size || !isKnown || rest.length > 0) return null;
  return { theme, accepted: kind === "accepted", dot, size };
}

/** All properties that the disc of a cluster shows, but its count. */
export interface ClusterState {
  readonly theme: MapTheme;
  /** Radius of the disc in CSS pixels. */
  readonly radius: number;
  /** Number of green parts of its ring. */
  readonly greenParts: number;
}

/** Reads the name of a disc's image, such as `light/cluster/14/3`; null where it is not one's. */
export function parseClusterImageName(name: string): ClusterState | null {
  const [themeSprite, kind, radiusSprite, partsSprite, ...rest] = name.split("/");
  const theme = mapThemes.find((known) => known === themeSprite);
  const radius = clusterRadiusSteps.find(([, known]) => String(known) === radiusSprite)?.[1];
  const greenParts = Number(partsSprite);
  const isPart = Number.isInteger(greenParts) && greenParts >= 0 && greenParts <= ringParts;
  if (!theme || kind !== "cluster" || !radius || !isPart || rest.length > 0) return null;
  return { theme, radius, greenParts };
}

/** An image for the map, sharp on screens of up to three device pixels a CSS pixel. */
export interface SharpImage {
  image: ImageData;
  pixelRatio: number;
}

/** A marker's image for the map. */
export function createMarkerImage(state: MarkerState): SharpImage {
  return createImage(imageSizes[state.size], (context) => drawMarker(context, state));
}

/** The image of a cluster's disc. */
export function createClusterImage(state: ClusterState): SharpImage {
  const side = 2 * (state.radius + clusterRingPixels);
  return createImage({ width: side, height: side }, (context) => drawCluster(context, state));
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

/** Size of a marker's image in CSS pixels. */
const imageSizes: Readonly<Record<MarkerSize, { width: number; height: number }>> = {
  plain: { width: 34, height: 42 },
  chosen: { width: 54, height: 66 },
  small: { width: 20, height: 20 },
};

/**
 * CSS pixels of the image below the place's point: the outline of a tip, which is near the middle of the bottom, and
 * half of a small marker.
 */
export const belowPointPixels: Readonly<Record<MarkerSize, number>> = {
  plain: 2,
  chosen: 6,
  small: 10,
};

/**
 * Draws a marker at the origin, in CSS pixels: accepted a drop, pending a diamond, both with a washroom sign;
 * open, soon and closed have a dot that differs in shape as well as in colour.
 */
function drawMarker(context: CanvasRenderingContext2D, state: MarkerState): void {
  const { width, height } = imageSizes[state.size];
  const palette = shownPalette(state.theme);
  const { fill, edge, people } = markerColours(palette, state.accepted, state.dot);
  const isChosen = state.size === "chosen";
  const isSmall = state.size === "small";
  const scale = isChosen ? 1.4 : 1;
  context.save();
  context.translate(width / 2, height - belowPointPixels[state.size]);
  context.scale(scale, scale);
  context.lineJoin = "round";
  const outlines = isSmall ? smallMarkerPaths : markerOutlinePaths;
  const outline = new Path2D(outlines[state.accepted ? "accepted" : "pending"]);
  if (isChosen) stroke(context, outline, edge, 7.5);
  stroke(context, outline, palette.onMarker, 4);
  context.fillStyle = fill;
  context.fill(outline);
  if (edge !== fill) stroke(context, outline, edge, markerEdgeWidth);
  if (!isSmall) {
    context.fillStyle = people;
    context.fill(new Path2D(washroomIconPath));
    if (state.dot !== "unknown") drawDot(context, state.dot, palette);
  }
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
  context.fillStyle = palette[dotColours[dot]];
  context.fill(new Path2D(markerDotPaths[dot]));
}

/** Draws a disc with its ring in the middle of its image. */
function drawCluster(
  context: CanvasRenderingContext2D,
  { theme, radius, greenParts }: ClusterState,
): void {
  const palette = shownPalette(theme);
  const middle = radius + clusterRingPixels;
  context.translate(middle, middle);
  const ring = new Path2D();
  ring.arc(0, 0, ringRadius(radius), 0, Math.PI * 2);
  context.fillStyle = palette.clusterDisc;
  context.fill(ring);
  stroke(context, ring, palette.accepted, ringWidths.whole);
  if (greenParts === 0) return;
  stroke(context, new Path2D(greenRingPath(radius, greenParts)), palette.open, ringWidths.green);
}

/** Side of the image of a cluster's sign in CSS pixels. */
const pendingIconSize = 20;

/** Draws the icon of a cluster with pending places, in the middle of its image. */
function drawPendingIcon(context: CanvasRenderingContext2D, theme: MapTheme): void {
  const palette = shownPalette(theme);
  const sign = new Path2D(pendingIconPath);
  context.translate(pendingIconSize / 2, pendingIconSize / 2);
  context.lineJoin = "round";
  context.lineWidth = 3;
  context.strokeStyle = palette.onMarker;
  context.stroke(sign);
  context.fillStyle = palette.pending;
  context.fill(sign);
}
