import { maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Database } from "#server/database/connect.ts";
import { type AddressQuery, parseAddressQuery, toNameQuery } from "./address-query.ts";
import {
  type FoundPlace,
  foundHouse,
  foundLandmark,
  foundSettlement,
  foundStreet,
} from "./found-place.ts";
import {
  findNamedOfKinds,
  findNearestOfKinds,
  type KindQuery,
  parseKindQuery,
  parseMisspeltKind,
} from "./landmarks.ts";
import {
  areaOf,
  createNamesakeFinder,
  findByPostcode,
  findDistrict,
  findNamedWithin,
  findSettlements,
  findSettlementsLike,
  loadSettlements,
  type NamedWithin,
  type NamesakeFinder,
  type SearchArea,
  scoreOfPlace,
} from "./settlements.ts";
import {
  findHouses,
  findStreets,
  findStreetsByParts,
  findStreetsLike,
  type RankedStreet,
} from "./streets.ts";

interface ExtractDatabase {
  readonly database: Database;
  readonly near: Coordinates | null;
}

interface Search extends ExtractDatabase {
  readonly findNamesakes: NamesakeFinder;
}

/** Maximum number of found places: a place may be in several extracts. */
const maxFound = 4 * maxSuggestions;

/** Number of landmarks of a typed kind before anything that has the kind in its name. */
const maxOfKind = 5;

/**
 * Searches the imported extracts for the places that a text may mean, the likeliest first, one from
 * each extract that has it. A place with exactly this name comes first, then the landmarks of a typed
 * kind, then other names (docs/decisions/010).
 */
export async function searchExtract(source: ExtractDatabase, text: string): Promise<FoundPlace[]> {
  const search = { ...source, findNamesakes: createNamesakeFinder(source.database) };
  const queries = parseAddressQuery(text);
  const [barest] = queries.slice(-1);
  const kind = barest && barest.houseNumber === null ? parseKindQuery(barest.terms) : null;
  const ofKind = kind ? await findOfKind(search, barest, kind) : [];
  if (kind === null || ofKind.length === 0) return findByNameOrMisspeltKind(search, queries);
  const named = await findByName(search, queries, waysByName.slice(0, 1));
  // 'Universität Liechtenstein' is a name, 'Burg' a village or the nearest castle.
  const isKindAlone = queries[0].terms.length === barest.terms.length - kind.rest.length;
  const isBefore = ({ confidence, precision }: FoundPlace) =>
    kind.isUnfinished || (confidence === "high" && (!isKindAlone || precision === "settlement"));
  const before = named.filter(isBefore).slice(0, maxOfKind);
  const after = named.filter((found) => !before.includes(found));
  const several = before.length === 0 ? maxOfKind : maxSuggestions - before.length;
  return [...before, ...ofKind.slice(0, several), ...after, ...ofKind.slice(several)];
}

/** Finds places by their names; where none has all the terms, landmarks of a misspelt kind come first. */
async function findByNameOrMisspeltKind(
  search: Search,
  queries: readonly AddressQuery[],
): Promise<FoundPlace[]> {
  const exact = await findByName(search, queries, waysByName.slice(0, 1));
  if (exact.length > 0) return exact;
  const [barest] = queries.slice(-1);
  const kind = barest && barest.houseNumber === null ? parseMisspeltKind(barest.terms) : null;
  const ofKind = kind ? await findOfKind(search, barest, kind) : [];
  const unsure = ofKind.map((found) => ({ ...found, confidence: "low" as const }));
  const named = await findByName(search, queries, waysByName.slice(1));
  return [...unsure.slice(0, maxOfKind), ...named, ...unsure.slice(maxOfKind)];
}

/** Finds places by their names, in the order of the ways; each is used only where the earlier ones find nothing. */
async function findByName(
  search: Search,
  queries: readonly AddressQuery[],
  ways: readonly NameSearch[],
): Promise<FoundPlace[]> {
  for (const { findPlaces, isForBarest } of ways) {
    for (const query of isForBarest ? queries.slice(-1) : queries) {
      const { district, terms } = query;
      const found = await findPlaces(search, query);
      if (found.length === 0) continue;
      // Names of similar spelling are searched everywhere.
      const isInDistrict =
        district === null ||
        (findPlaces !== findAlike && (await findDistrict(search.database, district, terms)));
      return (isInDistrict ? found : found.map(asUnsure))
        .sort((one, other) => other.rank - one.rank)
        .slice(0, maxFound);
    }
  }
  return [];
}

/**
 * Landmarks of a typed kind: those that have the other terms in their names, then those of a settlement
 * that is named by other terms, nearest to its middle; without other terms the nearest to the searcher.
 */
