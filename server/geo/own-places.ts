import { type RawBuilder, sql } from "kysely";
import type { Logger } from "pino";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { searchKey } from "#domain/text/search-key.ts";
import type { Database } from "#server/database/connect.ts";
import { acceptedPlaces, isVisible } from "#server/database/place-visibility.ts";
import { wordSpellings } from "#server/geo/extract/spelling.ts";
import { CircuitBreaker } from "#server/geo/outside/circuit-breaker.ts";

/** An accepted place of our own, as far as a search tells of it. */
export interface OwnPlace {
  readonly id: number;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly county: string;
  readonly postcode: string;
  readonly comments: string;
  readonly longitude: number;
  readonly latitude: number;
}

interface OwnPlacesQuestion {
  /** What is near here comes first. */
  readonly near: Coordinates | null;
  readonly limit: number;
  /** Only places in one of these, where any is named. */
  readonly countries?: readonly string[];
  /** Only places within it. */
  readonly bbox?: BoundingBox | null;
}

/** Finds our own places by their words. */
export interface OwnPlaces {
  /** The likeliest first; none where the database does not answer at once. Never rejects. */
  find(text: string, question: OwnPlacesQuestion): Promise<readonly OwnPlace[]>;
  /** Null where there is no accepted place of this id, or the database does not answer. */
  findById(id: number): Promise<OwnPlace | null>;
}

export interface OwnPlacesDeps {
  /** What is only read, a moment late at worst. */
  readonly database: Database;
  readonly placeIndex: Pick<PlaceIndex, "nearest">;
  readonly log: Pick<Logger, "warn" | "info">;
  readonly nowMs?: () => number;
  /** From the question to the answer, the wait for a connection included. */
  readonly timeLimitMs?: number;
}

/** A search in an extract may take as long. */
const defaultTimeLimitMs = 1_000;
/** The database gives up a little earlier: a word that is too common says nothing of its health. */
const statementShare = 0.8;
const failuresToOpen = 3;
const openMs = 15_000;
/** PostgreSQL's code for a statement that took too long. */
const statementTimeout = "57014";

/** So many places around the visitor are looked at first. */
const nearestCandidates = 500;
/** Of all places that bear the words so many are looked at; only common words have more. */
const maxCandidates = 2_000;
/** The nearest of those that are looked at more closely. */
const maxRanked = 64;

/** A place that bears a word that goes on after what was typed counts as so many times farther away. */
const unfinishedWorth = 10;

/** So short a word is an initial: 'Kossuth L. utca'. */
const maxInitialLetters = 2;

/**
 * Our own places in PostgreSQL, found by the words of city, address and comment: in any case, without
 * accents, abbreviated, the last word unfinished. A place is found by its city only together with a
 * word of its own: 'Szeged' means the town.
 *
 * Those around the visitor come from the place index. Only where they do not settle who is nearest, all
 * places are searched, so that neither a common word ('utca') nor a rare one is slow.
 */
export function createOwnPlaces(deps: OwnPlacesDeps): OwnPlaces {
  const { database, log, nowMs = () => performance.now() } = deps;
  const { timeLimitMs = defaultTimeLimitMs } = deps;
  const breaker = new CircuitBreaker({ failuresToOpen, openMs, nowMs });
  const askInTime = async <Value>(
    ask: (transaction: Database) => Promise<Value>,
    otherwise: Value,
  ): Promise<Value> => {
    if (!breaker.letThrough()) return otherwise;
    try {
      const value = await within(askBriefly(database, ask, timeLimitMs), timeLimitMs);
      if (breaker.succeed()) log.info("own places can be searched again");
      return value;
    } catch (error) {
      if (isStatementTimeout(error)) breaker.succeed();
      else if (breaker.fail()) log.warn({ err: error, openMs }, "own places cannot be searched");
      return otherwise;
    }
  };
  return {
    find(text, question) {
      const words = wordsOf(text).slice(0, maxWords);
      if (words.length === 0) return Promise.resolve([]);
      return askInTime((transaction) => findByWords(deps, transaction, words, question), []);
    },
    findById: (id) =>
      askInTime(async (transaction) => (await selectOwnPlaces(transaction, [id]))[0] ?? null, null),
  };
}

/** More than a name and an address have. */
const maxWords = 10;

