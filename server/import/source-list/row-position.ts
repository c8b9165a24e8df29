import type { Coordinates } from "#domain/geography/coordinates.ts";
import { parseTypedPosition } from "#domain/geography/typed-position.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { countryAt, isInCountry } from "#server/geo/country-at.ts";
import { findSettlementAt } from "#server/geo/embedded/embedded-provider.ts";
import { degreesEpsg, systemsOf, toPosition } from "./coordinate-systems.ts";

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

/** What was found of a list's coordinates. */
export interface FoundSystem {
  readonly epsg: number;
  /** Whether the columns of the axes have to change places. */
  readonly isSwapped: boolean;
  readonly isSure: boolean;
}

/** Share of the points that have to be in the home country. */
const enough = 0.9;

/** Maximum number of points that are tried. */
const maxTried = 100;

/**
 * System of points by trying which ones put them into the home country. Where several do, towns that the rows name
 * decide.
 *
 * @param points points that are not degrees, each with the words of its row
 * @param stated system that the file states; null for none
 * @returns null where no system fits
 */
export function findSystem(
  points: readonly { readonly point: RowPoint; readonly words: string }[],
  homeCountry: string | null,
  stated: number | null,
): FoundSystem | null {
  const step = Math.ceil(points.length / maxTried);
  const tried = points.filter((_, index) => index % step === 0);
  const candidates = stated === null ? systemsOf(homeCountry) : [stated];
  const fitting = candidates.flatMap((epsg) =>
    [false, true].flatMap((isSwapped) => {
      const positions = tried.map(({ point: [x, y] }) =>
        toPosition(isSwapped ? [y, x] : [x, y], epsg),
      );
      const inside = positions.filter((position) => isHome(position, homeCountry)).length;
      return inside < tried.length * enough ? [] : [{ epsg, isSwapped, positions }];
    }),
  );
  if (fitting.length < 2) return fitting.length === 0 ? null : { ...fitting[0], isSure: true };
  const [best, second] = fitting
    .map((fit) => {
      const named = fit.positions.filter((at, index) => isNamed(at, tried[index].words));
      return { ...fit, named: named.length };
    })
    .toSorted((one, other) => other.named - one.named);
  return { ...best, isSure: best.named > second.named * 2 };
}

/** Whether most points in degrees have latitude and longitude swapped. */
export function areSwapped(points: readonly RowPoint[], homeCountry: string | null): boolean {
  const swapped = points.filter((point) => isLikelySwapped(point, homeCountry)).length;
  return points.length > 0 && swapped >= points.length * enough;
}

/** Whether a point is abroad, and at home where its numbers change places. */
export function isLikelySwapped([x, y]: RowPoint, homeCountry: string | null): boolean {
  if (homeCountry === null) return false;
  const [given, swapped] = [toPosition([x, y], degreesEpsg), toPosition([y, x], degreesEpsg)];
  return !isHome(given, homeCountry) && isHome(swapped, homeCountry);
}

function isHome(position: Coordinates | null, homeCountry: string | null): boolean {
  if (position === null) return false;
  return homeCountry === null ? countryAt(position) !== null : isInCountry(position, homeCountry);
}

/** Whether a row names the settlement at a position. */
function isNamed(position: Coordinates | null, words: string): boolean {
  const names = position && findSettlementAt(position)?.settlement.names;
  if (!names) return false;
  const text = ` ${nameKey(words)} `;
  return Object.values(names).some((name) => text.includes(` ${nameKey(name)} `));
}
