import { parseBudapestDistrict } from "#domain/address-search/budapest-districts.ts";
import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import { isInBoundingBox } from "#domain/geography/bounding-box.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import { hungary } from "#domain/place/home-country.ts";
import type { GeoSearchOptions } from "#server/geo/geo.ts";
import type { Gazetteer, GazetteerPlace } from "./gazetteer.ts";
import { type NameMatch, placeNameKey } from "./name-index.ts";

/** Place of the gazetteer that the text may mean. */
export interface GazetteerMatch {
  readonly place: GazetteerPlace;
  /**
   * Match of its name or number with the text; `within`: the name is one of several in the text.
   */
  readonly match: NameMatch<GazetteerPlace>["kind"] | "within";
}

/**
 * Finds the settlements and districts that a text may mean, the likeliest first: those whose name
 * begins with the text, else those with a name of similar spelling, else those named somewhere in
 * the text ('Kossuth utca 3, Győr').
 */
export function searchGazetteer(
  gazetteer: Gazetteer,
  text: string,
  scope: PlaceScope,
): GazetteerMatch[] {
  const key = placeNameKey(text);
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

/** Area of a search, and the maximum number of results. */
export type PlaceScope = Pick<GeoSearchOptions, "near" | "countries" | "bbox" | "limit"> & {
  /** Country that most visitors search in; Hungary where left out. */
  readonly homeCountry?: string;
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
  const tokens = placeNameKey(text).split(" ");
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

/** Rank of a match: the higher, the likelier. */
function rankPlace(
  match: NameMatch<GazetteerPlace>,
  { near, homeCountry = hungary.country }: PlaceScope,
): number {
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
