import { type MapTheme, mapPalettes } from "#domain/map/map-palettes.ts";
import type { MapView } from "#domain/map/map-view.ts";
import type { Language } from "#domain/text/language.ts";
import type { Line } from "#server/geometry/line.ts";
import { type BaseMapData, readBaseMapData, worldLineOf } from "./base-map-data.ts";
import { drawLabels } from "./draw-labels.ts";
import { clusterBoxes, drawMarkers, type PictureMarker } from "./draw-markers.ts";
import { drawOwnBorder, drawShapes } from "./draw-shapes.ts";
import { pictureFrame, worldCopies } from "./picture-frame.ts";

/** Folder of the live map's files, below the folder that the server is started in. */
const baseMapFolder = "public/basemap";

let baseMap: BaseMapData | null = null;

export interface PictureRequest {
  readonly view: MapView;
  /** Size in CSS pixels. */
  readonly width: number;
  readonly height: number;
  readonly theme: MapTheme;
  readonly language: Language;
  readonly places: readonly PictureMarker[];
  /** Border of the operator's area, if it has one. */
  readonly border?: readonly Line[];
}

/**
 * Picture of a map view as an SVG document in MapLibre's projection, the view's centre in the
 * middle, so that nothing moves when the live map takes its place. It has no style, script or link,
 * and so works under a policy that allows nothing. The base map is read once, at the first picture.
 */
export function drawMapPicture(picture: PictureRequest): string {
  baseMap ??= readBaseMapData(baseMapFolder);
  const data = baseMap;
  const { view, width, height, theme, language, places, border = [] } = picture;
  const palette = mapPalettes[theme];
  const frame = pictureFrame(view, width, height);
  const copies = worldCopies(frame);
  const ownBorder = border.map(worldLineOf);
  const body = [
    `<rect width="${width}" height="${height}" fill="${palette.water}"/>`,
    ...copies.map((copy) => drawShapes(data, copy, palette)),
    ...copies.map((copy) => drawOwnBorder(ownBorder, copy, theme)),
    ...copies.map((copy) => drawLabels(data, copy, palette, language, clusterBoxes(places, copy))),
    ...copies.map((copy) => drawMarkers(places, copy, theme, palette)),
  ].join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">${body}</svg>`;
}
