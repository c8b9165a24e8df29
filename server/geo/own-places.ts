import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import {
  type GeoAddress,
  type GeoSuggestion,
  ownPlaceKind,
} from "#domain/address-search/geo-address.ts";
import { isSearchableText, maxSuggestions } from "#domain/address-search/search-limits.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id.ts";
import { ownTitleOf, titlesOf } from "#domain/place/place-title.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { Language } from "#domain/text/language.ts";
import { nameKey, searchKey } from "#domain/text/search-key.ts";
import { withTimeout } from "#server/concurrency/with-timeout.ts";
import type { Database } from "#server/database/connect.ts";
import { withLatinKeys } from "#server/database/latin-key.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import { CircuitBreaker } from "#server/geo/map-service/circuit-breaker.ts";
import type { InstructionLocale } from "#server/geo/walking/walking-router.ts";
import {
  queryBriefly,
  squaredDegrees,
  termQuery,
  termSpellings,
} from "./extract/extract-provider.ts";
import type { Geo } from "./geo.ts";

/** Accepted place of our own, with the fields that a search shows; `facts` are those that are texts. */
interface OwnPlace
  extends Pick<
    Place,
    "id" | "country" | "city" | "address" | "comments" | "facts" | "longitude" | "latitude"
  > {
  /** Empty where it is not known, as `postcode`. */
  readonly county: string;
  readonly postcode: string;
}

interface OwnPlacesQuery {
  readonly near: Coordinates | null;
  readonly limit: number;
  /** Countries that places must be in, where any are named. */
  readonly countries?: readonly string[];
  /** Box that places must lie within. */
  readonly bbox?: BoundingBox | null;
}

/** Finds our own places by their texts. */
export interface OwnPlaces {
  /** Places, the likeliest first; empty where the database does not respond in time. Never rejects. */
  find(text: string, query: OwnPlacesQuery): Promise<readonly OwnPlace[]>;
  /** Accepted place of an id; null where it is missing or the database does not respond. */
  findById(id: number): Promise<OwnPlace | null>;
}

export interface OwnPlacesDeps {
  readonly database: Database;
  readonly placeIndex: Pick<PlaceIndex, "nearest">;
  readonly log: Pick<Logger, "warn" | "info">;
  /** Time limit of a query, with the wait for a connection. */
  readonly timeLimitMs?: number;
}

/** Default time limit, the same as for a search in an extract. */
const defaultTimeLimitMs = 1_000;
/** Share of the time limit after which the database cancels: a slow search is not an unavailable database. */
const statementShare = 0.8;
const openMs = 15_000;
/** PostgreSQL's code for a statement that took too long. */
const statementTimeout = "57014";

/** Number of places around the visitor that are checked first. */
const nearestCandidates = 500;
/** Maximum number of checked places among all with the terms; only common terms have more. */
const maxCandidates = 2_000;
/** Maximum number of places that are ranked, the nearest ones. */
const maxRanked = 64;

/** Factor of distance for a place whose term continues after the typed letters. */
const unfinishedScore = 10;

/** Maximum length of an initial: 'Kossuth L. utca'. */
const maxInitialLetters = 2;

/**
 * Our own places in PostgreSQL, found by the terms of city, address and comment: in any case, without accents, by Latin
 * letters, abbreviated, the last term unfinished. A place is found by its city only together with another term:
 * 'Szeged' means the town.
 *
 * Places around the visitor come from the place index. Only where these do not settle which place is nearest, all
 * places are searched, so that neither a common term ('utca') nor a rare one is slow.
 */
export function createOwnPlaces(deps: OwnPlacesDeps): OwnPlaces {
  const { database, log, timeLimitMs = defaultTimeLimitMs } = deps;
  const breaker = new CircuitBreaker({ openMs, nowMs: () => performance.now() });
  const statementMs = Math.round(timeLimitMs * statementShare);
  const queryInTime = async <Value>(
    run: (transaction: Database) => Promise<Value>,
    fallback: Value,
  ): Promise<Value> => {
    if (!breaker.letThrough()) return fallback;
    try {
      const value = await withTimeout(timeLimitMs, queryBriefly(database, statementMs, run), () => {
        throw new Error(`no answer within ${timeLimitMs} ms`);
      });
      if (breaker.succeed()) log.info("own places can be searched again");
      return value;
    } catch (error) {
      if (isStatementTimeout(error)) breaker.succeed();
      else if (breaker.fail()) log.warn({ err: error, openMs }, "own places cannot be searched");
      return fallback;
    }
  };
  return {
    find(text, query) {
      const terms = partsOf(searchKey(text)).slice(0, maxTerms);
      if (terms.length === 0) return Promise.resolve([]);
      return queryInTime((transaction) => findByTerms(deps, transaction, terms, query), []);
    },
    async findById(id) {
      const found = await queryInTime((transaction) => selectOwnPlaces(transaction, [id]), []);
      return found.at(0) ?? null;
    },
  };
}

