import type { PlaceFacts } from "#domain/place/place-facts.ts";
import type { ListFault } from "#domain/source-list/list-fault.ts";

/** Providers of search, directions and base map. */
export type MapProvider = "embedded" | "open" | "local" | "mapbox";

/** Outcomes of a mail that could not be delivered; `refused` and `late` mails are given up. */
export type MailTroubleKind = "postponed" | "refused" | "late";

/** Kinds of usage that are counted, without personal data (docs/product#usage-statistics). */
export const usageKinds = ["page-view", "empty-search", "nearest"] as const;
export type UsageKind = (typeof usageKinds)[number];

/** Usage on one day (UTC). */
export interface UsageDay {
  /** ISO 8601 date. */
  readonly day: string;
  readonly counts: Readonly<Record<UsageKind, number>>;
}

/** Number of days in the status page's table, today included. */
export const usageDays = 30;

/** Number of places of which hours, price and access are known, in a week (docs/product#what-is-known). */
export interface CompletenessWeek {
  /** Its Monday, an ISO 8601 date. */
  readonly week: string;
  readonly places: number;
  readonly hours: number;
  readonly price: number;
  readonly access: number;
}

/** Place that is looked at and of which something is not known. */
export interface UnknownPlace {
  readonly id: number;
  readonly country: string;
  readonly city: string;
  readonly address: string;
  readonly comments: string;
  readonly facts: PlaceFacts;
  readonly longitude: number;
  readonly latitude: number;
  /** In the last weeks. */
  readonly views: number;
  readonly has_hours: boolean;
  readonly has_price: boolean;
  readonly has_access: boolean;
}

/** Status of server and database for the status page; instants are ISO 8601. */
export interface OperatingStatus {
  readonly now: string;
  readonly versions: {
    readonly product: string;
    readonly node: string;
    /** Null while the database is unavailable. */
    readonly postgres: string | null;
  };
  readonly startedAt: string;
  readonly memoryBytes: number;
  readonly database: {
    /** Null while it is unavailable. */
    readonly sizeBytes: number | null;
    /** Whether it runs in the data directory. */
    readonly isEmbedded: boolean;
  };
  readonly connections: {
    readonly open: number;
    readonly idle: number;
    /** Number of tasks queued for a connection. */
    readonly queued: number;
  };
  readonly index: {
    readonly places: number;
    readonly schedules: number;
    /** Time since it was last known to be in sync with the database. */
    readonly ageSeconds: number;
    /** Time of the last change, or of the start. */
    readonly changedAt: string;
  };
  readonly mails: {
    /** Null while the database is unavailable. */
    readonly queued: number | null;
    readonly oldestSeconds: number;
    /** Last mail that this process could not deliver. */
    readonly lastTrouble: { readonly at: string; readonly kind: MailTroubleKind } | null;
    /** Whether a mail server is configured. */
    readonly hasServer: boolean;
  };
  readonly map: {
    /** First provider of the fallback chain. */
    readonly provider: MapProvider;
    /** Host of the base map; null where this server delivers it. */
    readonly baseMapHost: string | null;
    /** Whether the way on foot is a route; else it is a straight line. */
    readonly hasRoutes: boolean;
    readonly extracts: readonly {
      readonly name: string;
      /** Time of the data in OpenStreetMap; null where the file does not contain it. */
      readonly dataAt: string | null;
      readonly importedAt: string;
    }[];
  };
  /** Source lists that are read from an address each night, or that wait for the administrator. */
  readonly lists: readonly {
    readonly title: string;
    /** Time of the last read; null before the first, and without an address. */
    readonly checkedAt: string | null;
    /** Why that failed; null where it did not. */
    readonly failure: ListFault | null;
    /** Id of an import that waits, since it lacks many places; null without one. */
    readonly waitingImport: number | null;
  }[];
  /** Disk of the data directory; null where it cannot be read. */
  readonly disk: { readonly freeBytes: number; readonly totalBytes: number } | null;
  /** Backups in `BACKUP_DIR`; null without that setting. */
  readonly backup: { /** Null without any. */ readonly lastAt: string | null } | null;
  /** Number of browsers' reports to this process in the last 24 hours; null where reports are off. */
  readonly browserReports: { readonly error: number; readonly policy: number } | null;
  /** Oldest day first; days without usage are left out. */
  readonly usage: readonly UsageDay[];
  /** Oldest week first. */
  readonly completeness: readonly CompletenessWeek[];
  /** In the order of a walk. */
  readonly unknownPlaces: readonly UnknownPlace[];
}

/** Troubles that the operator can fix, the worst first. */
const troubles = [
  "databaseAway",
  "indexBehind",
  "diskLow",
  "mailsGivenUp",
  "mailsWaiting",
  "backupOld",
  "listsFailed",
  "listsWaiting",
  "mailsNotSent",
  "backupsOff",
] as const;
export type Trouble = (typeof troubles)[number];

/** Command that sets up what is missing, for the troubles of a server that is not set up yet. */
export const setupCommands: Readonly<Partial<Record<Trouble, string>>> = {
  mailsNotSent: "echo 'SMTP_URL=smtps://user:password@mail.example' >> .env",
  backupsOff: "echo 'BACKUP_DIR=/srv/backups' >> .env",
};

/** Age from which the place index is behind; `/readyz` fails then too. */
const indexLimitSeconds = 30;
/** Free space below which the disk counts as nearly full: the import of a country needs as much. */
const diskLimitBytes = 1024 ** 3;
/** Age from which a queued mail is stuck: four attempts have failed by then. */
const mailLimitSeconds = 10 * 60;
/** Age from which the last backup is too old; there is one a day (docs/product#backup-rotation). */
const backupLimitMs = 36 * 60 * 60 * 1000;
/** Time for which the failure of a mail is shown. */
const givenUpShownMs = 24 * 60 * 60 * 1000;

/** Present troubles, the worst first; the status page has instructions for each. */
export function troublesOf(status: OperatingStatus): Trouble[] {
  const { database, index, disk, mails, backup, lists, now } = status;
  const { lastTrouble } = mails;
  const sinceTroubleMs = lastTrouble ? Date.parse(now) - Date.parse(lastTrouble.at) : Infinity;
  const backedUpMs = backup?.lastAt ? Date.parse(backup.lastAt) : -Infinity;
  const applies: Readonly<Record<Trouble, boolean>> = {
    databaseAway: database.sizeBytes === null,
    indexBehind: index.ageSeconds > indexLimitSeconds,
    diskLow: disk !== null && disk.freeBytes < diskLimitBytes,
    mailsGivenUp: lastTrouble?.kind !== "postponed" && sinceTroubleMs <= givenUpShownMs,
    mailsWaiting: (mails.queued ?? 0) > 0 && mails.oldestSeconds > mailLimitSeconds,
    backupOld: backup !== null && Date.parse(now) - backedUpMs > backupLimitMs,
    listsFailed: lists.some(({ failure }) => failure !== null),
    listsWaiting: lists.some(({ waitingImport }) => waitingImport !== null),
    mailsNotSent: !mails.hasServer,
    // An external database has backups of its own, which this server cannot see.
    backupsOff: database.isEmbedded && backup === null,
  };
  return troubles.filter((trouble) => applies[trouble]);
}
