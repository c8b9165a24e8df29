import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { CommandError } from "./command.ts";
import { readImportCommand } from "./read-import-command.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-command-"));
const files = ["town.json", "land.osm.pbf", "day.osc.gz", "users.json", "places.csv", "hash.csv"];
beforeAll(() => {
  for (const name of files) {
    writeFileSync(join(folder, name), name.startsWith("land") ? "<osm/>" : "{}");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const read = (line: string) => readImportCommand(line.split(" ").filter(Boolean), folder);

/** Lines of the error message. */
function linesOf(line: string): readonly string[] {
  try {
    read(line);
  } catch (error) {
    if (error instanceof CommandError) return error.lines;
  }
  throw new Error(`${line} is a command`);
}

describe("readImportCommand", () => {
  it("resolves files against the folder of the call", () => {
    expect(read("town.json --report out/report.json --country at")).toEqual({
      ...{ kind: "import", path: at("town.json"), country: "AT", takesOlder: false },
      reportPath: at("out/report.json"),
      isQuiet: false,
    });
    expect(read("town.json --quiet")).toMatchObject({ isQuiet: true });
    expect(read("land.osm.pbf --older")).toMatchObject({ kind: "import", takesOlder: true });
    expect(read("day.osc.gz --extract land")).toEqual({
      ...{ kind: "changes", paths: [at("day.osc.gz")], extract: "land" },
      ...{ country: null, reportPath: null, isQuiet: false },
    });
    expect(read("day.osc.gz day.osc.gz --quiet")).toMatchObject({
      ...{ kind: "changes", paths: [at("day.osc.gz"), at("day.osc.gz")], extract: null },
      isQuiet: true,
    });
    expect(read("--remove-samples")).toEqual({ kind: "remove-samples" });
    expect(read("--users users.json --dry-run")).toMatchObject({
      ...{ kind: "migrate-firebase", places: null, users: at("users.json"), isDryRun: true },
      ...{ source: "original", passwordParameters: null },
    });
  });

  it.each([
    "",
    "town.json --remove-samples",
    "town.json land.osm.pbf",
    "day.osc.gz --older",
    "town.json --older",
    "day.osc.gz land.osm.pbf",
    "land.osm.pbf --extract land",
    "day.osc.gz --source x",
    "town.json --country HUN",
    "town.json --source x",
    "--users users.json --country HU",
  ])("prints its usage for '%s'", (line) => {
    expect(linesOf(line)).toEqual([expect.stringMatching(/^usage: npm run import/)]);
  });

  it.each([
    ["--users places.csv", /^places\.csv: only \.json, /],
    [
      "--users users.json --users-hash hash.csv",
      /^hash\.csv: only \.txt, \.json are understood here\.$/,
    ],
    ["town.json --unknown", /--unknown/],
  ])("reports the error in '%s', and its usage", (line, error) => {
    expect(linesOf(line)).toEqual([
      expect.stringMatching(error),
      expect.stringMatching(/^usage: npm run import/),
    ]);
  });

  it("reports a missing file", () => {
    expect(linesOf("none.json")).toEqual(["none.json does not exist."]);
  });
});
