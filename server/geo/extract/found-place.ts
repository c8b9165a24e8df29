import type { GeoAddress, GeoConfidence } from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Language } from "#domain/text/language.ts";
import type { Database } from "#server/database/connect.ts";
import {
  isPart,
  type LoadedSettlement,
  loadSettlements,
  mayContain,
  nameOf,
  type RankedSettlement,
  scoreOfHouseNumber,
} from "./settlements.ts";
import type { FoundHouse, HouseRow, RankedStreet, StreetRow } from "./streets.ts";

/** Settlement, street, house or landmark of an extract that the text may mean. */
export type FoundPlace = {
  readonly point: Coordinates;
  /** Settlement, or part of one; of a street or house, the one that it belongs to. */
  readonly settlementId: number | null;
  readonly confidence: GeoConfidence;
  /** Rank: the higher, the likelier. */
  readonly rank: number;
} & (
  | {
      readonly precision: "settlement" | "district";
      readonly postcode?: string;
    }
  | { readonly precision: "street"; readonly street: Pick<StreetRow, "name" | "postcode"> }
  | {
      /** `street` for a house that is somewhere between two others. */
      readonly precision: "address" | "street";
      readonly street: Pick<StreetRow, "name" | "postcode">;
      readonly house: Pick<HouseRow, "housenumber" | "postcode" | "city">;
    }
  | { readonly precision: "address"; readonly landmark: StreetRow }
);

const confidenceOf = {
  exact: "high",
  beginning: "medium",
  terms: "medium",
  part: "low",
  similar: "low",
} as const;

/** @param isAll whether the settlement covers all of the typed text */
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

/** Street, or a landmark. @param isAll no house number was typed */
export function foundStreet(street: RankedStreet, isAll: boolean): FoundPlace {
  const ofMatch = confidenceOf[street.match];
  const confidence = isAll || ofMatch === "low" ? ofMatch : "medium";
  if (street.kind !== null) return foundLandmark(street, { confidence, rank: street.rank });
  return {
    precision: "street",
    street,
    point: [street.longitude, street.latitude],
    settlementId: street.settlement_id,
    confidence,
    rank: street.rank,
  };
}

/** @param confidence of the match of its name or kind with the typed text */
export function foundLandmark(
  landmark: StreetRow,
  { confidence, rank }: Pick<FoundPlace, "confidence" | "rank">,
): FoundPlace {
  return {
    precision: "address",
    landmark,
    point: [landmark.longitude, landmark.latitude],
    settlementId: landmark.settlement_id,
    confidence,
    rank,
  };
}

export function foundHouse(street: RankedStreet, house: FoundHouse): FoundPlace {
  const isSame = house.match === "same";
  const isUnfinished = street.match === "beginning";
  const isBetween = house.match === "between";
  const isUnsure = isBetween || street.match === "similar";
  return {
    precision: isBetween ? "street" : "address",
    street,
    house,
    point: [house.longitude, house.latitude],
    settlementId: street.settlement_id,
    confidence: isUnsure ? "medium" : isSame && !isUnfinished ? "exact" : "high",
    rank: street.rank + (isSame ? scoreOfHouseNumber : scoreOfHouseNumber / 2),
  };
}

/**
 * Addresses of the found places, in order, at most eight, without duplicates: where extracts
 * overlap, the one with more of the surroundings counts (docs/product#several-extracts).
 */
export async function describeFound(
  database: Database,
  found: readonly FoundPlace[],
  language: Language,
): Promise<GeoAddress[]> {
  const described: DescribedPlace[] = [];
  for (let at = 0; at < found.length && described.length < maxSuggestions; at += maxSuggestions) {
    const places = found.slice(at, at + maxSuggestions);
    const settlements = await loadSettlements(
      database,
      places.flatMap(({ settlementId }) => settlementId ?? []),
    );
    for (const place of places) join(described, describe(place, settlements, language));
  }
  return described.slice(0, maxSuggestions).map(({ address }) => address);
}