/** Maximum number of terms, more than a name and an address have. */
const maxTerms = 10;

async function findByTerms(
  deps: OwnPlacesDeps,
  database: Database,
  terms: readonly string[],
  query: OwnPlacesQuery,
): Promise<readonly OwnPlace[]> {
  const { near, limit } = query;
  const spelled = terms.map(toSpelled);
  const around = near && (await findAround(deps, database, spelled, { ...query, near }));
  let ranked = around?.ranked ?? [];
  // Every other place with the terms is farther off than the farthest checked one.
  const isSettled = around !== null && (ranked[limit - 1]?.rank ?? Infinity) <= around.reachMeters;
  if (!isSettled) {
    // With enough places nearby, only one with exactly these terms can still come before them.
    const requested =
      ranked.length < limit ? spelled : spelled.map((term) => ({ ...term, isUnfinished: false }));
    const anywhere = rank(await findAnywhere(database, requested, query), spelled, query);
    const all = new Map([...ranked, ...anywhere].map((one) => [one.id, one]));
    ranked = [...all.values()].sort(byRank);
  }
  const ids = ranked.slice(0, limit).map(({ id }) => id);
  return selectOwnPlaces(database, ids);
}

/** Typed term with its spellings in places. */
interface Spelled {
  readonly term: string;
  /** Likeliest first. */
  readonly spellings: readonly string[];
  /** Whether more letters may follow. */
  readonly isUnfinished: boolean;
}

/** The last term may be unfinished, and so may an initial: 'Kossuth L. utca'. */
function toSpelled(term: string, at: number, { length }: readonly string[]): Spelled {
  const isLast = at === length - 1;
  const spellings = termSpellings(term);
  const isInitial = term.length <= maxInitialLetters && spellings.length === 1;
  return { term, spellings, isUnfinished: isLast || isInitial };
}

/** Place that the text may mean, with the values for its rank. */
interface Candidate {
  readonly id: number;
  readonly city: string;
  readonly search_key: string;
  readonly longitude: number;
  readonly latitude: number;
}

interface Ranked {
  readonly id: number;
  /** Rank in metres, multiplied for a weaker match: the lower, the likelier. */
  readonly rank: number;
}

/** Finds the places with the terms among the nearest, and the distance of the farthest of the nearest. */
async function findAround(
  { placeIndex }: OwnPlacesDeps,
  database: Database,
  spelled: readonly Spelled[],
  query: OwnPlacesQuery & { readonly near: Coordinates },
): Promise<{ ranked: readonly Ranked[]; reachMeters: number }> {
  const { bbox = null, near } = query;
  const nearest = placeIndex.nearest({ ...everywhere, bbox }, near, 0, nearestCandidates);
  const ids = nearest.map(({ id }) => id);
  const { rows } = await sql<Candidate>`
    select ${candidateColumns} from place
    where id = any(${ids}::int[]) and ${isFindable(query)}
      and ${hasTerms(spelled)}`.execute(database);
  const isAll = nearest.length < nearestCandidates;
  const reachMeters = isAll ? Infinity : (nearest.at(-1)?.distanceMeters ?? Infinity);
  return { ranked: rank(rows, spelled, query), reachMeters };
}

const everywhere = { filters: noFilters, includeUnknown: false, ...acceptedPlaces };

/** Finds the nearest of all places with the terms; for a common term, the nearest of a part of them. */
async function findAnywhere(
  database: Database,
  spelled: readonly Spelled[],
  query: OwnPlacesQuery,
): Promise<Candidate[]> {
  const { near } = query;
  const requested =
    spelled.length > 1 && beginsTooMany(spelled.at(-1)) ? spelled.slice(0, -1) : spelled;
  const tsquery = requested
    .map(({ term, spellings, isUnfinished }) =>
      termQuery(spellings, isUnfinished ? term.length : null),
    )
    .join(" & ");
  const own = `(${spelled.map(termPattern).join("|")})`;
  const short = spelled.filter((term) => !requested.includes(term));
  const { rows } = await sql<Candidate>`
    select * from (
      select ${candidateColumns} from place
      where to_tsvector('simple', ${partedKey}) @@ ${tsquery}::tsquery
        and ${isFindable(query)}
      limit ${maxCandidates}
    ) place
    where substr(${partedKey}, char_length(city) + 1) ~ ${own}
      and ${hasTerms(short)}
    order by ${near === null ? sql`id` : squaredDegrees(near, "place")} limit ${maxRanked}`.execute(
    database,
  );
  return rows;
}

