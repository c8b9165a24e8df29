import { type MapTheme, mapThemes } from "#domain/base-map/palette.ts";
import type { OpenStatus } from "#domain/open-status.ts";

/** The dot on a marker: green, amber, red, or a question mark where nothing is known. */
export const markerDots = ["open", "soon", "closed", "unknown"] as const;

export type MarkerDot = (typeof markerDots)[number];

/** Everything that a place's marker tells. */
export interface MarkerState {
  readonly theme: MapTheme;
  /** Accepted places are drops, those that wait for acceptance are diamonds. */
  readonly accepted: boolean;
  readonly dot: MarkerDot;
  /** The chosen one is larger and has a ring. */
  readonly chosen: boolean;
}

/** The dot for each status that a tile or an answer may carry. */
export const dotOfStatus: Readonly<Record<OpenStatus, MarkerDot>> = {
  open: "open",
  "opens-soon": "soon",
  "closes-soon": "soon",
  closed: "closed",
  none: "unknown",
};

/** The name under which the map asks for a marker's image: `light/accepted/open/plain`. */
export function markerImageName({ theme, accepted, dot, chosen }: MarkerState): string {
  return [theme, accepted ? "accepted" : "waiting", dot, chosen ? "chosen" : "plain"].join("/");
}

/** The name of the sign on a cluster that holds waiting places. */
export function waitingSignName(theme: MapTheme): string {
  return `${theme}/waiting-sign`;
}

/** Reads an image's name; null where it is not one of a marker. */
export function parseMarkerImageName(name: string): MarkerState | null {
  const [themePart, kind, dotPart, emphasis, ...rest] = name.split("/");
  const theme = mapThemes.find((known) => known === themePart);
  const dot = markerDots.find((known) => known === dotPart);
  const isKnown = ["accepted", "waiting"].includes(kind) && ["plain", "chosen"].includes(emphasis);
  if (!theme || !dot || !isKnown || rest.length > 0) return null;
  return { theme, accepted: kind === "accepted", dot, chosen: emphasis === "chosen" };
}
