import * as v from "valibot";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";

/*
 * Messages between the page for frames and the page around it (docs/embedding.md). Positions are
 * `[longitude, latitude]`, heights are in CSS pixels.
 */

/** Version of the messages; a breaking change increases it. */
export const embedVersion = 1;

/** Origins of the pages that may embed the frame; an empty list allows none. */
export type EmbedOrigins = "everyone" | readonly string[];

/** Message of the frame, without its version. */
export type EmbedMessage =
  /** The frame is listening to messages. */
  | { readonly type: "mosdo:ready" }
  /** A place was chosen or closed. */
  | { readonly type: "mosdo:choice"; readonly place: EmbeddedChoice | null }
  /** The map has come to rest on a new view. */
  | {
      readonly type: "mosdo:view";
      readonly center: Coordinates;
      readonly zoom: number;
      /** West, south, east, north. */
      readonly bounds: readonly [number, number, number, number];
    }
  /** Height at which the whole list is visible without scrolling. */
  | { readonly type: "mosdo:height"; readonly height: number };

/** The chosen place. */
interface EmbeddedChoice {
  readonly id: number;
  readonly name: string;
  readonly position: Coordinates;
}

/** Message about a view of the map. */
export function viewMessage(
  { longitude, latitude, zoom }: MapView,
  { west, south, east, north }: BoundingBox,
): EmbedMessage {
  return {
    type: "mosdo:view",
    center: [longitude, latitude],
    zoom,
    bounds: [west, south, east, north],
  };
}

const version = v.literal(embedVersion);

/** Message of the host page; unknown fields are ignored. */
const hostMessageSchema = v.variant("type", [
  v.object({
    type: v.literal("mosdo:show"),
    version,
    /** Id of the place to choose; null closes the chosen one. */
    place: v.nullable(v.pipe(v.number(), v.safeInteger(), v.minValue(1))),
  }),
  v.object({
    type: v.literal("mosdo:view"),
    version,
    center: v.pipe(
      v.tuple([v.number(), v.number()]),
      v.check(([longitude, latitude]) => isOnEarth([longitude, latitude])),
    ),
    zoom: v.pipe(v.number(), v.minValue(0), v.maxValue(maxZoom)),
  }),
]);

export type HostMessage = v.InferOutput<typeof hostMessageSchema>;

/** Parses a host page's message; null for any other data. */
export function readHostMessage(data: unknown): HostMessage | null {
  const read = v.safeParse(hostMessageSchema, data);
  return read.success ? read.output : null;
}

/** Whether a page of this origin may embed the frame and exchange messages with it. */
export function isEmbedOrigin(origin: string, allowed: EmbedOrigins): boolean {
  return allowed === "everyone" || allowed.includes(origin);
}

/**
 * Target origins of a message of the frame. Messages are public, so with `everyone` any host page may receive them;
 * else the target is the host page's origin, or, where the browser hides that, each allowed one.
 *
 * @param parent origin of the host page; null where unknown
 */
export function messageTargets(allowed: EmbedOrigins, parent: string | null): readonly string[] {
  if (allowed === "everyone") return ["*"];
  return parent !== null && allowed.includes(parent) ? [parent] : allowed;
}
