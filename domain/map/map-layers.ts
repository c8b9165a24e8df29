import { equatorMeters } from "#domain/geography/web-mercator.ts";
import type { MapPalette } from "./map-palettes.ts";

/**
 * Layers of the map, from which both the live map's style (app/features/map/base-map/styles) and the drawn pictures
 * (server/map-picture) are made. The tables are `embedded-map-layers.ts` and `street-map-layers.ts`.
 */
export type MapColour = Exclude<keyof MapPalette, "clusterText">;

/** A number by zoom, by how much more from one zoom to the next; constant outside its zooms. */
export interface ZoomRamp {
  readonly base: number;
  readonly stops: readonly (readonly [zoom: number, value: number])[];
}

/** @param base 1 for a linear ramp @param values by zoom @param more added to each value */
export function ramp(base: number, values: Readonly<Record<number, number>>, more = 0): ZoomRamp {
  const stops = Object.entries(values).map(
    ([zoom, value]) => [Number(zoom), value + more] as const,
  );
  return { base, stops: stops.sort(([one], [other]) => one - other) };
}

/** Value of a ramp at a zoom, as MapLibre's exponential interpolation gives it. */
export function valueAt({ base, stops }: ZoomRamp, zoom: number): number {
  const after = stops.findIndex(([from]) => from > zoom);
  if (after === -1) return stops[stops.length - 1][1];
  if (after === 0) return stops[0][1];
  const [[from, low], [to, high]] = [stops[after - 1], stops[after]];
  const share =
    base === 1
      ? (zoom - from) / (to - from)
      : (base ** (zoom - from) - 1) / (base ** (to - from) - 1);
  return low + (high - low) * share;
}

type Properties = Readonly<Record<string, string | number | boolean>>;
type Values = Readonly<Record<string, readonly (string | number)[]>>;

/** Features of the tiles. Layers that draw the same ones, such as a road and its edge, share the object. */
export interface Features {
  /** Layer in the tiles. */
  readonly from: string;
  readonly shape: "area" | "line" | "point";
  /** Properties that have one of some values. */
  readonly only?: Values;
  /** Properties that have none of some values. */
  readonly not?: Values;
  /** Property that they have. */
  readonly has?: string;
  /** Properties that they do not have, each below a zoom. */
  readonly lacks?: Readonly<Record<string, number>>;
  /** Whether their property `zoom` is the zoom from which each is shown. */
  readonly isZoomed?: boolean;
}

/** Whether a feature of the layer and shape of some features is one of them, at a zoom. */
export function filterOf(
  { only = {}, not = {}, has, lacks = {}, isZoomed = false }: Features,
  zoom: number,
): (properties: Properties) => boolean {
  const [onlyThese, notThese] = [Object.entries(only), Object.entries(not)];
  const lacking = Object.keys(lacks).filter((name) => zoom < lacks[name]);
  return (properties) => {
    const hasOne = ([name, values]: [string, Values[string]]) =>
      values.includes(properties[name] as string | number);
    return (
      onlyThese.every(hasOne) &&
      !notThese.some(hasOne) &&
      (has === undefined || has in properties) &&
      !lacking.some((name) => name in properties) &&
      (!isZoomed || Number(properties.zoom) <= Math.floor(zoom))
    );
  };
}

interface MapLayer {
  readonly id: string;
  readonly features: Features;
  readonly minZoom?: number;
  readonly maxZoom?: number;
  /** Share, 0 to 1. */
  readonly opacity?: ZoomRamp;
  /** Minimum zoom in a picture, where that is another; infinite for a layer of the live map alone. */
  readonly pictureZoom?: number;
}

/** Colour that turns into another one between two zooms. */
export interface ColourFade {
  readonly zooms: readonly [from: number, to: number];
  readonly colours: readonly [from: MapColour, to: MapColour];
}

