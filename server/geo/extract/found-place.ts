import type { GeoAddress, GeoConfidence } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Language } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { FoundHouse, HouseRow } from "./find-houses.ts";
import type { RankedSettlement } from "./find-settlements.ts";
import type { RankedStreet, StreetRow } from "./find-streets.ts";
import { worthOfHouseNumber } from "./match-worth.ts";
import {
  isPart,
  loadSettlements,
  mayContain,
  nameOf,
  type OutlinedSettlement,
} from "./settlement.ts";

/** Settlement, street or house of an extract that the text may mean. */
export type FoundPlace = {
  readonly point: Coordinates;
  /** Settlement, or part of one; of a street or house, the one that it belongs to. */
  readonly settlementId: number | null;
  readonly confidence: GeoConfidence;
  /** Rank: the higher, the likelier. */
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

/** @param isAll whether the whole typed text is answered by it */
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

/** Addresses of the found places, in order, each once. */
export async function describeFound(
  database: Database,
  found: readonly FoundPlace[],
  language: Language,
): Promise<GeoAddress[]> {
  const settlements = await loadSettlements(
    database,
    found.flatMap(({ settlementId }) => settlementId ?? []),
  );
  const addresses = found.map((place) => toAddress(place, settlements, language));
  const byText = new Map<string, GeoAddress>();
  for (const address of addresses) {
    const { address_line1, address_line2, place, county, postcode } = address;
    const text = [address_line1, address_line2, place, county, postcode].join("\n");
    if (!byText.has(text)) byText.set(text, address);
  }
  return [...byText.values()];
}

function toAddress(
  found: FoundPlace,
  settlements: ReadonlyMap<number, OutlinedSettlement>,
  language: Language,
): GeoAddress {
  const { point, precision, confidence } = found;
  const [longitude, latitude] = point;
  const named = settlements.get(found.settlementId ?? 0) ?? null;
  const around = named && mayContain(named, point) ? named : null;
  const part = around && isPart(around) ? around : null;
  const settlement = part ? (settlements.get(part.part_of ?? 0) ?? null) : around;
  const city = "house" in found ? found.house.city : "";
  const isCityOf = settlement !== null && (city === "" || city === settlement.name);
  return {
    address_line1: firstLine(found),
    address_line2: part ? nameOf(part, language) : "",
    place: isCityOf ? nameOf(settlement, language) : city,
    county: (settlement ?? part)?.county ?? "",
    postcode: postcodeOf(found) || (isCityOf && settlement.postcode) || "",
    country: knownCountry((settlement ?? part)?.country ?? ""),
    latitude,
    longitude,
    confidence,
    precision,
  };
}

function firstLine(found: FoundPlace): string {
  if (!("street" in found)) return "";
  return "house" in found ? `${found.street.name} ${found.house.housenumber}` : found.street.name;
}

function postcodeOf(found: FoundPlace): string {
  if (!("street" in found)) return "";
  return ("house" in found && found.house.postcode) || found.street.postcode;
}

/** Country code, or empty for `ZZ`, which stands for no country. */
function knownCountry(country: string): string {
  return country === "ZZ" ? "" : country;
}
