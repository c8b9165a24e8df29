import { sql } from "kysely";
import type { BaseMapSource } from "#domain/map/base-map-source.ts";
import type { MapProvider, OperatingStatus } from "#domain/operation/operating-status.ts";
import { type PermissionFailure, permissionFailure } from "#server/accounts/permission.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { baseMapOrigins } from "#server/base-map/choose-base-map.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import { readWithin } from "#server/database/database-errors.ts";
import { findValhalla, WalkingTiles } from "#server/geo/walking/walking-router.ts";
import { readQueuedMails } from "#server/mail/mail-queue.ts";
import { findUnknownPlaces, readCompleteness } from "./completeness.ts";
import type { MetricsDeps } from "./read-metrics.ts";
import { readDisk, readLastBackup } from "./read-metrics.ts";

interface StatusDeps extends MetricsDeps {
  readonly baseMap: () => BaseMapSource;
  readonly now: () => Date;
}

/** Longest wait for the database: the page must work during an outage. */
const databaseLimitMs = 3_000;

/** Status for the administrator alone (docs/product#status-page). */
export async function readStatus(
  deps: StatusDeps,
  viewer: Viewer,
): Promise<
  | { readonly ok: true; readonly status: OperatingStatus }
  | { readonly ok: false; code: PermissionFailure }
> {
  const failure = permissionFailure(viewer, "seeStatus");
  if (failure) return { ok: false, code: failure };
  const { database, placeIndex, feed, requestMetrics, pool, now, config } = deps;
  const [stored, disk] = await Promise.all([
    readWithin(databaseLimitMs, readStored(database, deps)).catch(() => null),
    readDisk(config.dataDirectory),
  ]);
  const { mailTrouble } = requestMetrics;
  const provider = providerOf(config.geoProvider, stored?.extracts.length ?? 0);
  const status: OperatingStatus = {
    now: now().toISOString(),
    versions: {
      product: deps.version,
      node: process.version,
      postgres: stored?.version ?? null,
    },
    startedAt: new Date(performance.timeOrigin).toISOString(),
    memoryBytes: process.memoryUsage.rss(),
    database: { sizeBytes: stored?.sizeBytes ?? null, isEmbedded: config.databaseUrl === null },
    connections: pool.counts,
    index: {
      places: placeIndex.size,
      schedules: placeIndex.scheduleCount,
      ageSeconds: feed.ageMs() / 1000,
      changedAt: new Date(now().getTime() - deps.sinceChangeMs()).toISOString(),
    },
    mails: {
      queued: stored?.mails.count ?? null,
      oldestSeconds: stored?.mails.oldestSeconds ?? 0,
      lastTrouble: mailTrouble && {
        at: mailTrouble.at.toISOString(),
        kind: mailTrouble.outcome,
      },
      hasServer: config.smtpUrl !== null,
    },
    map: {
      provider,
      baseMapHost: hostOf(deps.baseMap()),
      hasRoutes: hasRoutes(provider, config.dataDirectory),
      extracts: stored?.extracts ?? [],
    },
    lists: stored?.lists ?? [],
    disk,
    backup:
      config.backupDirectory === null
        ? null
        : { lastAt: readLastBackup(config.backupDirectory)?.toISOString() ?? null },
    browserReports: config.browserErrors
      ? requestMetrics.browserReportsOfDay(now().getTime())
      : null,
    usage: stored?.usage ?? [],
    completeness: stored?.completeness ?? [],
    unknownPlaces: stored?.unknownPlaces ?? [],
  };
  return { ok: true, status };
}

async function readStored(database: Database, { usage }: Pick<StatusDeps, "usage">) {
  const { rows } = await sql<{ version: string; size: number }>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::bigint as size`.execute(database);
  const extracts = await database
    .selectFrom("extract")
    .select(["name", "data_at", "imported_at"])
    .orderBy("name")
    .execute();
  const lists = await database
    .selectFrom("source_list")
    .leftJoin("list_import", (join) =>
      join.onRef("list", "=", "source_list.name").on("state", "=", "waiting"),
    )
    .where(({ or, eb }) =>
      or([eb("address", "is not", null), eb("list_import.id", "is not", null)]),
    )
    .select(["title", "checked_at", "source_list.failure", "list_import.id"])
    .orderBy("title")
    .execute();
  return {
    version: rows[0].version,
    sizeBytes: rows[0].size,
    mails: await readQueuedMails(database),
    usage: await usage.read(database),
    completeness: await readCompleteness(database),
    unknownPlaces: await findUnknownPlaces(database),
    lists: lists.map(({ title, checked_at, failure, id }) => ({
      ...{ title, failure, waitingImport: id },
      checkedAt: checked_at?.toISOString() ?? null,
    })),
    extracts: extracts.map(({ name, data_at, imported_at }) => ({
      name,
      dataAt: data_at?.toISOString() ?? null,
      importedAt: imported_at.toISOString(),
    })),
  };
}

/** The first provider of the fallback chain (docs/product#map-providers). */
function providerOf(provider: Config["geoProvider"], extracts: number): MapProvider {
  if (extracts > 0 && (provider === "auto" || provider === "embedded")) return "local";
  return provider === "auto" ? "open" : provider;
}

/** Whether there are routes within the provider's area; outside, `auto` has those of the open services. */
function hasRoutes(provider: MapProvider, dataDirectory: string): boolean {
  if (provider !== "local") return provider !== "embedded";
  return new WalkingTiles(dataDirectory).findInUse().length > 0 && findValhalla() !== null;
}

function hostOf(baseMap: BaseMapSource): string | null {
  const [origin] = baseMapOrigins(baseMap);
  return origin === undefined ? null : new URL(origin).host;
}