/** Whether the last term is one or two unfinished letters, which are searched only together with the other terms. */
function beginsTooMany(last: Spelled | undefined): boolean {
  return last?.isUnfinished === true && /^\p{L}{1,2}$/u.test(last.term);
}

const candidateColumns = sql.raw("id, city, search_key, longitude, latitude");

/** Expression of the index `place_words`. */
const partedKey = sql`translate(search_key, '/.-_@:', '      ')`;

function isFindable({ countries = [], bbox = null }: OwnPlacesQuery): RawBuilder<unknown> {
  const conditions = [isVisible(acceptedPlaces)] as RawBuilder<unknown>[];
  if (countries.length > 0) conditions.push(sql`country = any(${countries}::text[])`);
  if (bbox !== null) {
    const { west, south, east, north } = bbox;
    conditions.push(sql`latitude between ${south} and ${north}`);
    conditions.push(
      west <= east
        ? sql`longitude between ${west} and ${east}`
        : sql`(longitude >= ${west} or longitude <= ${east})`,
    );
  }
  return sql.join(conditions, sql` and `);
}

function hasTerms(terms: readonly Spelled[]): RawBuilder<unknown> {
  const conditions = terms.map((term) => sql`${partedKey} ~ ${termPattern(term)}`);
  return sql.join([sql`true`, ...conditions], sql` and `);
}

/**
 * Regular expression of the texts that may have the term, which has letters and digits only, so nothing has to be
 * escaped. For the database, letters beyond ASCII end a term, so `fitOf` decides in the end.
 */
function termPattern(term: Spelled): string {
  const ends = term.spellings.map(
    (spelling) => `${spelling}${mayGoOn(spelling, term) ? "" : "(?![a-z0-9])"}`,
  );
  return `(?<![a-z0-9])(${ends.join("|")})`;
}

/** Whether a spelling may be unfinished; one shorter than the typed term (`t` for `ter`) matches too many others. */
function mayGoOn({ length }: string, { term, isUnfinished }: Spelled): boolean {
  return isUnfinished && length >= term.length;
}

/** Ranked places, the likeliest first, without those whose city alone has the terms. */
function rank(
  candidates: readonly Candidate[],
  spelled: readonly Spelled[],
  { near }: OwnPlacesQuery,
): readonly Ranked[] {
  const cities = new Map<string, readonly (readonly string[])[]>();
  return candidates
    .flatMap((candidate) => {
      const { id, city, search_key, longitude, latitude } = candidate;
      const inCity = cities.get(city) ?? withLatinKeys([searchKey(city)]).map(partsOf);
      cities.set(city, inCity);
      const inOwn = search_key
        .split("\n")
        .flatMap((key, at) => partsOf(key).slice((inCity[at] ?? inCity[0]).length));
      const fit = fitOf({ inCity: inCity.flat(), inOwn }, spelled);
      if (fit === null) return [];
      const meters = near === null ? 1 : distanceMeters(near, [longitude, latitude]);
      return [{ id, rank: meters * (fit === "exact" ? 1 : unfinishedScore) }];
    })
    .sort(byRank);
}

function byRank(one: Ranked, other: Ranked): number {
  return one.rank - other.rank || one.id - other.id;
}

/** Match of a place with the typed text; null where it does not match, or only its city does. */
function fitOf(
  { inCity, inOwn }: { inCity: readonly string[]; inOwn: readonly string[] },
  spelled: readonly Spelled[],
): "exact" | "unfinished" | null {
  const isExact = (names: readonly string[], { spellings }: Spelled) =>
    names.some((name) => spellings.includes(name));
  const isMatched = (names: readonly string[], term: Spelled) =>
    isExact(names, term) ||
    term.spellings.some(
      (spelling) => mayGoOn(spelling, term) && names.some((name) => name.startsWith(spelling)),
    );
  if (!spelled.every((term) => isMatched(inCity, term) || isMatched(inOwn, term))) return null;
  if (!spelled.some((term) => isMatched(inOwn, term) && !isMatched(inCity, term))) return null;
  const isAllExact = spelled.every((term) => isExact(inCity, term) || isExact(inOwn, term));
  return isAllExact ? "exact" : "unfinished";
}

