import type { GeoAddress } from "#domain/geo/geo-address.ts";
import type { Language } from "#domain/language.ts";
import type { Database } from "#server/database/connect.ts";
import type { FoundPlace } from "./found-place.ts";
import {
  isPart,
  loadSettlements,
  mayContain,
  nameOf,
  type OutlinedSettlement,
} from "./settlement-row.ts";

/** What was found as addresses, in order, each once. */
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

/** `ZZ` stands for none. */
function knownCountry(country: string): string {
  return country === "ZZ" ? "" : country;
}
