/** Sources of search, directions and base map. */
export type MapLevel = "embedded" | "open" | "local" | "mapbox";

/** Outcomes of a mail that was not handed over; `refused` and `late` mails are given up. */
export type MailTroubleKind = "postponed" | "refused" | "late";

/** What is counted of the use, without persons (docs/product#usage-without-persons). */
export const usageKinds = ["page-view", "empty-search", "nearest"] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Use on one day (UTC). */
export interface UsageDay {
  /** ISO 8601 date. */
  readonly day: string;
  readonly counts: Readonly<Record<UsageKind, number>>;
}

/** Days of the status page's table, today included. */
export const usageDays = 30;

/** Server and database as the status page shows them; instants are ISO 8601. */
export interface OperatingStatus {
  readonly now: string;
  readonly versions: {
    readonly product: string;
    readonly node: string;
    /** Null while the database is away. */
    readonly postgres: string | null;
  };
  readonly startedAt: string;
  readonly memoryBytes: number;
  readonly database: {
    /** Null while it is away. */
    readonly sizeBytes: number | null;
    /** Whether it runs in the data directory. */
    readonly isEmbedded: boolean;
  };
  readonly connections: {
    readonly open: number;
    readonly idle: number;
    /** Work that waits for a connection. */
    readonly waiting: number;
  };
  readonly index: {
    readonly places: number;
    readonly schedules: number;
    /** Time since it was last known to agree with the database. */
    readonly ageSeconds: number;
    /** Time of the last change, or of the start. */
    readonly changedAt: string;
  };
  readonly mails: {
    /** Null while the database is away. */
    readonly waiting: number | null;
    readonly oldestSeconds: number;
    /** Last mail that this process could not hand over. */
    readonly lastTrouble: { readonly at: string; readonly kind: MailTroubleKind } | null;
    /** Whether a mail server is set. */
    readonly hasServer: boolean;
  };
  readonly map: {
    /** Level that is asked first. */
    readonly level: MapLevel;
    /** Host of the base map; null where this server has it. */
    readonly baseMapHost: string | null;
    readonly extracts: readonly {
      readonly name: string;
      /** Time at which the data left OpenStreetMap; null where the file does not say it. */
      readonly dataAt: string | null;
      readonly importedAt: string;
    }[];
  };
  /** Disk of the data directory; null where it cannot be read. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** Backups in `BACKUP_DIR`; null where that is not set. */
  readonly backup: { /** Null without any. */ readonly lastAt: string | null } | null;
  /** Numbers of what browsers reported to this process in the last 24 hours; null where that is off. */
  readonly browserReports: { readonly error: number; readonly policy: number } | null;
  /** Oldest day first; days without any use are left out. */
  readonly usage: readonly UsageDay[];
  /** Whether visitors come by another address than this machine's, so that mails matter to them. */
  readonly isPublic: boolean;
}

/** Troubles that the operator can mend, the worst first. */
const troubles = [
  "databaseAway",
  "indexBehind",
  "diskLow",
  "mailsGivenUp",
  "mailsWaiting",
  "backupOld",
  "mailsNotSent",
  "backupsOff",
] as const;
export type Trouble = (typeof troubles)[number];

/** Age from which the place index is behind: `/readyz` fails then too. */
const indexLimitSeconds = 30;
/** Free space below which the disk is nearly full: an import of a country needs as much. */
const diskLimitBytes = 1024 ** 3;
/** Wait from which a mail is stuck: four attempts have failed by then. */
const mailLimitSeconds = 10 * 60;
/** Age from which the last backup is too old: one a day is taken (docs/product#kept-backups). */
const backupLimitMs = 36 * 60 * 60 * 1000;
/** Time for which a mail that was given up is shown. */
const givenUpShownMs = 24 * 60 * 60 * 1000;

/** What the operator should look at, the worst first; each has words that say what to do. */
export function troublesOf(status: OperatingStatus): Trouble[] {
  const { database, index, disk, mails, backup, now, isPublic } = status;
  const { lastTrouble } = mails;
  const sinceTroubleMs = lastTrouble ? Date.parse(now) - Date.parse(lastTrouble.at) : Infinity;
  const backedUpMs = backup?.lastAt ? Date.parse(backup.lastAt) : -Infinity;
  const holds: Readonly<Record<Trouble, boolean>> = {
    databaseAway: database.sizeBytes === null,
    indexBehind: index.ageSeconds > indexLimitSeconds,
    diskLow: disk !== null && disk.freeBytes < diskLimitBytes,
    mailsGivenUp: lastTrouble?.kind !== "postponed" && sinceTroubleMs <= givenUpShownMs,
    mailsWaiting: (mails.waiting ?? 0) > 0 && mails.oldestSeconds > mailLimitSeconds,
    backupOld: backup !== null && Date.parse(now) - backedUpMs > backupLimitMs,
    mailsNotSent: isPublic && !mails.hasServer,
    // Of a database of their own, operators take care in ways that this server does not see.
    backupsOff: isPublic && database.isEmbedded && backup === null,
  };
  return troubles.filter((trouble) => holds[trouble]);
}
