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
    const xml = name.startsWith("day") ? "<osmChange/>" : "<osm/>";
    writeFileSync(join(folder, name), /^(day|land)/.test(name) ? xml : "{}");
  }
});
afterAll(() => rmSync(folder, { recursive: true }));

const at = (name: string) => join(folder, name);
const read = (line: string) => readImportCommand(line.split(" ").filter(Boolean), folder);

/** Lines of the error message. */
async function linesOf(line: string): Promise<readonly string[]> {
  try {
    await read(line);
  } catch (error) {
    if (error instanceof CommandError) return error.lines;
  }
  throw new Error(`${line} is a command`);
}

describe("readImportCommand", () => {
  it("resolves files against the folder of the call", async () => {
    expect(await read("town.json --report out/report.json --country at")).toEqual({
      ...{ kind: "import", path: at("town.json"), country: "AT", takesOlder: false },
      hasChangesApplied: false,
      reportPath: at("out/report.json"),
      isQuiet: false,
    });
    expect(await read("town.json --quiet")).toMatchObject({ isQuiet: true });
    expect(await read("land.osm.pbf --older")).toMatchObject({ kind: "import", takesOlder: true });
    expect(await read("land.osm.pbf --changes-applied")).toMatchObject({
      ...{ takesOlder: false, hasChangesApplied: true },
    });
    expect(await read("--remove-samples")).toEqual({ kind: "remove-samples" });
    expect(await read("--users users.json --dry-run")).toMatchObject({
      ...{ kind: "migrate-firebase", places: null, users: at("users.json"), isDryRun: true },
      ...{ source: "original", passwordParameters: null },
    });
  });

  it.each([
    "",
    "town.json --remove-samples",
    "town.json land.osm.pbf",
    "town.json --older",
    "town.json --changes-applied",
    "town.json --country HUN",
    "town.json --source x",
    "--users users.json --country HU",
  ])("prints its usage for '%s'", async (line) => {
    expect(await linesOf(line)).toEqual([expect.stringMatching(/^usage: npm run import/)]);
  });

  it.each([
    ["--users places.csv", /^places\.csv: only \.json, /],
    [
      "--users users.json --users-hash hash.csv",
      /^hash\.csv: only \.txt, \.json are understood here\.$/,
    ],
    ["town.json --unknown", /--unknown/],
    ["land.osm.pbf --dry-run", /^--dry-run is for lists/],
  ])("reports the error in '%s', and its usage", async (line, error) => {
    expect(await linesOf(line)).toEqual([
      expect.stringMatching(error),
      expect.stringMatching(/^usage: npm run import/),
    ]);
  });

  it.each(["--help", "-h", "land.osm.pbf --help"])(
    "explains every option for '%s'",
    async (line) => {
      const options = ["older", "changes-applied", "country", "report", "quiet", "map", "dry-run"];
      options.push("users", "users-hash", "source", "remove-samples");
      for (const option of options) {
        await expect(read(line)).rejects.toThrow(new RegExp(`--${option} `));
      }
    },
  );

  it("names the script for change files", async () => {
    expect(await linesOf("day.osc.gz --quiet")).toEqual([
      expect.stringMatching(
        /day\.osc\.gz cannot be imported\. It is a change file: deploy\/.*osmium/,
      ),
      "Nothing has been changed.",
    ]);
  });

  it("reports a missing file", async () => {
    expect(await linesOf("none.json")).toEqual(["none.json does not exist."]);
  });
});
