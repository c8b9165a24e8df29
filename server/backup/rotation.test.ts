import { mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import {
  instantOfName,
  manifestFile,
  manifestSumFile,
  nameOfBackup,
  sumLine,
} from "./backup-format.ts";
import { chooseRetained, findBackups, removeOldBackups } from "./rotation.ts";

const at = (time: string) => new Date(`2026-${time}Z`);
const retained = (...times: string[]) =>
  chooseRetained(times.map(at)).map((instant) => instant.toISOString().slice(5, 16));

/** One backup each night of a number of days, up to a day. */
function nightsUpTo(last: Date, count: number): Date[] {
  return Array.from({ length: count }, (_, ago) => new Date(last.getTime() - ago * 86_400_000));
}

describe("retained backups", () => {
  test("are none of none, and a single one of any age", () => {
    expect(chooseRetained([])).toEqual([]);
    expect(retained("01-01T00:00")).toEqual(["01-01T00:00"]);
  });

  test("are the last one of a day, from midnight to midnight in UTC", () => {
    expect(retained("11-23T00:00:00", "11-23T12:00:00", "11-23T23:59:59")).toEqual(["11-23T23:59"]);
    expect(retained("11-23T23:59:59", "11-24T00:00:00")).toEqual(["11-24T00:00", "11-23T23:59"]);
  });

  test("are the last 7 days, and the last day of each of the last 4 weeks, from Monday", () => {
    // 22 November 2026 is a Sunday.
    expect(
      chooseRetained(nightsUpTo(at("11-22T03:00"), 60)).map((day) =>
        day.toISOString().slice(5, 10),
      ),
    ).toEqual([
      "11-22",
      "11-21",
      "11-20",
      "11-19",
      "11-18",
      "11-17",
      "11-16",
      "11-15",
      "11-08",
      "11-01",
    ]);
    // On Monday the new week is one of the four.
    expect(
      chooseRetained(nightsUpTo(at("11-23T03:00"), 60)).map((day) =>
        day.toISOString().slice(5, 10),
      ),
    ).toEqual(["11-23", "11-22", "11-21", "11-20", "11-19", "11-18", "11-17", "11-15", "11-08"]);
  });

  test("include an eighth day only where it is the last of its week", () => {
    const week = ["11-16", "11-17", "11-18", "11-19", "11-20", "11-21", "11-22"];
    expect(retained("11-15T03:00", ...week.map((day) => `${day}T03:00`))).toHaveLength(8);
    expect(
      retained("11-14T03:00", "11-15T03:00", ...week.map((day) => `${day}T03:00`)),
    ).toHaveLength(8);
  });

  test("do not count days and weeks without a backup", () => {
    const sparse = ["01-01", "02-01", "03-01", "04-01", "05-01", "06-01", "07-01", "08-01"];
    const times = sparse.map((day) => `${day}T03:00`);
    expect(retained(...times)).toEqual(times.slice(1).reverse());
  });

  test("stay the same night after night: a retained one stays until it is too old", () => {
    let stock: Date[] = [];
    for (const night of nightsUpTo(at("11-22T03:00"), 100).reverse()) {
      stock = chooseRetained([...stock, night]);
      expect(stock[0]).toEqual(night);
    }
    expect(stock).toEqual(chooseRetained(nightsUpTo(at("11-22T03:00"), 100)));
  });
});

test.each([
  ["mosdo-2026-11-23T08-00-00Z", "2026-11-23T08:00:00.000Z"],
  ["mosdo-2026-02-29T08-00-00Z", null],
  ["mosdo-2026-11-23T24-00-00Z", null],
  ["mosdo-2026-11-23T08-00-00Z.partial", null],
  ["mosdo-2026-11-23T08-00-00", null],
  ["Mosdo-2026-11-23T08-00-00Z", null],
  ["mosdo-2026-11-23T08-00-00Z ", null],
])("the instant in the name %j is %s", (name, instant) => {
  expect(instantOfName(name)?.toISOString() ?? null).toBe(instant);
});

describe("old backups in a folder", () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), "mosdo-rotation-"));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  function makeBackup(taken: Date, { name = nameOfBackup(taken) } = {}): string {
    mkdirSync(join(directory, name));
    const manifest = Buffer.from(
      JSON.stringify({
        ...{ format: 1, product: "0.1.0", postgres: "18.4", takenAt: taken.toISOString() },
        ...{ migrations: [], tables: [], identities: [], secret: null },
      }),
    );
    writeFileSync(join(directory, name, manifestFile), manifest);
    writeFileSync(join(directory, name, manifestSumFile), sumLine(manifest));
    return name;
  }

  test("are found and removed only where they can be read and have names of ours", async () => {
    const days = nightsUpTo(at("11-22T03:00:00.999"), 12);
    const names = days.map((taken) => makeBackup(taken)).reverse();
    const damaged = makeBackup(at("09-01T03:00"));
    writeFileSync(join(directory, damaged, manifestFile), "{}");
    const strange = [
      damaged,
      makeBackup(at("09-02T03:00"), { name: "mosdo-2026-09-03T03-00-00Z" }),
      makeBackup(at("09-04T03:00"), { name: "mosdo-2026-09-04T03-00-00Z.old" }),
      "mosdo-2026-09-05T03-00-00Z",
      "mosdo-2026-09-06T03-00-00Z",
      makeBackup(at("09-06T03:00"), { name: "elsewhere" }),
    ];
    mkdirSync(join(directory, strange[3]));
    symlinkSync(join(directory, strange[5]), join(directory, strange[4]));
    expect(findBackups(directory)).toEqual(names);
    expect(await removeOldBackups(directory)).toEqual(names.slice(0, 4));
    expect(readdirSync(directory).sort()).toEqual([...strange, ...names.slice(4)].sort());
    expect(await removeOldBackups(directory)).toEqual([]);
  });
});
