import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { ColumnMeaning } from "#domain/source-list/column-mapping.ts";
import { nameKey } from "#domain/text/search-key.ts";
import { findSettlementAt } from "#server/geo/embedded/embedded-provider.ts";
import { degreesEpsg, epsgOf, systemsOf, toPosition } from "./coordinate-systems.ts";
import {
  isDegrees,
  isHome,
  isLikelySwapped,
  pointOfAxes,
  pointOfText,
  type RowPoint,
} from "./row-position.ts";
import type { Table } from "./table.ts";

/** Column whose meaning is being found. */
export interface JudgedColumn {
  meaning: ColumnMeaning;
  /** Whether it need not be asked. */
  isSure: boolean;
}

/** Point of a row with the row's words. */
interface Tried {
  readonly point: RowPoint;
  readonly words: string;
}

/**
 * Finds the columns that say where a row is: exchanges those of the axes where they are swapped, and guesses them among
 * the columns without a meaning where no header names them.
 *
 * @returns number of the system of the points that are not in degrees, in the EPSG registry; null for none
 */
export function settlePositions(
  table: Table,
  columns: readonly JudgedColumn[],
  fileName: string,
  homeCountry: string | null,
): number | null {
  const indexOf = (meaning: ColumnMeaning) => columns.findIndex((one) => one.meaning === meaning);
  const system = indexOf("coordinate_system");
  const rows = table.rows.filter(({ cells }) => system === -1 || epsgOf(cells[system]) === null);
  const pointsBy = (pointOf: (cells: readonly string[]) => RowPoint | null) =>
    rows.flatMap(({ cells }): Tried[] => {
      const point = pointOf(cells);
      return point ? [{ point, words: `${fileName} ${cells.join(" ")}` }] : [];
    });
  const [x, y, one] = [indexOf("longitude"), indexOf("latitude"), indexOf("position")];
  if (x !== -1 && y !== -1) {
    for (const column of columns) if (column.meaning === "position") column.meaning = "none";
    const points = pointsBy((cells) => pointOfAxes(cells[x], cells[y]));
    const stated = table.epsg ?? statedIn(table.headers[x]) ?? statedIn(table.headers[y]);
    const found = judge(points, homeCountry, stated);
    mark(columns[found.isSwapped ? y : x], "longitude", found.isSure && columns[x].isSure);
    mark(columns[found.isSwapped ? x : y], "latitude", found.isSure && columns[y].isSure);
    return found.epsg;
  }
  if (one !== -1) {
    const points = pointsBy((cells) => pointOfText(cells[one]));
    const found = judge(points, homeCountry, table.epsg ?? statedIn(table.headers[one]));
    mark(columns[one], "position", found.isSure && columns[one].isSure);
    return found.epsg;
  }
  return guessAxes(columns, pointsBy, homeCountry);
}

function mark(column: JudgedColumn, meaning: ColumnMeaning, isSure: boolean): void {
  column.meaning = meaning;
  column.isSure = isSure;
}

/** What was found of a list's coordinates. */
interface FoundSystem {
  readonly epsg: number | null;
  /** Whether the columns of the axes have to change places. */
  readonly isSwapped: boolean;
  readonly isSure: boolean;
}

function judge(
  points: readonly Tried[],
  homeCountry: string | null,
  stated: number | null,
): FoundSystem {
  const inDegrees = points.filter(({ point }) => isDegrees(point));
  const inGrid = points.filter(({ point }) => !isDegrees(point));
  const swapped = inDegrees.filter(({ point }) => isLikelySwapped(point, homeCountry)).length;
  const isSwapped = swapped > 0 && swapped >= inDegrees.length * enough;
  if (inGrid.length === 0) return { epsg: null, isSwapped, isSure: !isSwapped };
  const candidates = stated === null ? systemsOf(homeCountry) : [{ epsg: stated, isUsual: true }];
  const found = findSystem(inGrid, candidates, homeCountry);
  if (found !== null) return found;
  const isFew = inGrid.length < inDegrees.length;
  return { epsg: isFew ? null : stated, isSwapped, isSure: isFew && !isSwapped };
}

