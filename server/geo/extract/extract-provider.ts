import { sql } from "kysely";
import type { Logger } from "pino";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { ConcurrencyLimiter, Overloaded } from "#server/concurrency/concurrency-limiter.ts";
import type { Database } from "#server/database/connect.ts";
import {
  filterByScope,
  type GeoProvider,
  type GeoResult,
  type GeoSearchOptions,
  unsupportedCalls,
} from "#server/geo/geo.ts";
import { parseAddressId, toSuggestion } from "#server/geo/suggestion.ts";
import { boundsAround, formatBox } from "#server/geometry/bounds.ts";
import { describeFound } from "./found-place.ts";
import { reachMeters, reverseExtract } from "./reverse-extract.ts";
import { searchExtract } from "./search-extract.ts";

// What an import writes into the rows, and the search of our own places shares.
export { addressKey, betweenMark, leadingNumber, termSpellings } from "./address-query.ts";
export { nameColumns, nameSeparator, squaredDegrees } from "./settlements.ts";

export interface ExtractProviderDeps {
  readonly database: Database;
  /** Routes on foot on the extracts' walking tiles. */
  readonly walk: GeoProvider["directions"];
  readonly log: Pick<Logger, "warn">;
  readonly limits?: Partial<SearchLimits>;
}

/** Time limits of a search in the extracts. */
export interface SearchLimits {
  /** Maximum time in the queue; after it the next provider takes the search. */
  readonly maxWaitMs: number;
  /** Time limit of a single statement; most take a few milliseconds. */
  readonly statementTimeoutMs: number;
}

const usualLimits: SearchLimits = { maxWaitMs: 2_000, statementTimeoutMs: 1_000 };

/**
 * Limits of the searches that this process runs in the database at once: each keeps one of the
 * database's processors busy for up to a tenth of a second, and takes one of our few connections.
 * One place is reserved from a client that searches without a pause, so that another's search
 * begins at once.
 */
const searchLimits = {
  task: "address searches",
  maxRunning: 3,
  maxRunningPerClient: 2,
  maxQueued: 24,
};

const notFound = { ok: false, code: "notfound" } as const;
const unavailable = { ok: false, code: "unavailable" } as const;

/** Provider of the extracts, with the test whether a point is outside them. */
export interface ExtractProvider extends GeoProvider {
  /**
   * Whether a point is outside every extract: none has a house, a street or a settlement there
   * (docs/product#address-of-a-position). False where that cannot be found out.
   */
  isOutside(position: Coordinates): Promise<boolean>;
}

/**
 * Provider `local` (docs/product#map-levels): addresses, streets and settlements of the imported
 * extracts, and routes on foot on their walking tiles. It makes no requests to other servers.
 */
export function createExtractProvider(deps: ExtractProviderDeps): ExtractProvider {
  const { maxWaitMs } = { ...usualLimits, ...deps.limits };
  const limiter = new ConcurrencyLimiter({ ...searchLimits, maxWaitMs });
  const search = async (text: string, options: GeoSearchOptions) => {
    const { near, language, client, signal } = options;
    const find = () =>
      query(deps, async (database) => {
        const found = await searchExtract({ database, near }, text);
        return filterByScope(await describeFound(database, found, language), options);
      });
    try {
      return await limiter.run(find, { client, signal });
    } catch (error) {
      if (error instanceof Overloaded)
        deps.log.warn({ reason: error.message }, "an address search was left out");
      else if (!signal.aborted) throw error;
      return unavailable;
    }
  };
  const isOutside = async (position: Coordinates) => {
    const result = await query(deps, (database) => reverseExtract(database, position));
    return result.ok && result.value === null;
  };
  const isInOne = async (from: Coordinates, to: Coordinates) => {
    const result = await query(deps, (database) => areInOneExtract(database, from, to));
    return !result.ok || result.value;
  };
  return {
    ...unsupportedCalls,
    name: "local",
    isOutside,
    search,
    async suggest(text, options) {
      const found = await search(text, options);
      if (!found.ok) return found;
      const { language } = options;
      const value = found.value.map((address) =>
        toSuggestion(address, { language, provider: "local" }),
      );
      return { ok: true, value };
    },
    async retrieve(id) {
      const address = parseAddressId(id, "local");
      return address ? { ok: true, value: address } : notFound;
    },
    async reverse(position, { language }): Promise<GeoResult<GeoAddress>> {
      const result = await query(deps, async (database) => {
        const found = await reverseExtract(database, position);
        return found && describeFound(database, [found], language);
      });
      if (!result.ok) return result;
      return result.value ? { ok: true, value: result.value[0] } : notFound;
    },
    async directions(from, to, options) {
      const found = await deps.walk(from, to, options);
      if (found.ok || found.code !== "notfound") return found;
      // Beyond the border the extracts have pieces of ways, and none of what lies between two that do not meet:
      // that does not show that no way leads there.
      const isKnown =
        !(await isOutside(from)) && !(await isOutside(to)) && (await isInOne(from, to));
      return isKnown ? found : unsupportedCalls.directions(from, to, options);
    },
  };
}

/**
 * Whether a single extract has both points, by the box around its settlements and their reach; true without
 * another extract.
 */
async function areInOneExtract(
  database: Database,
  ...points: readonly Coordinates[]
): Promise<boolean> {
  const has = points.map(
    (point) => sql`bounds && ${formatBox(boundsAround(point, reachMeters))}::box`,
  );
  const { rows } = await sql<{ areInOne: boolean }>`
    select count(*) < 2 or bool_or(${sql.join(has, sql` and `)}) as "areInOne" from extract`.execute(
    database,
  );
  return rows[0].areInOne;
}

/** Reads the extracts' tables; a failure is logged, and the next provider takes the search. */
async function query<Value>(
  { database, log, limits }: ExtractProviderDeps,
  run: (database: Database) => Promise<Value>,
): Promise<GeoResult<Value>> {
  const { statementTimeoutMs } = { ...usualLimits, ...limits };
  try {
    const value = await database
      .transaction()
      .setIsolationLevel("repeatable read")
      .execute(async (transaction) => {
        await sql`select set_config('statement_timeout', ${String(statementTimeoutMs)}, true)`.execute(
          transaction,
        );
        return run(transaction);
      });
    return { ok: true, value };
  } catch (error) {
    log.warn({ err: error }, "the imported extract could not be searched");
    return unavailable;
  }
}
