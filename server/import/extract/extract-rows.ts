import { type Coordinates, roundCoordinates } from "#domain/geography/coordinates.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { formatBox } from "#server/geometry/bounds.ts";
import { type Line, simplifyLine } from "#server/geometry/line.ts";
import type { Settlement } from "./find-settlements.ts";
import type { CollectedStreet } from "./street-collector.ts";

/** Values of a settlement's row that are found by its position. */
export interface SettlementSurroundings {
  readonly id: number;
  readonly extractId: number;
  readonly partOf: number | null;
  readonly county: string;
  readonly country: string;
}

export function settlementRow(settlement: Settlement, around: SettlementSurroundings) {
  const { name, nameHu, nameEn, nameDe, otherNames, area } = settlement;
  const names = [name, nameHu, nameEn, nameDe, ...otherNames].filter((text) => text !== null);
  return {
    id: around.id,
    extract_id: around.extractId,
    osm_id: settlement.osmId,
    kind: settlement.kind,
    name,
    name_hu: nameHu,
    name_en: nameEn,
    name_de: nameDe,
    part_of: around.partOf,
    county: around.county,
    country: around.country,
    postcode: settlement.postcode,
    population: settlement.population,
    longitude: settlement.longitude,
    latitude: settlement.latitude,
    boundary: area?.rings.map(roundLine) ?? null,
    bounds: area && formatBox(area.bounds),
    search_key: [...new Set(names.map(searchKey))].join(" "),
  };
}

/** Tolerance of a street's line: less than the width of a street. */
const streetToleranceMeters = 5;

export function streetRow(street: CollectedStreet, extractId: number, settlementId: number | null) {
  const { id, name, nameKey, settlement, postcode, longitude, latitude, lines, bounds } = street;
  return {
    id,
    extract_id: extractId,
    settlement_id: settlementId,
    name,
    postcode,
    longitude,
    latitude,
    lines: lines.map((line) => roundLine(simplifyLine(line, streetToleranceMeters))),
    bounds: formatBox(bounds),
    search_key: searchKey(`${name} ${settlement?.name ?? ""}`),
    name_key: nameKey,
  };
}

export function addressRow(address: {
  id: number;
  extractId: number;
  osmId: string;
  streetId: number;
  housenumber: string;
  postcode: string;
  city: string;
  at: Coordinates;
}) {
  const [longitude, latitude] = roundCoordinates(address.at);
  return {
    id: address.id,
    extract_id: address.extractId,
    osm_id: address.osmId,
    street_id: address.streetId,
    housenumber: address.housenumber,
    housenumber_key: searchKey(address.housenumber).replaceAll(" ", ""),
    postcode: address.postcode,
    city: address.city,
    longitude,
    latitude,
  };
}

/** Line with six decimals: 11 cm. */
function roundLine(line: Line): number[] {
  return line.map((degrees) => Math.round(degrees * 1e6) / 1e6);
}