interface DescribedPlace {
  readonly address: GeoAddress;
  /** How much its extract has around it: the outline of its settlement, its county; 0…2. */
  readonly surroundings: number;
  /** Area of its extract's bounds: a larger one rather has the border of the country. */
  readonly extractArea: number;
}

function join(described: DescribedPlace[], place: DescribedPlace): void {
  const at = described.findIndex(({ address }) => isSamePlace(address, place.address));
  if (at === -1) described.push(place);
  else {
    const more =
      place.surroundings - described[at].surroundings ||
      place.extractArea - described[at].extractArea;
    if (more > 0) described[at] = place;
  }
}

/** Maximum distance between the points of one house in two extracts, or of one street with a town in only one of them. */
const sameSpotMeters = 300;
/** Maximum distance between two parts of a settlement, or of a street in it, in different extracts. */
const sameNameMeters = 3_000;

/** Whether two addresses read alike and are not of namesakes. An extract that was cut may lack county, town and postcode. */
function isSamePlace(one: GeoAddress, other: GeoAddress): boolean {
  const isEqual = (name: keyof GeoAddress) => one[name] === other[name];
  const mayBeEqual = (name: "place" | "postcode") =>
    isEqual(name) || one[name] === "" || other[name] === "";
  if (!isEqual("address_line1") || !isEqual("address_line2")) return false;
  const isAlike = isEqual("place") && isEqual("postcode");
  if (!isEqual("kind")) return false;
  const isWide = isAlike && one.precision !== "address";
  // A town has several pharmacies of one name.
  if (isAlike && isEqual("county") && one.kind === undefined) return true;
  if (!isEqual("precision") || !mayBeEqual("place") || !mayBeEqual("postcode")) return false;
  const meters = distanceMeters([one.longitude, one.latitude], [other.longitude, other.latitude]);
  return meters <= (isWide ? sameNameMeters : sameSpotMeters);
}

function describe(
  found: FoundPlace,
  settlements: ReadonlyMap<number, LoadedSettlement>,
  language: Language,
): DescribedPlace {
  const { point, precision, confidence } = found;
  const landmark = "landmark" in found ? found.landmark : null;
  const [longitude, latitude] = point;
  const nearby = settlements.get(found.settlementId ?? 0) ?? null;
  const around = nearby && mayContain(nearby, point) ? nearby : null;
  const part = around && isPart(around) ? around : null;
  const settlement = part ? (settlements.get(part.part_of ?? 0) ?? null) : around;
  const city = "house" in found ? found.house.city : "";
  const isCityOf = settlement !== null && (city === "" || city === settlement.name);
  const { county = "", country = "" } = settlement ?? part ?? {};
  const named = landmark ?? part;
  return {
    address: {
      address_line1: firstLine(found),
      address_line2: named ? nameOf(named, language) : "",
      place: isCityOf ? nameOf(settlement, language) : city,
      county,
      postcode: postcodeOf(found) || (isCityOf && settlement.postcode) || "",
      // `ZZ` is the code of no country.
      country: country === "ZZ" ? "" : country,
      latitude,
      longitude,
      confidence,
      precision,
      ...(landmark?.kind && { kind: landmark.kind }),
      ...("house" in found && precision === "street" && { approximate: true as const }),
    },
    surroundings: Number(Boolean(around?.boundary)) + Number(county !== ""),
    extractArea: around?.extract_area ?? 0,
  };
}

function firstLine(found: FoundPlace): string {
  if ("landmark" in found) return found.landmark.address ?? "";
  if (!("street" in found)) return "";
  return "house" in found ? `${found.street.name} ${found.house.housenumber}` : found.street.name;
}

function postcodeOf(found: FoundPlace): string {
  if ("landmark" in found) return found.landmark.postcode;
  if (!("street" in found)) return found.postcode ?? "";
  return ("house" in found && found.house.postcode) || found.street.postcode;
}
