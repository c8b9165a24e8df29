import {
  type BudapestDistrict,
  parseBudapestDistrict,
} from "#domain/address-search/budapest-districts.ts";
import type {
  GeoAddress,
  GeoConfidence,
  GeoSuggestion,
} from "#domain/address-search/geo-address.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { type BoundingBox, isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { type Coordinates, wrapLongitude } from "#domain/geography/coordinates.ts";
import { countryName } from "#domain/geography/country-code.ts";
import {
  bearingDegrees,
  degreesWithin,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import { isInside } from "#domain/geography/shapes.ts";
import { hungary } from "#domain/place/home-country.ts";
import type { Language } from "#domain/text/language.ts";
import { nameKey } from "#domain/text/search-key.ts";
import type { StraightLine } from "#domain/walking/directions.ts";
import { countryAt, isInCountry } from "#server/geo/country-at.ts";
import {
  type GeoFit,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  type SettlementFinder,
  unsupportedCalls,
} from "#server/geo/geo.ts";
import { landmarkMessages } from "#server/geo/suggestion.ts";
import {
  type Gazetteer,
  type GazetteerPlace,
  gazetteerIn,
  type NameMatch,
  type Settlement,
} from "./gazetteer.ts";

export interface EmbeddedProvider extends GeoProvider, SettlementFinder {
  /** Reads and indexes the files, once, which blocks the process for a tenth of a second. */
  load(): void;
  /** Languages with names of towns, here and on the embedded map. */
  readonly languages: readonly Language[];
  /** Area in which the towns of a country are, without the few that lie far out; null for a country without any. */
  areaOf(country: string): BoundingBox | null;
}

/**
 * Embedded provider, always available without any service: settlements and Budapest's districts from files of our
 * own, straight lines for directions. It has no streets (docs/product#map-providers).
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
    ...unsupportedCalls,
    name: "embedded",
    get knownTowns() {
      knownTowns ??= gazetteer().settlements.filter(
        ({ country }) => country === homeCountry,
      ).length;
      return knownTowns;
    },
    get languages() {
      return gazetteer().languages;
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
      const at = findSettlementAt(position, gazetteer());
      if (!at) return notFound;
      const { settlement, isCertain } = at;
      const place = { kind: "settlement", settlement } as const;
      const address = toAddress(place, language, isCertain ? "medium" : "low");
      const [longitude, latitude] = position;
      return { ok: true, value: { ...address, longitude, latitude } };
    },
    directions: async (from, to) => ({ ok: true, value: straightLine(from, to) }),
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
      name: `${name} ${districtName(place.district, language)}`,
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

/** Address of a place, without a street; its point is in the middle of a settlement, or anywhere in a district. */
function toAddress(
  place: GazetteerPlace,
  language: Language,
  confidence: GeoConfidence,
): GeoAddress {
  const { settlement } = place;
  const [longitude, latitude] = place.kind === "district" ? place.position : settlement.position;
  return {
    address_line1: "",
    address_line2: place.kind === "district" ? districtName(place.district, language) : "",
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

function districtName({ roman }: BudapestDistrict, language: Language): string {
  return landmarkMessages(language)("landmark.district", { number: roman });
}

/** Straight line to a place: distance to the metre and direction to the degree, for a provider without streets. */
export function straightLine(from: Coordinates, to: Coordinates): StraightLine {
  return {
    kind: "straight",
    geometry: { type: "LineString", coordinates: [from, to] },
    distance: Math.round(distanceMeters(from, to)),
    bearing: Math.round(bearingDegrees(from, to)) % 360,
    steps: [],
  };
}

interface GazetteerMatch {
  readonly place: GazetteerPlace;
  /** Match of its name or number with the text; `within`: the name is one of several in the text. */
  readonly match: NameMatch<GazetteerPlace>["kind"] | "within";
}

/**
 * Finds the settlements and districts that a text may mean, the likeliest first: those whose name begins with the
 * text, else those with a name of similar spelling, else those named somewhere in the text ('Kossuth utca 3, Győr').
 */
function searchGazetteer(gazetteer: Gazetteer, text: string, scope: PlaceScope): GazetteerMatch[] {
  const key = nameKey(text);
  if (key === "") return [];
  const district = findDistrict(gazetteer, key);
  if (district && isInScope(district, scope)) return [{ place: district, match: "exact" }];
  const beginnings = best(gazetteer.names.findBeginnings(key), scope);
  if (beginnings.length > 0) return beginnings;
  const named = findNamedWithin(gazetteer, text, scope);
  if (named.length > 0) return named;
  const most = editsAllowed(key);
  return most === 0 ? [] : best(gazetteer.names.findSimilar(key, most), scope);
}

type PlaceScope = Pick<GeoSearchOptions, "near" | "countries" | "bbox" | "limit"> & {
  /** Country that most visitors search in. */
  readonly homeCountry: string;
};

function isInScope(place: GazetteerPlace, { countries = [], bbox = null }: PlaceScope): boolean {
  const { country, position } = place.settlement;
  const at = place.kind === "district" ? place.position : position;
  return (
    (countries.length === 0 || countries.includes(country)) &&
    (bbox === null || isInBoundingBox(at, bbox))
  );
}

function findDistrict({ districts }: Gazetteer, key: string): GazetteerPlace | null {
  return districts.get(parseBudapestDistrict(key) ?? 0) ?? null;
}

/**
 * Maximum number of differing letters; zero for a short term, which differs from many others by one
 * letter: 'Deák' is not Dhaka.
 */
function editsAllowed(key: string): number {
  if (key.length < 5) return 0;
  return key.length < 7 ? 1 : 2;
}

/** Finds the places named by the longest run of terms at the beginning or the end of the text. */
function findNamedWithin(gazetteer: Gazetteer, text: string, scope: PlaceScope): GazetteerMatch[] {
  const tokens = nameKey(text).split(" ");
  for (let length = tokens.length - 1; length > 0; length--) {
    for (const run of [tokens.slice(0, length), tokens.slice(-length)]) {
      const key = run.join(" ");
      const district = findDistrict(gazetteer, key);
      if (district && isInScope(district, scope)) return [{ place: district, match: "within" }];
      const found = best(gazetteer.names.findExact(key), scope);
      if (found.length > 0) return found.map(({ place }) => ({ place, match: "within" }));
    }
  }
  return [];
}

function best(matches: readonly NameMatch<GazetteerPlace>[], scope: PlaceScope): GazetteerMatch[] {
  const ranked = matches
    .filter(({ place }) => isInScope(place, scope))
    .map((match) => ({ match, rank: rankPlace(match, scope) }))
    .sort((a, b) => b.rank - a.rank);
  const found = new Map<GazetteerPlace, GazetteerMatch>();
  for (const { match } of ranked) {
    if (found.size === (scope.limit ?? maxSuggestions)) break;
    if (found.has(match.place)) continue;
    found.set(match.place, { place: match.place, match: match.kind });
  }
  return [...found.values()];
}

/** Scores of matches, in powers of ten of population. */
const matchScore = { exact: 4, beginning: 2, term: 1, similar: 0 };
const scoreOfEdit = -1.5;
const scoreOfOtherName = -0.3;
/** Bonus for settlements of the home country, where most visitors search. */
const scoreOfHome = 2.5;
/** Bonus at the point itself; at the distance below, a third of it is left. */
const scoreOfNearness = 2;
const nearMeters = 50_000;

/** Typical population of a district of Budapest. */
const districtPopulation = 75_000;

function rankPlace(match: NameMatch<GazetteerPlace>, { near, homeCountry }: PlaceScope): number {
  const { place } = match;
  const { population, country, position } = place.settlement;
  const people = place.kind === "district" ? districtPopulation : Math.max(population, 100);
  let rank = matchScore[match.kind] + match.edits * scoreOfEdit + Math.log10(people);
  if (match.isOtherName) rank += scoreOfOtherName;
  if (country === homeCountry) rank += scoreOfHome;
  if (near !== null)
    rank += scoreOfNearness * Math.exp(-distanceMeters(near, position) / nearMeters);
  return rank;
}

interface SettlementAt {
  readonly settlement: Settlement;
  /** True within Budapest's border, false for the nearest settlement. */
  readonly isCertain: boolean;
}

/** Maximum distance from the edge of a settlement; a point farther off belongs to none. */
const maxMetersBeyondEdge = 25_000;

/** Radius of a town of one inhabitant; it grows with the square root of the population. */
const radiusMetersPerRoot = 7.7;

/** Maximum reach of the largest city, and a little more. */
const maxReachMeters = 67_000;

/**
 * Finds the settlement at a point: by its border in Budapest, else the nearest of the same country, where larger
 * towns reach farther. Null where none is near.
 */
export function findSettlementAt(
  point: Coordinates,
  { areas, budapest, settlements }: Gazetteer = gazetteerIn(),
): SettlementAt | null {
  if (isInside([areas.budapest], point)) return { settlement: budapest, isCertain: true };
  const isInHungary = isInside([areas.hungary], point);
  const found = isInHungary ? hungary.country : countryAt(point);
  // Hungary's border is known better here.
  const country = !isInHungary && found === hungary.country ? null : found;
  const { high, wide } = degreesWithin(maxReachMeters, point[1]);
  let nearest: Settlement | null = null;
  let least = maxMetersBeyondEdge;
  for (const settlement of settlements) {
    const { position, population } = settlement;
    if (Math.abs(position[1] - point[1]) > high) continue;
    if (Math.abs(wrapLongitude(position[0] - point[0])) > wide || settlement === budapest) continue;
    if ((settlement.country === hungary.country) !== isInHungary) continue;
    const meters = distanceMeters(point, position) - radiusMetersPerRoot * Math.sqrt(population);
    if (meters >= least) continue;
    const isHere = country === null || settlement.country === country;
    if (!isHere && !isInCountry(point, settlement.country)) continue;
    nearest = settlement;
    least = meters;
  }
  return nearest && { settlement: nearest, isCertain: false };
}