/** Share of the points that have to be in the home country. */
const enough = 0.9;

/** Maximum number of points that are tried. */
const maxTried = 100;

type Candidate = ReturnType<typeof systemsOf>[number];

/**
 * System of points by trying which ones put them into the home country. Where several do, towns that the rows or the
 * file name decide. Null where no system fits.
 */
function findSystem(
  points: readonly Tried[],
  candidates: readonly Candidate[],
  homeCountry: string | null,
): (FoundSystem & { readonly epsg: number }) | null {
  const step = Math.ceil(points.length / maxTried);
  const tried = points.filter((_, index) => index % step === 0);
  const fitting = candidates.flatMap(({ epsg, isUsual }) =>
    [false, true].flatMap((isSwapped) => {
      const positions = tried.map(({ point: [x, y] }) =>
        toPosition(isSwapped ? [y, x] : [x, y], epsg),
      );
      const inside = positions.filter((position) => isHome(position, homeCountry)).length;
      return inside < tried.length * enough
        ? []
        : [{ epsg, isUsual: isUsual && !isSwapped, isSwapped, positions }];
    }),
  );
  if (fitting.length < 2) return fitting.length === 0 ? null : { ...fitting[0], isSure: true };
  const [best, second] = fitting
    .map((fit) => {
      const named = fit.positions.filter((at, index) => isNamed(at, tried[index].words));
      return { ...fit, named: named.length };
    })
    .toSorted((one, other) => other.named - one.named || +other.isUsual - +one.isUsual);
  const isSure = best.named > second.named * 2 || (best.isUsual && !second.isUsual);
  return { ...best, isSure };
}

/** Whether a row names the settlement at a position. */
function isNamed(position: Coordinates | null, words: string): boolean {
  const names = position && findSettlementAt(position)?.settlement.names;
  if (!names) return false;
  const text = ` ${nameKey(words)} `;
  return Object.values(names).some((name) => text.includes(` ${nameKey(name)} `));
}

/** Maximum number of columns without a meaning that are tried as axes. */
const maxGuessed = 6;

/** Takes the first two columns of numbers that put the rows into the home country as axes, which is asked. */
function guessAxes(
  columns: readonly JudgedColumn[],
  pointsBy: (pointOf: (cells: readonly string[]) => RowPoint | null) => readonly Tried[],
  homeCountry: string | null,
): number | null {
  if (homeCountry === null) return null;
  const free = columns.flatMap(({ meaning }, index) => (meaning === "none" ? [index] : []));
  const ofNumbers = free
    .filter((at) => pointsBy((cells) => pointOfAxes(cells[at], cells[at])).length > 1)
    .slice(0, maxGuessed);
  for (const x of ofNumbers) {
    for (const y of ofNumbers.filter((other) => other > x)) {
      const points = pointsBy((cells) => pointOfAxes(cells[x], cells[y]));
      const degrees = { epsg: degreesEpsg, isUsual: true };
      const found = findSystem(points, [degrees, ...systemsOf(homeCountry)], homeCountry);
      if (found === null) continue;
      mark(columns[found.isSwapped ? y : x], "longitude", false);
      mark(columns[found.isSwapped ? x : y], "latitude", false);
      return found.epsg === degreesEpsg ? null : found.epsg;
    }
  }
  return null;
}

/** System that the header of coordinates names: 'X (EOV)', 'Easting EPSG:27700'. */
function statedIn(header: string): number | null {
  const parts = [
    /\((.*)\)/.exec(header)?.[1],
    /^(\S+)\s/.exec(header)?.[1],
    /[\s_](\S+)$/.exec(header)?.[1],
  ];
  const systems = parts.map((name) => (name === undefined ? null : epsgOf(name)));
  return systems.find((epsg) => epsg !== null && epsg !== degreesEpsg) ?? null;
}