async function findByWords(
  deps: OwnPlacesDeps,
  database: Database,
  words: readonly string[],
  question: OwnPlacesQuestion,
): Promise<readonly OwnPlace[]> {
  const { near, limit } = question;
  const spelled = words.map((word, at) => toSpelled(word, { isLast: at === words.length - 1 }));
  const around = near && (await findAround(deps, database, spelled, { ...question, near }));
  let ranked = around?.ranked ?? [];
  // What else bears the words is farther away than the farthest that was looked at.
  const isSettled = around !== null && (ranked[limit - 1]?.rank ?? Infinity) <= around.reachMeters;
  if (!isSettled) {
    // With enough of the nearest, only one that bears the very words can still come before them.
    const asked =
      ranked.length < limit ? spelled : spelled.map((word) => ({ ...word, isUnfinished: false }));
    const anywhere = rank(await findAnywhere(database, asked, question), spelled, question);
    const all = new Map([...ranked, ...anywhere].map((one) => [one.id, one]));
    ranked = [...all.values()].sort(byRank);
  }
  return selectOwnPlaces(
    database,
    ranked.slice(0, limit).map(({ id }) => id),
  );
}

/** A word that was typed, as it may be spelled in a place. */
interface Spelled {
  readonly word: string;
  /** The likeliest first. */
  readonly spellings: readonly string[];
  /** More letters may follow. */
  readonly isUnfinished: boolean;
}

/** The last word may go on, and so may an initial: 'Kossuth L. utca'. */
function toSpelled(word: string, { isLast }: { isLast: boolean }): Spelled {
  const spellings = wordSpellings(word);
  const isInitial = word.length <= maxInitialLetters && spellings.length === 1;
  return { word, spellings, isUnfinished: isLast || isInitial };
}

/** What decides how likely a place is meant. */
interface Candidate {
  readonly id: number;
  readonly city: string;
  readonly search_key: string;
  readonly longitude: number;
  readonly latitude: number;
}

interface Ranked {
  readonly id: number;
  /** Metres, or what stands for them: the lower, the likelier. */
  readonly rank: number;
}

/** Those of the nearest places that bear the words, and how far it is to the farthest of the nearest. */
async function findAround(
  { placeIndex }: OwnPlacesDeps,
  database: Database,
  spelled: readonly Spelled[],
  question: OwnPlacesQuestion & { readonly near: Coordinates },
): Promise<{ ranked: readonly Ranked[]; reachMeters: number }> {
  const { bbox = null, near } = question;
  const nearest = placeIndex.nearest({ ...everywhere, bbox }, near, 0, nearestCandidates);
  const ids = nearest.map(({ id }) => id);
  const { rows } = await sql<Candidate>`
    select ${candidateColumns} from place
    where id = any(${ids}::int[]) and ${isFindable(question)}
      and ${sql.join(
        spelled.map((word) => sql`${partedKey} ~ ${wordPattern(word)}`),
        sql` and `,
      )}`.execute(database);
  const isAll = nearest.length < nearestCandidates;
  const reachMeters = isAll ? Infinity : (nearest.at(-1)?.distanceMeters ?? Infinity);
  return { ranked: rank(rows, spelled, question), reachMeters };
}

const everywhere = { filters: noFilters, includeUnknown: false, ...acceptedPlaces };

/** The nearest of all places that bear the words; where a word is too common, of some of them. */
async function findAnywhere(
  database: Database,
  spelled: readonly Spelled[],
  question: OwnPlacesQuestion,
): Promise<Candidate[]> {
  const { near } = question;
  const asked =
    spelled.length > 1 && beginsTooMany(spelled.at(-1)) ? spelled.slice(0, -1) : spelled;
  const tsquery = asked.map(toTsquery).join(" & ");
  const own = `(${spelled.map(wordPattern).join("|")})`;
  const short = spelled.filter((word) => !asked.includes(word));
  const { rows } = await sql<Candidate>`
    select * from (
      select ${candidateColumns} from place
      where to_tsvector('simple', ${partedKey}) @@ ${tsquery}::tsquery
        and ${isFindable(question)}
      limit ${maxCandidates}
    ) place
    where substr(${partedKey}, char_length(city) + 1) ~ ${own}
      and ${sql.join([sql`true`, ...short.map((word) => sql`${partedKey} ~ ${wordPattern(word)}`)], sql` and `)}
    order by ${near === null ? sql`id` : squaredDegrees(near)} limit ${maxRanked}`.execute(
    database,
  );
  return rows;
}

/** One or two letters that may go on: only among what bears the other words. */
function beginsTooMany(last: Spelled | undefined): boolean {
  return last?.isUnfinished === true && /^\p{L}{1,2}$/u.test(last.word);
}

const candidateColumns = sql.raw("id, city, search_key, longitude, latitude");

/** As the index of migration 011 has it. */
const partedKey = sql`translate(search_key, '/.-_@:', '      ')`;

