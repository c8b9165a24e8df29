import type { Coordinates } from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import { countryAt, isInCountry } from "#server/geo/country-at.ts";
import { degreesEpsg, toPosition } from "./coordinate-systems.ts";

/** Two numbers of a row, of which the system says what they are: easting and northing, or longitude and latitude. */
export type RowPoint = readonly [x: number, y: number];

/** Number with a decimal point or comma, and spaces between thousands; null for other text. */
function numberOf(text: string): number | null {
  const plain = text.replaceAll(/[\s\u00a0']/g, "").replace(",", ".");
  return /^[-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain) ? Number(plain) : null;
}

/** Point of a column for each axis: plain numbers, or degrees with minutes. Null for other text. */
export function pointOfAxes(x: string, y: string): RowPoint | null {
  const [east, north] = [numberOf(x), numberOf(y)];
  if (east !== null && north !== null) return [east, north];
  return parseTypedPosition(`${y} ${x}`);
}

const decimal = String.raw`([-+]?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?)`;
const wellKnown = new RegExp(
  String.raw`^(?:SRID=\d+;)?\s*(?:MULTI)?POINT\s*(?:ZM?|M)?\s*\(+\s*${decimal}\s+${decimal}\b`,
  "i",
);
const pair = new RegExp(String.raw`^[[(]?\s*${decimal}\s*[,;\s]\s*${decimal}\s*[\])]?$`);

/** Point of one column: WKT, GeoJSON, '47.5, 19.0' with the latitude first, or a link to a map. Null for other text. */
export function pointOfText(text: string): RowPoint | null {
  const ofWellKnown = wellKnown.exec(text.trim());
  if (ofWellKnown) return [Number(ofWellKnown[1]), Number(ofWellKnown[2])];
  const ofGeoJson = /^\{.*"coordinates"\s*:\s*\[\s*([-\d.eE]+)\s*,\s*([-\d.eE]+)\s*[,\]]/s.exec(
    text.trim(),
  );
  if (ofGeoJson) return [Number(ofGeoJson[1]), Number(ofGeoJson[2])];
  const [, first, second] = pair.exec(text.trim()) ?? [];
  if (first === undefined) return parseTypedPosition(text);
  const numbers = [Number(first), Number(second)] as const;
  const isLatitudeFirst = isDegrees(numbers) && Math.abs(numbers[0]) <= 90;
  return isLatitudeFirst ? [numbers[1], numbers[0]] : numbers;
}

/** Whether two numbers may be degrees: no grid has a town within 180 metres of its origin. */
export function isDegrees([x, y]: RowPoint): boolean {
  return Math.abs(x) <= 180 && Math.abs(y) <= 180;
}

/** Whether a point is abroad, and at home where its numbers change places. */
export function isLikelySwapped([x, y]: RowPoint, homeCountry: string | null): boolean {
  if (homeCountry === null) return false;
  const [given, swapped] = [toPosition([x, y], degreesEpsg), toPosition([y, x], degreesEpsg)];
  return !isHome(given, homeCountry) && isHome(swapped, homeCountry);
}

/** Whether a position is in the home country, or in any where it is null. */
export function isHome(position: Coordinates | null, homeCountry: string | null): boolean {
  if (position === null) return false;
  return homeCountry === null ? countryAt(position) !== null : isInCountry(position, homeCountry);
}