/** Terms of a search key. */
function partsOf(key: string): string[] {
  return key.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
}

/** Places of the ids, in their order; missing ones are left out. */
async function selectOwnPlaces(database: Database, ids: readonly number[]): Promise<OwnPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OwnPlace>`
    select id, country, city, address, county, postcode, comments, coalesce(fact_texts, '{}') as facts,
      longitude, latitude
    from place where id = any(${ids}::int[]) and ${isVisible(acceptedPlaces)}`.execute(database);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === statementTimeout;
}

/** Minimum number of suggestions that are left to addresses, where any are found. */
const minAddresses = 3;

/** Maximum length of a comment in a suggestion; a longer one is cut. */
const maxCommentCharacters = 80;

const idPrefix = "place.";

/**
 * Adds our own places to the suggestions of every provider (docs/product#own-places-in-the-search). They come first,
 * because a visitor who types 'Keleti' here wants the toilet there; only a settlement whose exact name was typed comes
 * before them. The response names the provider of the addresses.
 */
export function addOwnPlaces(
  geo: Geo,
  ownPlaces: OwnPlaces,
  localeOf: (language: Language) => Pick<InstructionLocale, "t">,
): Geo {
  return {
    ...geo,
    async suggest(text, options) {
      const isRequested = options.kinds?.includes(ownPlaceKind) ?? true;
      if (!isRequested || !isSearchableText(text)) return geo.suggest(text, options);
      const limit = options.limit ?? maxSuggestions;
      const [places, response] = await Promise.all([
        ownPlaces.find(text, { ...options, limit }),
        geo.suggest(text, options),
      ]);
      if (places.length === 0) return response;
      const { provider, isFallback, knownTowns } = response;
      const { t } = localeOf(options.language);
      const titles = titlesOf(places, t, null);
      const own = places.map((place) => toOwnSuggestion(place, titles.get(place.id)?.text ?? ""));
      const value = response.ok ? joinOwn(own, response.value, text, limit) : own;
      return { ok: true, value, provider, isFallback, knownTowns };
    },
    async retrieve(id, options) {
      const placeId = id.startsWith(idPrefix) ? parseId(id.slice(idPrefix.length)) : null;
      if (placeId === null) return geo.retrieve(id, options);
      const place = await ownPlaces.findById(placeId);
      const own = { provider: "embedded", isFallback: false } as const;
      if (place === null) return { ok: false, code: "notfound", ...own };
      return { ok: true, value: toOwnAddress(place), ...own };
    },
  };
}

function joinOwn(
  own: readonly GeoSuggestion[],
  addresses: readonly GeoSuggestion[],
  text: string,
  limit: number,
): readonly GeoSuggestion[] {
  const key = nameKey(text);
  const isNamed = ({ name, precision }: GeoSuggestion) =>
    precision === "settlement" && nameKey(name) === key;
  const ownCount = Math.max(1, limit - Math.min(minAddresses, addresses.length));
  return [
    ...addresses.filter(isNamed).slice(0, minAddresses),
    ...own.slice(0, ownCount),
    ...addresses.filter((address) => !isNamed(address)),
  ].slice(0, limit);
}

/** Suggestion of a place: its title, then its street, city and comment. */
function toOwnSuggestion(place: OwnPlace, title: string): GeoSuggestion {
  const { id, city, address } = place;
  const source = ownTitleOf(place)?.source;
  const street = source === "address" ? "" : address;
  const comments = source === "comments" ? "" : shortened(place.comments);
  return {
    id: `${idPrefix}${id}`,
    name: title,
    detail: [street, city, comments].filter((part) => part !== "").join(", "),
    precision: "address",
    place_id: id,
  };
}

function shortened(text: string): string {
  const letters = [...text];
  if (letters.length <= maxCommentCharacters) return text;
  return `${letters.slice(0, maxCommentCharacters).join("").trimEnd()}…`;
}

function toOwnAddress(place: OwnPlace): GeoAddress {
  const { city, address, county, postcode, country, latitude, longitude } = place;
  const where = { place: city, county, postcode, country, latitude, longitude };
  const lines = { address_line1: address, address_line2: "" };
  return { ...lines, ...where, confidence: "exact", precision: "address" };
}
