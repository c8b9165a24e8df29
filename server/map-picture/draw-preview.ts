import { Worker } from "node:worker_threads";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import type { AreaTiles, MapTile } from "#server/base-map/tile-archive.ts";
import type { PictureMarker } from "./draw-markers.ts";

export interface PreviewRequest {
  /** Name of the product, as on its pages. */
  readonly product: string;
  /** The operator's, `#rrggbb`, readable on white; null for the product's own. */
  readonly colour: string | null;
  /** Icon of the product, an SVG or PNG file. */
  readonly sign: Uint8Array;
  /** The place's own name, and its town. */
  readonly name: string;
  readonly town: string;
  /** Its known facts, each in a few words. */
  readonly facts: readonly string[];
  /** Whether the place's own pin is in the middle of the map. */
  readonly hasPin: boolean;
  /** View of the map, centred at the place. */
  readonly view: MapView;
  readonly language: Language;
  /** The other places of the map. */
  readonly places: readonly PictureMarker[];
  /** Embedded base map of the view. */
  readonly world: readonly MapTile[];
  /** Street map of the view; null without one. */
  readonly streets: AreaTiles | null;
}

/** Time limit of a picture. */
const timeoutMs = 15_000;

/** Our icon as a square picture, with its side in pixels. */
export interface DrawnIcon {
  readonly svg: string;
  readonly side: number;
}

/** Order for the worker. */
export type DrawingOrder = { readonly preview: PreviewRequest } | { readonly sign: DrawnIcon };

/**
 * Picture for the preview of a link to a page (docs/product#preview-picture), as PNG: the page's
 * title and a map. It does not change with the hour. Null where this machine has no drawing
 * library.
 *
 * @throws {Error} where drawing fails or takes too long
 */
export function drawPreview(preview: PreviewRequest): Promise<Uint8Array<ArrayBuffer> | null> {
  return draw({ preview });
}

/** An icon as PNG, without surroundings; null and errors as {@link drawPreview}. */
export function drawIcon(sign: DrawnIcon): Promise<Uint8Array<ArrayBuffer> | null> {
  return draw({ sign });
}

/**
 * Draws in a thread of its own: this takes a quarter of a second of a processor without delaying
 * other requests, and the library's memory is freed with the thread.
 */
async function draw(order: DrawingOrder): Promise<Uint8Array<ArrayBuffer> | null> {
  const worker = new Worker(new URL("./preview-worker.ts", import.meta.url), {
    workerData: order,
  });
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array<ArrayBuffer> | null>();
  const timer = setTimeout(() => reject(new Error("a preview took too long")), timeoutMs);
  worker.once("message", resolve);
  worker.once("error", reject);
  worker.once("exit", (code) => reject(new Error(`the drawing of a preview ended with ${code}`)));
  try {
    return await promise;
  } finally {
    clearTimeout(timer);
    void worker.terminate();
  }
}
