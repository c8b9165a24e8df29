import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { whileNoOtherImports } from "#server/import/import-file.ts";
import { addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { hungarianExtract, street } from "#tests/support/map-data/hungarian-extract.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { operate, urlOf } from "./command.fixture.ts";
import type { Command } from "./command.ts";
import { extracts as runExtracts } from "./extracts.ts";
import { runImport } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-extracts-"));
const dataDirectory = join(folder, "data");
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on the test's own database and data directory, as an operator does. */
const operateOn = (db: TestDatabase, command: Command, ...args: string[]) =>
  operate(command, { DATABASE_URL: urlOf(db), DATA_DIR: dataDirectory }, ...args);

test("lists the imported extracts, and removes one of them and then the other", async () => {
  await using db = await createTestDatabase();
  const extracts = (...args: string[]) => operateOn(db, runExtracts, ...args);
  expect(await extracts()).toMatchObject({
    code: 0,
    stdout: "No extract is imported. npm run import -- FILE.osm.pbf brings one in.\n",
  });
  for (const name of ["hungary-latest", "pest-260102"]) {
    const path = join(folder, `${name}.osm.pbf`);
    writeFileSync(path, writeOsmPbf(hungarianExtract));
    const { code, stdout } = await operateOn(db, runImport, path);
    expect(code, stdout).toBe(0);
  }

  const listed = await extracts();
  expect(listed.stdout.match(/^\S.*$/gm)).toEqual(["hungary", "pest"]);
  expect(listed.stdout).toMatch(
    /^hungary\n {2}data of {5}2026-01-02 00:00 UTC\n {2}imported {4}\d{4}-\d\d-\d\d \d\d:\d\d UTC\n {2}search {6}7 settlements, 14 streets, 8 addresses\n {2}places {6}0\n {2}file {8}0\.0 MB\n {2}street map {2}yes\n {2}ways {8}(yes|no: no router is installed\..*)\n/,
  );

  const unknown = await extracts("remove", "hungry");
  expect(unknown).toMatchObject({ code: 1, stdout: "" });
  expect(unknown.stderr).toContain("No extract has the name hungry.");
  expect(unknown.stderr).toContain("There are: hungary, pest.");

  const removed = await extracts("remove", "hungary");
  expect(removed.code).toBe(0);
  expect(removed.stdout).toContain("hungary is out of the search, and its file is removed.");
  expect(removed.stdout).toContain("The places that it brought stay.");
  expect(removed.stdout).toContain("Street map: made of pest, and in use.");
  expect((await extracts()).stdout.match(/^\S.*$/gm)).toEqual(["pest"]);

  const last = await extracts("remove", "pest");
  expect(last.stdout).toContain("Street map: removed, for no extract is left.");
  expect(readdirSync(join(dataDirectory, "extracts"))).toEqual([]);
  expect(existsSync(join(dataDirectory, "street-map"))).toBe(false);
  const gone = await extracts("remove", "pest");
  expect(gone).toMatchObject({ code: 1, stderr: expect.stringContaining("None is imported.") });
});

test("removes the places of an extract that nobody has touched, on demand", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const extracts = (...args: string[]) => operateOn(db, runExtracts, ...args);
  const path = join(folder, "town.osm.pbf");
  const toilet = { amenity: "toilets" };
  // The builder of walking tiles refuses a file without ways.
  const { nodes, ways } = street(10, [19.05, 47.5], "Fő utca");
  const toilets = {
    1: [19.05, 47.5, toilet],
    2: [19.06, 47.51, toilet],
    3: [19.07, 47.52, toilet],
  } as const;
  writeFileSync(path, writeOsmPbf({ nodes: { ...nodes, ...toilets }, ways }));
  expect((await operateOn(db, runImport, path, "--country", "HU")).code).toBe(0);
  const listed = (await extracts()).stdout;
  expect(listed).toContain("  places      3\n");
  expect(listed).not.toContain("in no file");
  const idOf = async (osmId: string) =>
    (
      await database
        .selectFrom("place")
        .select("id")
        .where("osm_id", "=", osmId)
        .executeTakeFirstOrThrow()
    ).id;
  await addReviews(database, await idOf("node/2"), [3]);

  const first = await extracts("remove", "town");
  expect(first.stdout).toContain("The places that it brought stay.\n  There are 3.");
  const second = await extracts("remove", "town", "--places");
  expect(second.stdout).toContain("Places: 2 removed");
  expect(second.stdout).toContain("  1 stay:");
  const rows = await database
    .selectFrom("place")
    .select(["osm_id", "deleted_by_import"])
    .where("deleted_at", "is not", null)
    .orderBy("id")
    .execute();
  expect(rows).toEqual([
    { osm_id: "node/1", deleted_by_import: true },
    { osm_id: "node/3", deleted_by_import: true },
  ]);
  expect((await extracts()).stdout).toContain("\n\n  Places in no file any more: 1 (1 of town).\n");

  // A file that has them brings them back.
  const again = await operateOn(db, runImport, path, "--country", "HU");
  expect(again.code, again.stdout).toBe(0);
  const { rows: left } =
    await sql`select from place where deleted_at is null and osm_id like 'node/%'`.execute(
      database,
    );
  expect(left).toHaveLength(3);
  expect((await extracts()).stdout).not.toContain("in no file");

  // Later, all that are in no file go at once.
  await extracts("remove", "town");
  expect((await extracts()).stdout).toContain("\n\n  Places in no file any more: 3 (3 of town).\n");
  const all = await extracts("remove-places");
  expect(all).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^Places: 2 removed, .*\n {2}1 stay:/),
  });
});

test.each([["remove"], ["forget hungary"], ["remove one two"], ["remove-places one"], ["--all"]])(
  "prints its usage for '%s'",
  async (line) => {
    expect(await operate(runExtracts, {}, ...line.split(" "))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^(mosdo: Unknown option.*\n)?mosdo: usage:.*\n$/),
    });
  },
);

test("refuses a removal while an import runs", async () => {
  await using db = await createTestDatabase();
  await whileNoOtherImports(db.database, async () => {
    const refused = await operateOn(db, runExtracts, "remove", "hungary");
    expect(refused).toMatchObject({
      code: 1,
      stderr: expect.stringContaining("Another import is running"),
    });
  });
});
