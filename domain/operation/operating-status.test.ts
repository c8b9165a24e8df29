import { describe, expect, it } from "vitest";
import { type OperatingStatus, type Trouble, troublesOf } from "./operating-status.ts";

const well: OperatingStatus = {
  now: "2026-06-10T10:00:00.000Z",
  versions: { product: "1.0.0", node: "v24.0.0", postgres: "18.1" },
  startedAt: "2026-06-10T09:00:00.000Z",
  memoryBytes: 150e6,
  database: { sizeBytes: 20e6, isEmbedded: true },
  connections: { open: 2, idle: 1, queued: 0 },
  index: { places: 62, schedules: 12, ageSeconds: 1, changedAt: "2026-06-10T09:00:00.000Z" },
  mails: { queued: 0, oldestSeconds: 0, lastTrouble: null, hasServer: true },
  map: { provider: "embedded", baseMapHost: null, hasRoutes: false, extracts: [] },
  disk: { freeBytes: 50e9, totalBytes: 100e9 },
  lists: [],
  backup: { lastAt: "2026-06-10T00:00:00.000Z" },
  browserReports: null,
  ...{ usage: [], completeness: [], unknownPlaces: [] },
};

const index = (ageSeconds: number) => ({ index: { ...well.index, ageSeconds } });
const disk = (freeBytes: number) => ({ disk: { freeBytes, totalBytes: 100e9 } });
const mails = (change: Partial<OperatingStatus["mails"]>) => ({
  mails: { ...well.mails, ...change },
});
const gaveUp = (kind: "postponed" | "refused" | "late", at: string) =>
  mails({ lastTrouble: { at, kind } });

const list = (change: Partial<OperatingStatus["lists"][0]>) => ({
  lists: [{ title: "Pest", checkedAt: null, failure: null, waitingImport: null, ...change }],
});

describe("troublesOf", () => {
  it.each<[string, Partial<OperatingStatus>, Trouble[]]>([
    ["nothing", {}, []],
    [
      "a database that is away",
      { database: { sizeBytes: null, isEmbedded: true } },
      ["databaseAway"],
    ],
    ["an index of 30 s", index(30), []],
    ["an index of more", index(30.1), ["indexBehind"]],
    ["a gibibyte of free disk", disk(1024 ** 3), []],
    ["less of it", disk(1024 ** 3 - 1), ["diskLow"]],
    ["an unknown disk", { disk: null }, []],
    ["a mail of ten minutes", mails({ queued: 1, oldestSeconds: 600 }), []],
    ["an older one", mails({ queued: 1, oldestSeconds: 600.1 }), ["mailsWaiting"]],
    ["an unknown queue", mails({ queued: null, oldestSeconds: 700 }), []],
    ["a mail refused a day ago", gaveUp("refused", "2026-06-09T10:00:00.000Z"), ["mailsGivenUp"]],
    ["a mail refused before that", gaveUp("refused", "2026-06-09T09:59:59.999Z"), []],
    ["a mail given up late", gaveUp("late", "2026-06-10T10:00:00.000Z"), ["mailsGivenUp"]],
    ["a mail to be tried again", gaveUp("postponed", "2026-06-10T10:00:00.000Z"), []],
    ["a backup of 36 hours", { backup: { lastAt: "2026-06-08T22:00:00.000Z" } }, []],
    ["an older backup", { backup: { lastAt: "2026-06-08T21:59:59.999Z" } }, ["backupOld"]],
    ["a folder without a backup", { backup: { lastAt: null } }, ["backupOld"]],
    ["a list that is read", list({}), []],
    ["one that is not", list({ failure: { code: "unreachable" } }), ["listsFailed"]],
    ["one that waits", list({ waitingImport: 1 }), ["listsWaiting"]],
    ["no mail server", mails({ hasServer: false }), ["mailsNotSent"]],
    ["no backups", { backup: null }, ["backupsOff"]],
    [
      "none with an external database",
      { backup: null, database: { sizeBytes: 20e6, isEmbedded: false } },
      [],
    ],
    [
      "a fresh start",
      { ...mails({ hasServer: false }), backup: null },
      ["mailsNotSent", "backupsOff"],
    ],
    ["the worst first", { ...index(31), ...disk(0) }, ["indexBehind", "diskLow"]],
  ])("%s", (_name, change, expected) => {
    expect(troublesOf({ ...well, ...change })).toEqual(expected);
  });
});