async function findOfKind(
  search: Search,
  query: AddressQuery,
  kind: KindQuery,
): Promise<FoundPlace[]> {
  const { rest } = kind;
  const { database, near } = search;
  const isAlone = rest.length === 0 && query.district === null;
  const [named] = isAlone ? [] : await findNamed(search, { ...query, terms: rest });
  const middle = named && ([named.settlement.longitude, named.settlement.latitude] as const);
  const find = (terms: readonly string[], at: Coordinates | null) =>
    terms.length === 0
      ? findNearestOfKinds(database, kind, at)
      : findNamedOfKinds(database, kind, terms, at);
  const rows = isAlone || rest.length > 0 ? await find(rest, middle ?? near) : [];
  if (middle) rows.push(...(await find(named.rest, middle)));
  const landmarks = new Map(rows.map((row) => [row.id, row]));
  return [...landmarks.values()].map((row) => foundLandmark(row, { confidence: "high", rank: 0 }));
}

type FindPlaces = (search: Search, query: AddressQuery) => Promise<FoundPlace[]>;

interface NameSearch {
  readonly findPlaces: FindPlaces;
  /** Whether numbers do not help, because names are misspelt or unknown. */
  readonly isForBarest: boolean;
}

/**
 * Names with all the terms, then streets in a settlement whose name is among the terms in any language,
 * then names that have the terms within words or a similar spelling, then the settlement alone.
 */
const waysByName: readonly NameSearch[] = [
  { findPlaces: findByAllTerms, isForBarest: false },
  { findPlaces: findInNamed, isForBarest: false },
  { findPlaces: findAlike, isForBarest: true },
  { findPlaces: findNamedAlone, isForBarest: true },
];

async function findByAllTerms(search: Search, query: AddressQuery): Promise<FoundPlace[]> {
  const { database, near } = search;
  const { terms, houseNumber, postcode, district } = query;
  if (district !== null) return findInNamed(search, query);
  if (terms.length === 0) return findPostcode(search, query);
  const names = toNameQuery(terms);
  const settlements = await findSettlements(database, names, near);
  const streets = await findStreets(database, names, { near, postcode, within: null });
  // A station has its town's name, which means the town.
  const exact = settlements.find(({ match }) => match === "exact")?.rank ?? Infinity;
  const places = await withHouses(search, streets, query);
  const isNamesake = (found: FoundPlace) => "landmark" in found && found.confidence === "high";
  const found = [
    ...settlements.map((ranked) => foundSettlement(ranked, houseNumber === null)),
    ...places.map((place) =>
      isNamesake(place) ? { ...place, rank: Math.min(place.rank, exact - 0.1) } : place,
    ),
  ];
  const isEnough = found.length === 0 || found.length >= maxSuggestions || houseNumber !== null;
  return isEnough ? found : [...found, ...(await findParts(search, query, streets))];
}

/** Rank of parts of words below all whole words and beginnings. */
const partsRank = 1_000;

async function findParts(
  search: Search,
  query: AddressQuery,
  known: readonly RankedStreet[] = [],
): Promise<FoundPlace[]> {
  const { near } = search;
  const options = { near, postcode: query.postcode, within: null };
  const found = await findStreetsByParts(search.database, toNameQuery(query.terms), options);
  const ids = new Set(known.map(({ id }) => id));
  const others = found.filter(({ id }) => !ids.has(id));
  return (await withHouses(search, others, query)).map((place) => ({
    ...place,
    rank: place.rank - partsRank,
  }));
}

async function findInNamed(search: Search, query: AddressQuery): Promise<FoundPlace[]> {
  for (const { settlement, rest } of await findNamed(search, query)) {
    if (rest.length === 0) {
      if (query.district !== null) return [foundExact(settlement, query, search)];
      continue;
    }
    const found = await findStreetsIn(search, { ...query, terms: rest }, settlement);
    if (found.length > 0) return found;
  }
  return [];
}

async function findAlike(search: Search, query: AddressQuery): Promise<FoundPlace[]> {
  const { database, near } = search;
  const { terms, houseNumber, postcode } = query;
  if (terms.length === 0) return [];
  const settlements = await findSettlementsLike(database, terms, near);
  const options = { near, postcode, within: null };
  const streets = await findStreetsLike(database, terms, options);
  const parts = await findStreetsByParts(database, toNameQuery(terms), options);
  const all = new Map([...streets, ...parts].map((street) => [street.id, street]));
  return [
    ...settlements.map((ranked) => foundSettlement(ranked, houseNumber === null)),
    ...(await withHouses(search, [...all.values()], query)),
  ];
}

async function findNamedAlone(search: Search, query: AddressQuery): Promise<FoundPlace[]> {
  const [named] = await findNamed(search, query);
  if (!named) return query.postcode === null ? [] : findPostcode(search, query);
  return [{ ...foundExact(named.settlement, query, search), confidence: "low" }];
}

async function findPostcode(
  { database, near }: Search,
  { postcode, houseNumber, terms }: AddressQuery,
): Promise<FoundPlace[]> {
  if (postcode === null) return [];
  const found = await findByPostcode(database, postcode);
  const isAll = houseNumber === null && terms.length === 0;
  return found.map(({ settlement, point }) => {
    const rank = scoreOfPlace(settlement, near);
    return { ...foundSettlement({ settlement, match: "exact", rank }, isAll), point, postcode };
  });
}

