import { sql } from "kysely";
import type { Database } from "#server/database/connect.ts";
import {
  addressKey,
  type HouseNumberMatch,
  houseNumberMatches,
  leadingNumber,
  listSeparator,
  matchHouseNumber,
} from "./address-query.ts";

export interface HouseRow {
  readonly street_id: number;
  readonly housenumber: string;
  readonly housenumber_key: string;
  readonly postcode: string;
  readonly city: string;
  readonly longitude: number;
  readonly latitude: number;
}

export interface FoundHouse extends HouseRow {
  readonly match: HouseNumberMatch;
}

/**
 * Maximum number of houses of one number; there are more only where streets of the same name are
 * joined.
 */
const maxHouses = 500;

/**
 * Finds the houses of streets that match a number, by street, the best first.
 *
 * @param houseNumber a search key without spaces
 */
export async function findHouses(
  database: Database,
  streetIds: readonly number[],
  houseNumber: string,
): Promise<Map<number, readonly FoundHouse[]>> {
  const number = leadingNumber(houseNumber);
  const rows = await database
    .selectFrom("address")
    .select([
      "street_id",
      "housenumber",
      "housenumber_key",
      "postcode",
      "city",
      "longitude",
      "latitude",
    ])
    .where(
      sql<boolean>`street_id = any(${streetIds}::int[]) and (
        housenumber_key ~ ${`(^|[~;,+&/])0*${number}(\\D|$)`}
        or housenumber_key ~ '(^|[;,+&])\\d+[a-z]?-\\d')`,
    )
    .orderBy("id")
    .limit(maxHouses)
    .execute();
  const found = rows.flatMap((row) => {
    const match = matchHouseNumber(houseNumber, row.housenumber_key);
    return match ? [{ ...row, match, housenumber: numberOf(row, houseNumber) }] : [];
  });
  const orderOf = ({ match }: FoundHouse) => houseNumberMatches.indexOf(match);
  found.sort((one, other) => orderOf(one) - orderOf(other));
  // A guess between two houses is of use only where the house itself is not known.
  const known = new Set(
    found.flatMap((house) => (house.match === "between" ? [] : house.street_id)),
  );
  const useful = found.filter(
    ({ match, street_id }) => match !== "between" || !known.has(street_id),
  );
  return Map.groupBy(useful, ({ street_id }) => street_id);
}

/** Number of a house as it is written; of a list the one that matches. */
function numberOf({ housenumber }: HouseRow, typed: string): string {
  const parts = housenumber.split(listSeparator).map((part) => part.trim());
  const isSame = (part: string) => matchHouseNumber(typed, addressKey(part).replaceAll(" ", ""));
  return parts.find(isSame) ?? housenumber;
}
