import type { OpenStatus } from "#domain/opening/open-status.ts";
import { clusterRingPixels } from "#domain/place-index/place-tile.ts";
import type { MapPalette } from "./map-palettes.ts";

/**
 * Shapes of the map's markers as SVG path data, in pixels, for the live map and the drawn picture. Each meaning has
 * its own shape, so that none depends on colour alone.
 */

/** Outlines of a marker, tip at the origin: a drop, 26 wide and 35 high; a diamond, 28 wide and 36 high. */
export const markerOutlinePaths = {
  accepted: "M-11.2-15.4A13 13 0 1 1 11.2-15.4Q7-9.5 0 0Q-7-9.5-11.2-15.4z",
  pending: "M0-6 14-21 0-36-14-21 0-6V0z",
} as const;

/** Two people, as on a toilet's door, centred in either outline. */
export const washroomIconPath =
  "M-5.8-27a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0zM-5.5-24.4h3.2l.5 6.8h-4.2zM2-27a1.9 1.9 0 1 1 3.8 0a1.9 1.9 0 1 1-3.8 0zM2.3-24.4h3.2l1.8 6.8H.5z";

/**
 * Opening status of a marker: a green, amber or red dot; a hollow one where visitors found it so; no dot where it is
 * unknown.
 */
export const markerDots = [
  ...(["open", "soon", "closed"] as const),
  ...(["likely", "unlikely", "unknown"] as const),
] as const;

export type MarkerDot = (typeof markerDots)[number];

/** Dot of a place by its status and what visitors found (docs/product#markers). */
export function dotOf(status: OpenStatus, likely: boolean | undefined): MarkerDot {
  if (status !== "none" || likely === undefined) return dotOfStatus[status];
  return likely ? "likely" : "unlikely";
}

/** Colour of each dot, by its name in the palette. */
export const dotColours = {
  ...({ open: "open", soon: "soon", closed: "closed" } as const),
  ...({ likely: "open", unlikely: "closed" } as const),
} satisfies Record<Exclude<MarkerDot, "unknown">, keyof MapPalette>;

/** Dot of each opening status. */
export const dotOfStatus: Readonly<Record<OpenStatus, MarkerDot>> = {
  open: "open",
  "opens-soon": "soon",
  "closes-soon": "soon",
  closed: "closed",
  none: "unknown",
};

/** Centre of a marker's dot, from the marker's tip, and radius of the background disc below it. */
export const markerDotDisc = { x: 9.5, y: -31.5, radius: 6.5 } as const;

/** Filled dots around the origin. Open: a full disc. Soon: half a disc. Closed: a disc with a bar. Likely: rings. */
export const markerDotPaths: Readonly<Record<Exclude<MarkerDot, "unknown">, string>> = {
  open: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5z",
  soon: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5zM0-3.8A3.8 3.8 0 1 0 0 3.8z",
  closed: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5zM-3-.9V.9H3V-.9z",
  likely: "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5zM0-2.8A2.8 2.8 0 1 0 0 2.8A2.8 2.8 0 1 0 0-2.8z",
  unlikely:
    "M0-5A5 5 0 1 1 0 5A5 5 0 1 1 0-5zM0-3.2A3.2 3.2 0 1 0 0 3.2A3.2 3.2 0 1 0 0-3.2zM-2-.8H2V.8H-2z",
};

/** Width of the line at the edge of a pale marker. */
export const markerEdgeWidth = 1.8;

/** Colours of a marker's shape, of the line at its edge, and of the two people on it. */
interface MarkerColours {
  readonly fill: string;
  readonly edge: string;
  readonly people: string;
}

/**
 * Colours of a marker by its dot: open is strong, likely open a strong line, closed is pale, unknown is muted. A pending
 * place is always red.
 *
 * @param dot undefined where the picture shows no opening status
 */
export function markerColours(
  palette: MapPalette,
  accepted: boolean,
  dot: MarkerDot | undefined,
): MarkerColours {
  const { pending, onMarker, pale, quiet } = palette;
  if (accepted && dot === "closed") return { fill: pale, edge: quiet, people: quiet };
  if (accepted && dot === "likely") {
    return { fill: pale, edge: palette.accepted, people: palette.accepted };
  }
  const isQuiet = dot === "unknown" || dot === "unlikely";
  const fill = !accepted ? pending : isQuiet ? quiet : palette.accepted;
  return { fill, edge: fill, people: onMarker };
}

/** Filled diamond around the origin: badge of a cluster with pending places. */
export const pendingIconPath = "M0-7.5 7.5 0 0 7.5-7.5 0z";

/** Offset of a cluster's badge from its centre, to the right and upwards, by the disc's radius. */
export function clusterIconOffset(radius: number): number {
  return Math.round(radius * 0.78);
}

/** Small markers from afar, around the place's point: a disc; a diamond. */
export const smallMarkerPaths = {
  accepted: "M0-6A6 6 0 1 1 0 6A6 6 0 1 1 0-6z",
  pending: pendingIconPath,
} as const;

/** Equal parts of a cluster's ring; as many are green as its share of open places. */
export const ringParts = 12;

/** Number of green parts: none where no place is open, all only where every place is. */
export function greenRingParts({ count, openCount }: { count: number; openCount: number }): number {
  if (openCount === 0 || openCount === count) return openCount === 0 ? 0 : ringParts;
  return Math.min(ringParts - 1, Math.max(1, Math.round((openCount / count) * ringParts)));
}

/** Widths of the ring around a cluster's disc, and of its green part, which is drawn over it. */
export const ringWidths = { whole: 2, green: 5 } as const;

/** Middle of the line of a ring, from the centre of its disc. */
export function ringRadius(discRadius: number): number {
  return discRadius + clusterRingPixels - ringWidths.green / 2;
}

/** Green part of a ring around the origin as SVG path data: from the top, clockwise. */
export function greenRingPath(discRadius: number, parts: number): string {
  const radius = ringRadius(discRadius);
  const arcTo = (part: number) => {
    const angle = (part / ringParts) * 2 * Math.PI;
    const [x, y] = [Math.sin(angle), -Math.cos(angle)].map(
      (at) => Math.round(at * radius * 10) / 10,
    );
    return `A${radius} ${radius} 0 0 1 ${x} ${y}`;
  };
  // An arc that ends where it begins is not drawn, and one is never longer than a half.
  return `M0 ${-radius}${arcTo(parts / 2)}${arcTo(parts)}`;
}
