import { Worker } from "node:worker_threads";
import type { Language } from "#domain/text/language.ts";
import type { PictureMarker } from "./draw-markers.ts";

export interface PreviewRequest {
  /** Name of the product, as its pages have it. */
  readonly product: string;
  /** `#rrggbb`, readable on white. */
  readonly brand: string;
  /** Sign of the product, an SVG or PNG file. */
  readonly sign: Uint8Array;
  /** The place's own name, and its town. */
  readonly name: string;
  readonly town: string;
  /** What it is known to have, each in a few words. */
  readonly facts: readonly string[];
  readonly at: { readonly longitude: number; readonly latitude: number };
  readonly language: Language;
  /** The other places of the map. */
  readonly places: readonly PictureMarker[];
}

/** Longest time for a picture. */
const timeoutMs = 15_000;

/**
 * Picture for the preview of a link to a place (docs/product#preview-picture), as PNG: what names it, and where it
 * is. Nothing of it changes with the hour. Null where this machine has no drawing library.
 *
 * It is drawn in a thread of its own: it takes a quarter of a second of a processor, which no other request waits
 * for, and the library's memory goes with the thread.
 *
 * @throws {Error} where drawing fails or takes too long
 */
export async function drawPreview(
  preview: PreviewRequest,
): Promise<Uint8Array<ArrayBuffer> | null> {
  const worker = new Worker(new URL("./preview-worker.ts", import.meta.url), {
    workerData: preview,
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