function isFindable({ countries = [], bbox = null }: OwnPlacesQuestion): RawBuilder<unknown> {
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

/**
 * A regular expression of a text that may bear the word: to the database, letters beyond ASCII end a
 * word, so the last look is `fitOf`. Letters and digits only: nothing to escape.
 */
function wordPattern(word: Spelled): string {
  const ends = word.spellings.map(
    (spelling) => `${spelling}${mayGoOn(spelling, word) ? "" : "(?![a-z0-9])"}`,
  );
  return `(?<![a-z0-9])(${ends.join("|")})`;
}

function toTsquery(word: Spelled): string {
  const ends = word.spellings.map(
    (spelling) => `'${spelling}'${mayGoOn(spelling, word) ? ":*" : ""}`,
  );
  return `(${ends.join(" | ")})`;
}

/** A spelling that is shorter than what was typed (`t` for `ter`) would begin too much else. */
function mayGoOn({ length }: string, { word, isUnfinished }: Spelled): boolean {
  return isUnfinished && length >= word.length;
}

/** Good enough to choose by; the order is by metres. */
function squaredDegrees([longitude, latitude]: Coordinates): RawBuilder<number> {
  const shrink = Math.cos((latitude * Math.PI) / 180);
  return sql`(latitude - ${latitude}::float8) ^ 2
    + ((longitude - ${longitude}::float8) * ${shrink}::float8) ^ 2`;
}

/** The likeliest first, without those that bear the words by their city alone. */
function rank(
  candidates: readonly Candidate[],
  spelled: readonly Spelled[],
  { near }: OwnPlacesQuestion,
): readonly Ranked[] {
  const cities = new Map<string, readonly string[]>();
  return candidates
    .flatMap((candidate) => {
      const { id, city, search_key, longitude, latitude } = candidate;
      const inCity = cities.get(city) ?? wordsOf(city);
      cities.set(city, inCity);
      const inOwn = search_key.split(notInWords).filter(Boolean).slice(inCity.length);
      const fit = fitOf({ inCity, inOwn }, spelled);
      if (fit === null) return [];
      const meters = near === null ? 1 : distanceMeters(near, [longitude, latitude]);
      return [{ id, rank: meters * (fit === "whole" ? 1 : unfinishedWorth) }];
    })
    .sort(byRank);
}

function byRank(one: Ranked, other: Ranked): number {
  return one.rank - other.rank || one.id - other.id;
}

/** How a place bears what was typed; null where it does not, or only its city does. */
function fitOf(
  { inCity, inOwn }: { inCity: readonly string[]; inOwn: readonly string[] },
  spelled: readonly Spelled[],
): "whole" | "unfinished" | null {
  const isWhole = (names: readonly string[], { spellings }: Spelled) =>
    names.some((name) => spellings.includes(name));
  const isBorne = (names: readonly string[], word: Spelled) =>
    isWhole(names, word) ||
    word.spellings.some(
      (spelling) => mayGoOn(spelling, word) && names.some((name) => name.startsWith(spelling)),
    );
  if (!spelled.every((word) => isBorne(inCity, word) || isBorne(inOwn, word))) return null;
  if (!spelled.some((word) => isBorne(inOwn, word) && !isBorne(inCity, word))) return null;
  const isAllWhole = spelled.every((word) => isWhole(inCity, word) || isWhole(inOwn, word));
  return isAllWhole ? "whole" : "unfinished";
}

function wordsOf(text: string): string[] {
  return searchKey(text).split(notInWords).filter(Boolean);
}

const notInWords = /[^\p{L}\p{N}]+/u;

/** In the order of the ids, as far as they can be found. */
async function selectOwnPlaces(database: Database, ids: readonly number[]): Promise<OwnPlace[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<OwnPlace>`
    select id, country, city, address, county, postcode, comments, longitude, latitude
    from place where id = any(${ids}::int[]) and ${isVisible(acceptedPlaces)}`.execute(database);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function isStatementTimeout(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === statementTimeout;
}

/** One look at the database, which gives up by itself after a time. */
function askBriefly<Value>(
  database: Database,
  ask: (transaction: Database) => Promise<Value>,
  timeLimitMs: number,
): Promise<Value> {
  return database
    .transaction()
    .setAccessMode("read only")
    .execute(async (transaction) => {
      const statementMs = String(Math.round(timeLimitMs * statementShare));
      await sql`select set_config('statement_timeout', ${statementMs}, true)`.execute(transaction);
      return ask(transaction);
    });
}

/** @throws {Error} once the time has passed, whatever becomes of the promise */
async function within<Value>(promise: Promise<Value>, timeLimitMs: number): Promise<Value> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(
    () => late.reject(new Error(`no answer within ${timeLimitMs} ms`)),
    timeLimitMs,
  );
  try {
    return await Promise.race([promise, late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
