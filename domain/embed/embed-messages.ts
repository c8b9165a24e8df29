import * as v from "valibot";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, isOnEarth } from "#domain/geography/coordinates.ts";
import { type MapView, maxZoom } from "#domain/map/map-view.ts";

/*
 * Messages between the page for frames and the page around it (docs/embedding.md). Positions are
 * `[longitude, latitude]`, heights are in CSS pixels.
 */

/** Version of the messages; a change that would break a site's page is a new one. */
export const embedVersion = 1;

/** Origins of the pages that may show the frame; none where the list is empty. */
export type EmbedOrigins = "everyone" | readonly string[];

/** Message of the frame, without its version. */
export type EmbedMessage =
  /** The frame hears messages from now on. */
  | { readonly type: "mosdo:ready" }
  /** A place was chosen, or closed. */
  | { readonly type: "mosdo:choice"; readonly place: EmbeddedChoice | null }
  /** The map stands still, on another view than before. */
  | {
      readonly type: "mosdo:view";
      readonly center: Coordinates;
      readonly zoom: number;
      /** West, south, east, north. */
      readonly bounds: readonly [number, number, number, number];
    }
  /** Height at which the whole list is seen without scrolling. */
  | { readonly type: "mosdo:height"; readonly height: number };

/** The chosen place. */
interface EmbeddedChoice {
  readonly id: number;
  readonly name: string;
  readonly position: Coordinates;
}

/** The message about a view of the map. */
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

/** Message of the page around the frame; fields that it does not know are left alone. */
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

/** Reads what a page has sent; null where it is not a message for the frame. */
export function readHostMessage(data: unknown): HostMessage | null {
  const read = v.safeParse(hostMessageSchema, data);
  return read.success ? read.output : null;
}

/** Whether a page of this origin may show the frame and speak with it. */
export function isEmbedOrigin(origin: string, allowed: EmbedOrigins): boolean {
  return allowed === "everyone" || allowed.includes(origin);
}

/**
 * Origins that a message of the frame is addressed to. What it says is public, so with `everyone` any page
 * around it may hear it; else the one that is around it, or, where the browser hides that, each allowed one.
 *
 * @param parent origin of the page around the frame; null where it is not known
 */
export function messageTargets(allowed: EmbedOrigins, parent: string | null): readonly string[] {
  if (allowed === "everyone") return ["*"];
  return parent !== null && allowed.includes(parent) ? [parent] : allowed;
}
