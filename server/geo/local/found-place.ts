import type { Coordinates } from "#domain/coordinates.ts";
import type { GeoConfidence } from "#domain/geo/geo-address.ts";
import type { FoundHouse, HouseRow } from "./find-houses.ts";
import type { RankedSettlement } from "./find-settlements.ts";
import type { RankedStreet, StreetRow } from "./find-streets.ts";
import { worthOfHouseNumber } from "./rank-match.ts";
import { isPart } from "./settlement-row.ts";

/** What of an extract somebody may mean. */
export type FoundPlace = {
  readonly point: Coordinates;
  /** The settlement, or the part of one, or what the street belongs to. */
  readonly settlementId: number | null;
  readonly confidence: GeoConfidence;
  /** The higher, the likelier. */
  readonly rank: number;
} & (
  | { readonly precision: "settlement" | "district" }
  | { readonly precision: "street"; readonly street: Pick<StreetRow, "name" | "postcode"> }
  | {
      readonly precision: "address";
      readonly street: Pick<StreetRow, "name" | "postcode">;
      readonly house: Pick<HouseRow, "housenumber" | "postcode" | "city">;
    }
);

const confidenceOf = {
  whole: "high",
  beginning: "medium",
  words: "medium",
  similar: "low",
} as const;

/** @param isAll nothing else was typed that this is no answer to */
export function foundSettlement(ranked: RankedSettlement, isAll: boolean): FoundPlace {
  const { settlement, match, rank } = ranked;
  return {
    precision: isPart(settlement) ? "district" : "settlement",
    point: [settlement.longitude, settlement.latitude],
    settlementId: settlement.id,
    confidence: isAll ? confidenceOf[match] : "low",
    rank,
  };
}

/** @param isAll no house number was typed */
export function foundStreet(street: RankedStreet, isAll: boolean): FoundPlace {
  const confidence = isAll || street.match === "similar" ? confidenceOf[street.match] : "medium";
  return {
    precision: "street",
    street,
    point: [street.longitude, street.latitude],
    settlementId: street.settlement_id,
    confidence,
    rank: street.rank,
  };
}

export function foundHouse(street: RankedStreet, house: FoundHouse): FoundPlace {
  const isSame = house.match === "same";
  const isUnfinished = street.match === "beginning";
  return {
    precision: "address",
    street,
    house,
    point: [house.longitude, house.latitude],
    settlementId: street.settlement_id,
    confidence: street.match === "similar" ? "medium" : isSame && !isUnfinished ? "exact" : "high",
    rank: street.rank + (isSame ? worthOfHouseNumber : worthOfHouseNumber / 2),
  };
}