/** Layer of areas; of lines where it has a width, also around areas; of dots where it has a radius. */
export interface ShapeLayer extends MapLayer {
  readonly colour: MapColour | ColourFade;
  /** CSS pixels; 'to-scale' for rivers, by {@link riverPixels}. */
  readonly width?: ZoomRamp | "to-scale";
  /** CSS pixels; 'by-rank' for settlements. */
  readonly radius?: number | "by-rank";
  /** Thin line around an area or a dot. */
  readonly outline?: MapColour;
  /** Lengths of dashes and gaps, in widths. */
  readonly dashes?: readonly number[];
  /** Whether the ends of lines are round. */
  readonly isRound?: boolean;
  /** Part of a line's width that fades at its sides, in CSS pixels: a picture leaves it out. */
  readonly blur?: ZoomRamp;
  /** Whether tunnels are pale. */
  readonly hasTunnels?: boolean;
}

/** Opacity of a tunnel. */
export const tunnelOpacity = 0.35;
/** Width of the line around a dot, in CSS pixels. */
export const dotOutlinePixels = 1.5;

/** Layer of names. The last layers of a map have their names placed first. */
export interface LabelLayer extends MapLayer {
  readonly colour: MapColour;
  /** Colour of the outline of the letters; paper by default. */
  readonly halo?: MapColour;
  /** CSS pixels; 'by-rank' for settlements. */
  readonly size: ZoomRamp | number | "by-rank";
  /** Property with the text, where that is not the name. */
  readonly text?: string;
  /** Whether names follow lines. */
  readonly isAlong?: boolean;
  readonly isUppercase?: boolean;
  /** Space between letters, in em. */
  readonly spacing?: number;
  /** Property by which names are placed, the lowest first. */
  readonly order?: string;
  /** Position of a name that may give way: below a settlement's dot, or in its middle; fixed by default. */
  readonly position?: "below-dot" | "in-middle";
  /** Width in em at which a name is broken. */
  readonly maxWidth?: number;
  /** Distances in CSS pixels: around a name, and between repeated names of a line. */
  readonly padding?: number;
  readonly repeat?: number;
  /** Degrees by which a line may bend below a letter. */
  readonly maxAngle?: number;
}

/** Length of the circle of latitude at 47° north, in metres. */
const circleMeters = equatorMeters * Math.cos((47 * Math.PI) / 180);

/**
 * Width of a river at a zoom: to scale, with a visible minimum. Below zoom 8 rivers have twice their width, so
 * that large ones stand out.
 */
export function riverPixels(zoom: number): { leastPixels: number; pixelsPerMeter: number } {
  const pixelsPerMeter = (512 * 2 ** zoom) / circleMeters;
  return {
    leastPixels: Math.min(2, 0.5 + Math.max(0, zoom - 4) * 0.18),
    pixelsPerMeter: pixelsPerMeter * Math.min(2.4, Math.max(1, 2 ** (9 - zoom))),
  };
}

/**
 * Text size in CSS pixels of a settlement's name by rank, lowest rank first. The rank is the zoom from which on the
 * name is shown (4 a capital, 11 a village).
 */
export const settlementTextRows: readonly (readonly [rank: number, size: ZoomRamp])[] = [
  [0, ramp(1, { 4: 12, 8: 17, 11: 21 })],
  [5, ramp(1, { 4: 11, 8: 15, 11: 18 })],
  [6, ramp(1, { 4: 11, 8: 13.5, 11: 17 })],
  [7, ramp(1, { 4: 11, 8: 12.5, 11: 15.5 })],
  [8, ramp(1, { 4: 11, 8: 11.5, 11: 14 })],
  [9, ramp(1, { 4: 11, 8: 11.5, 11: 13 })],
  [10, ramp(1, { 4: 11, 8: 11.5, 11: 12 })],
];

/** Radius in CSS pixels of a settlement's dot by its rank, lowest rank first. */
export const settlementDotRows: readonly (readonly [rank: number, radius: number])[] = [
  [0, 3],
  [5, 2.6],
  [7, 2.2],
  [9, 1.8],
];

/** Value of the last row whose rank is not above a rank. */
export function byRank<Value>(rows: readonly (readonly [number, Value])[], rank: number): Value {
  return (rows.findLast(([least]) => rank >= least) ?? rows[0])[1];
}
