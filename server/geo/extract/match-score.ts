import { type RawBuilder, sql } from "kysely";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters, metersPerDegree } from "#domain/geography/distance-and-bearing.ts";
import { isPart, type SettlementRow } from "./settlement.ts";

/**
 * Match of a name with the typed text: the exact name, its beginning, terms of it, parts within its
 * terms, or a similar spelling.
 */
export type NameMatchQuality = "exact" | "beginning" | "terms" | "part" | "similar";

/** Score of a match, in powers of ten of population. */
export const matchScore: Readonly<Record<NameMatchQuality, number>> = {
  exact: 4,
  beginning: 2,
  terms: 1,
  part: 0.5,
  similar: 0,
};
/** Score of each letter of a name that was not typed: of two names the shorter one comes first. */
export const scoreOfExtraLetter = -0.02;
export const scoreOfEdit = -1;
/** Score of a street: a typed name of a town means the town, not the streets named after it. */
export const scoreOfStreet = -1.5;
/** Score of a house with the typed number: it counts more than a name of exactly this spelling. */
export const scoreOfHouseNumber = 3.2;
export const scoreOfPostcode = 2;

/**
 * Score at the searcher's own position; half of it is left at the distance below, a third at twice
 * that distance.
 */
const scoreOfNearness = 3;
const nearMeters = 5_000;

/** Assumed population, as a power of ten, where the extract has none. */
const usualSize: Readonly<Record<string, number>> = {
  city: 5,
  town: 4,
  borough: 4,
  suburb: 3.5,
  village: 3,
  quarter: 3,
  neighbourhood: 2.5,
};
const leastSize = 2;

function scoreOfSize({ population, kind }: SettlementRow): number {
  return population ? Math.log10(population) : (usualSize[kind] ?? leastSize);
}

export function scoreOfPlace(settlement: SettlementRow, near: Coordinates | null): number {
  const score = scoreOfSize(settlement) - (isPart(settlement) ? 0.5 : 0);
  if (near === null) return score;
  const meters = distanceMeters(near, [settlement.longitude, settlement.latitude]);
  return score + scoreOfNearness / (1 + meters / nearMeters);
}

/** Score of a row of a street and the settlement `t` that it belongs to. */
export function scoreOfStreetRow(near: Coordinates | null): RawBuilder<number> {
  const size = sql<number>`
    coalesce(log(nullif(t.population, 0)), case t.kind
      ${sql.join(
        Object.entries(usualSize).map(([kind, score]) => sql`when ${kind} then ${score}::numeric`),
        sql` `,
      )}
      else ${leastSize}::numeric end)::float8`;
  if (near === null) return size;
  const [longitude, latitude] = near;
  const shrink = Math.cos((latitude * Math.PI) / 180);
  const meters = sql`${metersPerDegree}::float8 * sqrt(
    (s.latitude - ${latitude}::float8) ^ 2
    + ((s.longitude - ${longitude}::float8) * ${shrink}::float8) ^ 2)`;
  return sql<number>`
    ${size} + ${scoreOfNearness}::float8 / (1 + ${meters} / ${nearMeters}::float8)`;
}
