import { Worker } from "node:worker_threads";
import { siteMapPalette } from "#domain/branding/site-colour.ts";
import { embeddedLabels, embeddedShapes, groundColour } from "#domain/map/embedded-map-layers.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import type { MapView } from "#domain/map/map-view.ts";
import {
  streetEdges,
  streetLabels,
  streetPlaces,
  streetShapes,
} from "#domain/map/street-map-layers.ts";
import type { Language } from "#domain/text/language.ts";
import type { AreaTiles, MapTile } from "#server/base-map/tile-archive.ts";
import type { Line } from "#server/geometry/line.ts";
import { drawLabels, gatherNames, landmarkLabels } from "./draw-labels.ts";
import { clusterBoxes, drawMarkers, type PictureMarker } from "./draw-markers.ts";
import { colourAt, decodeTiles, drawGround, drawOwnBorder, drawShapes } from "./draw-shapes.ts";
import { type Box, pictureFrame, worldCopies } from "./picture-frame.ts";

export { shownBoxes } from "./picture-frame.ts";

export interface PictureRequest {
  readonly view: MapView;
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly theme: MapTheme;
  readonly language: Language;
  /** The operator's colour, `#rrggbb`; absent or null for the product's own. */
  readonly colour?: string | null;
  readonly places: readonly PictureMarker[];
  /** Border of the operator's area; absent without one. */
  readonly border?: readonly Line[];
  /** Tiles of the embedded base map; none where they cannot be read. */
  readonly world: readonly MapTile[];
  /** Street map of the view, from the imported extracts; null without one. */
  readonly streets?: AreaTiles | null;
  /**
   * Whether each shape and text is repeated where it is drawn, for a program that does not know
   * `use`.
   */
  readonly isFlat?: boolean;
  /** Areas in CSS pixels that something covers later: no name is drawn there. */
  readonly covered?: readonly Box[];
}

/**
 * Picture of a map view as an SVG document in MapLibre's projection, the view's centre in the
 * middle, so that nothing moves when the live map replaces it. It has no style, script or link, and
 * so works under the strictest policy.
 */
export function drawMapPicture(picture: PictureRequest): string {
  const { view, width, height, theme, language, places, border = [] } = picture;
  const { world, isFlat = false, streets = null, covered = [] } = picture;
  const palette = siteMapPalette(theme, picture.colour ?? null);
  const copies = worldCopies(pictureFrame(view, width, height));
  const isAround = streets !== null;
  const embedded = decodeTiles(world);
  const street = decodeTiles(streets?.tiles ?? []);
  const around = { covered: streets?.covered ?? [], language };
  const body = [
    `<rect width="${width}" height="${height}" fill="${colourAt(groundColour(isAround), view.zoom, palette)}"/>`,
    ...copies.map((copy) =>
      drawShapes(embedded, copy, embeddedShapes(isAround), { palette, isFlat, ...around }),
    ),
    ...copies.map(
      (copy) =>
        streets &&
        drawGround(streets.covered, copy, palette) +
          drawShapes(street, copy, streetPictureShapes, { palette, isFlat }),
    ),
    ...copies.map((copy) => drawOwnBorder(border, copy, palette)),
    ...copies.map((copy) => {
      const inStreets = gatherNames(street, copy, streetNames, { language });
      const elsewhere = gatherNames(embedded, copy, embeddedLabels, around);
      const names = {
        points: [...inStreets.points, ...elsewhere.points],
        lines: [...inStreets.lines, ...elsewhere.lines],
      };
      const discs = [...clusterBoxes(places, copy), ...covered];
      return drawLabels(names, copy, palette, { discs, isFlat });
    }),
    ...copies.map((copy) => drawMarkers(places, copy, { palette, isFlat })),
  ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}

const streetPictureShapes = [streetEdges.below, ...streetShapes, streetEdges.above];

/** Names of the street map, the last ones first. */
const streetNames = [...landmarkLabels, ...streetLabels, ...streetPlaces];

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
