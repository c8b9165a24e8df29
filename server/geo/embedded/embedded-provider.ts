import type {
  GeoAddress,
  GeoConfidence,
  GeoSuggestion,
} from "#domain/address-search/geo-address.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { bearingDegrees, distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { hungary } from "#domain/place/home-country.ts";
import type { Language } from "#domain/text/language.ts";
import type { StraightLine } from "#domain/walking/directions.ts";
import type { GeoFit, GeoProvider, GeoResult, SettlementFinder } from "#server/geo/geo.ts";
import { countryName } from "#server/geo/suggestion.ts";
import { findSettlementAt } from "./find-settlement-at.ts";
import { type Gazetteer, type GazetteerPlace, gazetteerIn } from "./gazetteer.ts";
import { type GazetteerMatch, searchGazetteer } from "./search-gazetteer.ts";

export interface EmbeddedProvider extends GeoProvider, SettlementFinder {
  /**
   * Reads and indexes the files, once. This blocks the process for a tenth of a second, so it is
   * called before the first search.
   */
  load(): void;
  /** Area in which the towns of a country are, without the few that lie far out; null for a country without any. */
  areaOf(country: string): BoundingBox | null;
}

/**
 * Embedded provider, always available without any service: settlements and Budapest's districts
 * from files of our own, straight lines for directions. It has no streets
 * (docs/product#map-levels).
 *
 * @param folder folder of the gazetteer's files, which are read by `load` or at the first search
 * @param homeCountry country whose settlements come before others of the same fit
 */
export function createEmbeddedProvider(
  folder?: string,
  homeCountry = hungary.country,
): EmbeddedProvider {
  let knownTowns: number | null = null;
  const gazetteer = () => gazetteerIn(folder);
  return {
    name: "embedded",
    get knownTowns() {
      knownTowns ??= gazetteer().settlements.filter(
        ({ country }) => country === homeCountry,
      ).length;
      return knownTowns;
    },
    load: () => void gazetteer().names,
    areaOf: (country) => areaOf(gazetteer(), country),
    async suggest(text, options) {
      const found = searchGazetteer(gazetteer(), text, { ...options, homeCountry });
      return { ok: true, value: found.map(({ place }) => toSuggestion(place, options.language)) };
    },
    async retrieve(id, { language }) {
      const place = findById(gazetteer(), id);
      return place ? { ok: true, value: toAddress(place, language, "medium") } : notFound;
    },
    async search(text, options) {
      const found = searchGazetteer(gazetteer(), text, { ...options, homeCountry });
      return { ok: true, value: found.map((match) => addressOf(match, options.language)) };
    },
    findSettlements(text, { language, ...scope }) {
      return searchGazetteer(gazetteer(), text, { ...scope, homeCountry })
        .filter(({ place }) => place.kind === "settlement")
        .map((found) => ({
          address: addressOf(found, language),
          suggestion: toSuggestion(found.place, language),
          fit: fitOf[found.match],
        }));
    },
    async reverse(position, { language }): Promise<GeoResult<GeoAddress>> {
      const at = findSettlementAt(gazetteer(), position);
      if (!at) return notFound;
      const { settlement, isCertain } = at;
      const place = { kind: "settlement", settlement } as const;
      const address = toAddress(place, language, isCertain ? "medium" : "low");
      const [longitude, latitude] = position;
      return { ok: true, value: { ...address, longitude, latitude } };
    },
    directions: async (from, to) => ({ ok: true, value: straightLine(from, to) }),
    category: async () => unsupported,
    staticImage: async () => unsupported,
    correct: async () => unsupported,
  };
}

/** Share of a country's settlements, at each of its sides, that may lie far out: islands and the like. */
const farOut = 0.05;

function areaOf({ settlements }: Gazetteer, country: string): BoundingBox | null {
  const points = settlements
    .filter((settlement) => settlement.country === country)
    .map(({ position }) => position);
  if (points.length === 0) return null;
  const spread = (degrees: readonly number[]) => {
    const sorted = degrees.toSorted((one, other) => one - other);
    const left = Math.floor(sorted.length * farOut);
    return [sorted[left], sorted[sorted.length - 1 - left]];
  };
  const [west, east] = spread(points.map(([longitude]) => longitude));
  const [south, north] = spread(points.map(([, latitude]) => latitude));
  return { west, south, east, north };
}

const notFound = { ok: false, code: "notfound" } as const;
const unsupported = { ok: false, code: "unsupported" } as const;

const fitOf: Readonly<Record<GazetteerMatch["match"], GeoFit>> = {
  exact: "exact",
  beginning: "unfinished",
  term: "unfinished",
  similar: "vague",
  within: "vague",
};

function addressOf({ place, match }: GazetteerMatch, language: Language): GeoAddress {
  return toAddress(place, language, match === "exact" ? "medium" : "low");
}

function findById({ settlements, districts }: Gazetteer, id: string): GazetteerPlace | null {
  const [, kind, digits] = /^embedded\.([sd])(\d{1,9})$/.exec(id) ?? [];
  const number = Number(digits);
  if (kind === "d") return districts.get(number) ?? null;
  const settlement = settlements.find((candidate) => candidate.id === number);
  return settlement ? { kind: "settlement", settlement } : null;
}

/** Suggestion of a place. Its id is `s` and GeoNames' number, or `d` and the district's number. */
function toSuggestion(place: GazetteerPlace, language: Language): GeoSuggestion {
  const { settlement } = place;
  const name = settlement.names[language];
  const country = countryName(settlement.country, language);
  if (place.kind === "district") {
    const { number, names } = place.district;
    return {
      id: `embedded.d${number}`,
      name: `${name} ${districtNames[language](place.district.roman)}`,
      detail: [names[0], country].join(", "),
      precision: "district",
    };
  }
  const county = settlement.county === name ? "" : settlement.county;
  return {
    id: `embedded.s${settlement.id}`,
    name,
    detail: [county, country].filter((part) => part !== "").join(", "),
    precision: "settlement",
  };
}

/**
 * Address of a place, without a street; its point is in the middle of a settlement, or anywhere in
 * a district.
 */
function toAddress(
  place: GazetteerPlace,
  language: Language,
  confidence: GeoConfidence,
): GeoAddress {
  const { settlement } = place;
  const [longitude, latitude] = place.kind === "district" ? place.position : settlement.position;
  return {
    address_line1: "",
    address_line2: place.kind === "district" ? districtNames[language](place.district.roman) : "",
    place: settlement.names[language],
    county: settlement.county,
    postcode: "",
    country: settlement.country,
    latitude,
    longitude,
    confidence,
    precision: place.kind,
  };
}

const districtNames: Readonly<Record<Language, (roman: string) => string>> = {
  hu: (roman) => `${roman}. kerület`,
  en: (roman) => `District ${roman}`,
  de: (roman) => `${roman}. Bezirk`,
};

/**
 * Straight line to a place: distance to the metre and direction to the degree, for a provider
 * without streets.
 */
export function straightLine(from: Coordinates, to: Coordinates): StraightLine {
  return {
    kind: "straight",
    geometry: { type: "LineString", coordinates: [from, to] },
    distance: Math.round(distanceMeters(from, to)),
    bearing: Math.round(bearingDegrees(from, to)) % 360,
    steps: [],
  };
}
