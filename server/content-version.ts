import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import { quarterOf } from "#domain/place/published-opening.ts";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import type { TileArchive } from "#server/base-map/tile-archive.ts";
import type { Database } from "#server/database/connect.ts";
import type { ConnectionPool } from "#server/database/connection-pool.ts";
import { readWithin } from "#server/database/database-errors.ts";
import { readOnlyReason } from "#server/database/open-database.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import type { PlaceCache } from "#server/places/place-cache.ts";

interface ContentVersionDeps {
  readonly database: Database;
  readonly pool: Pick<ConnectionPool, "reconnect">;
  readonly placeIndex: PlaceIndex;
  readonly feed: Pick<PlaceFeed, "ageMs" | "catchUp" | "changes">;
  readonly placeCache: Pick<PlaceCache, "failures" | "failedAtMs">;
  readonly streetTiles: Pick<TileArchive, "version">;
  readonly baseMap: () => BaseMapSource;
  readonly now: () => Date;
}

/** Maximum age of the place index; an older one is too stale for responses. */
const maxFeedAgeMs = 30_000;

/** Maximum age of the change feed with which responses and places are cached; it polls each second. */
const maxCacheAgeMs = 5_000;

/** Longest wait of a readiness check, in milliseconds. */
const readinessTimeoutMs = 2_000;

const minuteMs = 60 * 1000;

/** How this process's content stands to the database, and its version. */
export function createContentVersion(deps: ContentVersionDeps) {
  const { database, pool, placeIndex, feed, placeCache, streetTiles, baseMap, now } = deps;
  let missedAtMs = Number.NEGATIVE_INFINITY;
  let isReadOnly = false;
  let refreshedMinute = Number.NaN;
  const isInStep = (): boolean => {
    const ageMs = feed.ageMs();
    const failedAtMs = Math.max(missedAtMs, placeCache.failedAtMs);
    return ageMs <= maxCacheAgeMs && performance.now() - ageMs > failedAtMs;
  };
  const indexVersion = (): string => {
    const minute = Math.floor(now().getTime() / minuteMs);
    // The feed's timer may be delayed by a busy process.
    if (minute !== refreshedMinute) placeIndex.refreshOpenSchedules(now());
    refreshedMinute = minute;
    return `${placeIndex.version}.${placeIndex.openVersion}.${streetTiles.version()}`;
  };
  return {
    /** Whether this process has applied all changes lately, and since the database was last unavailable. */
    isInStep,
    /**
     * Version of all content that is made of the place index and the street map alone, whether or not this process may
     * be behind the database: of tiles and pictures of the map.
     */
    indexVersion,
    /**
     * Version of all content that this server shows to visitors, in pages, lists, places, tiles and pictures: two
     * responses to one request with the same version are the same. Null where this process may be behind the database.
     *
     * Beside the places, it changes with their opening status, with the map, and each quarter of an hour, at which a
     * day ends somewhere (docs/decisions/052).
     */
    contentVersion: (): string | null => {
      if (!isInStep()) return null;
      const quarter = quarterOf(now().getTime()) / minuteMs;
      // An import or a removal of an extract changes the base map, and with it a page's policy.
      const map = baseMap();
      const mapName = map.kind === "street" ? map.url : map.kind;
      // Content may differ after a failed read of places: `failures`.
      return [indexVersion(), feed.changes, placeCache.failures, quarter, mapName].join(".");
    },
    /** Whether the database responds and the place index is in step with it. */
    isReady: async (): Promise<boolean> => {
      const state = await readDatabaseState(database);
      isReadOnly = state === "setting";
      // The address leads to another server by now, or will soon.
      if (state === "standby") pool.reconnect();
      if (state === "unavailable" || state === "standby") {
        missedAtMs = performance.now();
        return false;
      }
      // The feed backs off from an unavailable database, so it is polled when the database is available again.
      if (feed.ageMs() > maxFeedAgeMs) {
        await readWithin(readinessTimeoutMs, feed.catchUp()).catch(() => {});
      }
      return feed.ageMs() <= maxFeedAgeMs;
    },
    /** State of the database at the last `isReady`; empty where it takes writes. */
    databaseState: (): { readonly database?: "read_only" } =>
      isReadOnly ? { database: "read_only" } : {},
  };
}

/** Reason why the database accepts no writes; null where it does. A standby may lag by any time. */
async function readDatabaseState(
  database: Database,
): Promise<"standby" | "setting" | "unavailable" | null> {
  try {
    return await readWithin(readinessTimeoutMs, readOnlyReason(database));
  } catch {
    return "unavailable";
  }
}
