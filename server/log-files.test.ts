import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pino } from "pino";
import { afterEach, beforeEach, expect, test } from "vitest";
import { LogFiles } from "./logs.ts";

let directory: string;
let now: Date;

beforeEach(() => {
  directory = join(mkdtempSync(join(tmpdir(), "mosdo-logs-")), "logs");
  now = new Date("2026-11-23T12:00:00Z");
});
afterEach(() => rmSync(join(directory, ".."), { recursive: true, force: true }));

const open = (days: number | null) =>
  new LogFiles({ directory, days, now: () => now, minLength: 0 });
const textOf = (day: string) => readFileSync(join(directory, `mosdo-${day}.log`), "utf8");

test("writes to the file of the day, and goes on in one that is there", () => {
  pino({}, open(30).lines).info("first");
  const files = open(30);
  const log = pino({}, files.lines);
  log.info("second");
  expect(textOf("2026-11-23")).toMatch(/first.*\n.*second.*\n$/);
  now = new Date("2026-11-23T23:59:59.999Z");
  files.rotate();
  log.info("third");
  now = new Date("2026-11-24T00:00:00Z");
  files.rotate();
  log.info("fourth");
  expect(textOf("2026-11-23")).toMatch(/third.*\n$/);
  expect(textOf("2026-11-24")).toMatch(/^[^\n]*fourth.*\n$/);
});

test("removes a file when its days are over, at the start and as days turn, and no other file", () => {
  open(null);
  for (const name of ["mosdo-2026-11-20.log", "mosdo-2026-11-21.log", "mosdo-2020-01-01.txt"]) {
    writeFileSync(join(directory, name), "");
  }
  const names = () => readdirSync(directory).toSorted();
  open(null);
  expect(names()).toHaveLength(4);
  const files = open(2);
  const remaining = ["mosdo-2020-01-01.txt", "mosdo-2026-11-21.log", "mosdo-2026-11-23.log"];
  expect(names()).toEqual(remaining);
  now = new Date("2026-11-23T23:59:59.999Z");
  files.rotate();
  expect(names()).toEqual(remaining);
  now = new Date("2026-11-24T00:00:00Z");
  files.rotate();
  expect(names()).toEqual(["mosdo-2020-01-01.txt", "mosdo-2026-11-23.log", "mosdo-2026-11-24.log"]);
});

test("reports that the folder cannot be created", () => {
  writeFileSync(join(directory, "..", "file"), "");
  directory = join(directory, "..", "file", "logs");
  expect(() => open(30)).toThrow(/ENOTDIR/);
});
