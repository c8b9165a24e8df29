import { statfs } from "node:fs/promises";
import type { PlaceIndex } from "#domain/place-index/place-index.ts";
import { instantOfName } from "#server/backup/backup-format.ts";
import { findBackups } from "#server/backup/rotation.ts";
import type { Config } from "#server/config/config.ts";
import type { Database } from "#server/database/connect.ts";
import type { ConnectionPool } from "#server/database/connection-pool.ts";
import { readWithin } from "#server/database/database-errors.ts";
import { readOnlyReason } from "#server/database/open-database.ts";
import { type QueuedMails, readQueuedMails } from "#server/mail/mail-queue.ts";
import type { PlaceFeed } from "#server/places/feed/follow-place-changes.ts";
import { gauge, type Metric, metricText } from "./metric-text.ts";
import type { ProcessWatch } from "./process-watch.ts";
import type { RequestMetrics } from "./request-metrics.ts";
import type { Usage } from "./usage.ts";

/** Sources of the metrics of this process, besides its use cases. */
export interface Operating {
  readonly requestMetrics: RequestMetrics;
  readonly processWatch: Pick<ProcessWatch, "metrics">;
  /** Connections to the database. */
  readonly pool: Pick<ConnectionPool, "counts" | "reconnect">;
  /** Product's version. */
  readonly version: string;
  readonly usage: Usage;
}

export interface MetricsDeps extends Operating {
  readonly config: Config;
  readonly database: Database;
  readonly placeIndex: Pick<PlaceIndex, "size" | "scheduleCount">;
  readonly feed: Pick<PlaceFeed, "ageMs">;
  /** Time since the last change of a place, or since the start. */
  readonly sinceChangeMs: () => number;
}

/** Longest wait for the database: shorter than the ten seconds of Prometheus. */
const databaseLimitMs = 2_000;

/** Text with all metrics of this process; an unavailable database is one of them. */
export async function readMetrics(deps: MetricsDeps): Promise<string> {
  const { requestMetrics, processWatch, database } = deps;
  const mails = await readWithin(databaseLimitMs, readQueuedMails(database)).catch(() => null);
  const readOnly = await readWithin(databaseLimitMs, readOnlyReason(database)).catch(() => null);
  return metricText([
    requestMetrics.requests,
    ...requestMetrics.metrics(),
    ...databaseMetrics(deps, mails !== null),
    gauge(
      "mosdo_database_read_only",
      "Whether the database takes no writes, as a standby or one whose disk is full.",
      readOnly === null ? 0 : 1,
    ),
    ...indexMetrics(deps),
    ...mailMetrics(mails),
    ...(await surroundingMetrics(deps)),
    ...processWatch.metrics(),
    gauge("mosdo_build_info", "Versions of the product and of Node.js; always 1.", [
      { labels: { version: deps.version, node_version: process.version }, value: 1 },
    ]),
  ]);
}

/** Label of the database, for monitoring systems. */
const server = "primary";

function databaseMetrics({ pool: { counts } }: MetricsDeps, isUp: boolean): Metric[] {
  return [
    gauge("mosdo_database_up", "Whether the database answers.", [
      { labels: { server }, value: isUp ? 1 : 0 },
    ]),
    gauge("mosdo_database_connections", "Open connections to the database.", [
      { labels: { server, state: "idle" }, value: counts.idle },
      { labels: { server, state: "used" }, value: counts.open - counts.idle },
    ]),
    gauge("mosdo_database_waiting", "Work that waits for a connection.", [
      { labels: { server }, value: counts.queued },
    ]),
  ];
}

function indexMetrics({ placeIndex, feed, sinceChangeMs }: MetricsDeps): Metric[] {
  return [
    gauge("mosdo_index_places", "Places of the place index.", placeIndex.size),
    gauge(
      "mosdo_index_schedules",
      "Distinct opening hours of the place index.",
      placeIndex.scheduleCount,
    ),
    gauge(
      "mosdo_index_age_seconds",
      "Time since the place index was last known to agree with the database.",
      feed.ageMs() / 1000,
    ),
    gauge(
      "mosdo_index_change_age_seconds",
      "Time since a place has last changed, or since the start.",
      sinceChangeMs() / 1000,
    ),
  ];
}

/** @param mails null while the database is unavailable */
function mailMetrics(mails: QueuedMails | null): Metric[] {
  return [
    gauge(
      "mosdo_mail_queue_waiting",
      "Mails that wait to be handed over.",
      mails ? [{ value: mails.count }] : [],
    ),
    gauge(
      "mosdo_mail_queue_oldest_seconds",
      "Age of the mail that has waited longest.",
      mails ? [{ value: mails.oldestSeconds }] : [],
    ),
  ];
}

async function surroundingMetrics({ config }: MetricsDeps): Promise<Metric[]> {
  const disk = await readDisk(config.dataDirectory);
  const { backupDirectory } = config;
  const backup =
    backupDirectory === null ? null : (readLastBackup(backupDirectory)?.getTime() ?? 0);
  return [
    gauge(
      "mosdo_disk_free_bytes",
      "Free space on the disk of the data directory.",
      disk ? [{ value: disk.freeBytes }] : [],
    ),
    gauge(
      "mosdo_last_backup_timestamp_seconds",
      "Time of the last backup in BACKUP_DIR since 1970; 0 without any. None where it is not set.",
      backup === null ? [] : [{ value: backup / 1000 }],
    ),
  ];
}

/** Space of a disk for an ordinary user. */
export interface DiskSpace {
  readonly freeBytes: number;
  readonly totalBytes: number;
}

/** Space of a folder's disk; null where the system does not report it. */
export async function readDisk(directory: string): Promise<DiskSpace | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(directory);
    return { freeBytes: bavail * bsize, totalBytes: blocks * bsize };
  } catch {
    return null;
  }
}

/** Time of the last backup in a folder; null without any, and for an unreadable folder. */
export function readLastBackup(directory: string): Date | null {
  try {
    const name = findBackups(directory).at(-1);
    return name === undefined ? null : instantOfName(name);
  } catch {
    return null;
  }
}