/** Finds the settlements, and parts of them, that are named among other terms. */
async function findNamed(
  { database, near, findNamesakes }: Search,
  { terms, district }: AddressQuery,
): Promise<readonly NamedWithin[]> {
  const named = district === null ? null : await findDistrict(database, district, terms);
  return named ? [named] : findNamedWithin(findNamesakes, terms, near);
}

function foundExact(
  settlement: NamedWithin["settlement"],
  { houseNumber }: AddressQuery,
  { near }: Search,
): FoundPlace {
  const rank = scoreOfPlace(settlement, near);
  return foundSettlement({ settlement, match: "exact", rank }, houseNumber === null);
}

async function findStreetsIn(
  search: Search,
  query: AddressQuery,
  { id }: NamedWithin["settlement"],
): Promise<FoundPlace[]> {
  const { database, near } = search;
  const settlement = (await loadSettlements(database, [id])).get(id);
  if (!settlement) return [];
  const area = areaOf(settlement);
  const options = { near, postcode: query.postcode, within: area.box };
  const exact = await findStreets(database, toNameQuery(query.terms), options);
  const found = exact.length > 0 ? exact : await findStreetsLike(database, query.terms, options);
  const streets = await placeInArea(database, found, area);
  const places = await withHouses(search, streets, query);
  return places.filter(({ point }) => area.contains(point));
}

/**
 * Houses with the typed number, or the street itself where it has no such house. A result without
 * the typed postcode, as far as known, is unsure: all streets of one name in a city are one row.
 */
async function withHouses(
  { database }: Search,
  streets: readonly RankedStreet[],
  { houseNumber, postcode }: AddressQuery,
): Promise<FoundPlace[]> {
  if (streets.length === 0) return [];
  const ids = streets.map(({ id }) => id);
  const houses = houseNumber === null ? null : await findHouses(database, ids, houseNumber);
  const points = postcode === null ? null : await findPostcodePoints(database, ids, postcode);
  return streets.flatMap((street) => {
    const ofStreet = [street.postcode, street.settlement_postcode].find(Boolean) ?? "";
    const hasPostcode = (own: string) => postcode === null || (own || ofStreet) === postcode;
    const numbered = houses?.get(street.id) ?? [];
    const matching = numbered.filter((house) => hasPostcode(house.postcode));
    if (matching.length > 0) return matching.map((house) => foundHouse(street, house));
    if (numbered.length > 0) return numbered.map((house) => asUnsure(foundHouse(street, house)));
    const point = points?.get(street.id);
    const found = foundStreet(street, houseNumber === null);
    if (point) return [{ ...found, point }];
    return [hasPostcode("") ? found : asUnsure(found)];
  });
}

/** A place that contradicts a part of the typed text: it comes last, with low confidence. */
function asUnsure(found: FoundPlace): FoundPlace {
  return { ...found, confidence: "low", rank: found.rank - unsureRank };
}

/** More than any two ranks are apart. */
const unsureRank = 1_000_000;

/** Middles of the houses that have a postcode, by street. */
async function findPostcodePoints(
  database: Database,
  streetIds: readonly number[],
  postcode: string,
): Promise<Map<number, Coordinates>> {
  const rows = await database
    .selectFrom("address")
    .select(({ fn }) => [
      "street_id",
      fn.avg<number>("longitude").as("longitude"),
      fn.avg<number>("latitude").as("latitude"),
    ])
    .where("street_id", "in", streetIds)
    .where("postcode", "=", postcode)
    .groupBy("street_id")
    .execute();
  return new Map(rows.map((row) => [row.street_id, [row.longitude, row.latitude]]));
}

/**
 * Streets that lead through an area, each with a point in it: all streets of one name in a city are
 * one row, so its middle may be in another district.
 */
async function placeInArea(
  database: Database,
  streets: readonly RankedStreet[],
  area: SearchArea,
): Promise<RankedStreet[]> {
  const outside = streets.filter((street) => !area.contains([street.longitude, street.latitude]));
  if (outside.length === 0) return [...streets];
  const rows = await database
    .selectFrom("street")
    .select(["id", "lines"])
    .where(
      "id",
      "in",
      outside.map(({ id }) => id),
    )
    .execute();
  const lines = new Map(rows.map((row) => [row.id, row.lines]));
  return streets.flatMap((street) => {
    const linesOutside = lines.get(street.id);
    if (!linesOutside) return [street];
    const point = findPoint(linesOutside, area);
    return point ? [{ ...street, longitude: point[0], latitude: point[1] }] : [];
  });
}

/** Middle one of the line's points within the area. */
function findPoint(lines: readonly (readonly number[])[], area: SearchArea): Coordinates | null {
  for (const line of lines) {
    const inside: Coordinates[] = [];
    for (let at = 0; at + 1 < line.length; at += 2) {
      const point: Coordinates = [line[at], line[at + 1]];
      if (area.contains(point)) inside.push(point);
    }
    if (inside.length > 0) return inside[inside.length >> 1];
  }
  return null;
}
