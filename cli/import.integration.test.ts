import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, expect, test } from "vitest";
import { ExtractFiles, openStored } from "#server/import/extract-files.ts";
import { loadSamplePlaces } from "#server/import/sample-places.ts";
import { publishedParameters, publishedUser } from "#tests/support/accounts/published-hash.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { operate, type Settings, urlOf } from "./command.fixture.ts";
import { runExport } from "./export.ts";
import { runImport } from "./import.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

const settingsOf = (db: TestDatabase): Settings => ({
  DATABASE_URL: urlOf(db),
  DATA_DIR: join(folder, "data"),
  INIT_CWD: folder,
});

/** Runs a command on the test's own database, in a folder of its own, as an operator does. */
const runIn = (db: TestDatabase, ...args: string[]) => operate(runImport, settingsOf(db), ...args);

test("imports a file, reports the result, and exports the places again", async () => {
  await using db = await createTestDatabase();
  const toilets = (id: number) => ({
    type: "node",
    id,
    lon: 19.05,
    lat: 47.5,
    tags: { amenity: "toilets" },
  });
  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(1), toilets(2)] }));
  const first = await runIn(db, "town.json");
  expect(first.stdout).toContain("Toilets: 2 added, 0 updated, 0 unchanged.");
  expect(first.stderr).toMatch(/^Reading the file.*%\nWriting places.*%\n$/);

  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(1)] }));
  const second = await runIn(db, "town.json", "--report", "report.json");
  expect(second.stdout).toContain("1 no longer in the file");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report).toEqual({
    ...{ added: 0, updated: 0, unchanged: 1, removed: 0, left_out: {} },
    remark_counts: { missing: 1 },
    remarks: [{ kind: "missing", osmId: "node/2", placeId: expect.any(Number) }],
  });
  // What the former report has is not said again; what is new is.
  const quiet = ["town.json", "--report", "report.json", "--quiet"];
  expect(await runIn(db, ...quiet)).toMatchObject({ stdout: "", stderr: "" });
  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(2)] }));
  const unknown = await runIn(db, ...quiet);
  expect(unknown.stdout).toMatch(/^1 no longer in the file.*:\n.*node\/1.*\n$/);
  expect((await runIn(db, "town.json", "--quiet")).stdout).toMatch(/^1 no longer/);
  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(1)] }));
  const refused = await runIn(db, "town.json", "--report", "none/r.json");
  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^mosdo: The report cannot be written to \S+ \(ENOENT\b.*\n$/),
  });

  const written = await operate(
    runExport,
    settingsOf(db),
    "--format",
    "geojson",
    "--output",
    "out.geojson",
  );
  expect(written.stderr).toContain("2 places. Licence: ODbL-1.0");
  expect(JSON.parse(readFileSync(join(folder, "out.geojson"), "utf8")).features).toHaveLength(2);
  expect(await operate(runExport, {})).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/^mosdo: usage: npm run export.*\n$/) },
  });
});

test("removes the sample places on demand", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const loaded = await loadSamplePlaces(database, new Date());
  const removal = await runIn(db, "--remove-samples");
  expect(removal.stdout).toContain(`${loaded} sample places removed`);
  const again = await runIn(db, "--remove-samples");
  expect(again.stdout).toContain("There are no sample places.");
});

test("reports in one line why a file cannot be imported", async () => {
  await using db = await createTestDatabase();
  writeFileSync(join(folder, "cut.json"), '{"elements":[{"type":"node"');
  const fail = (...args: string[]) => runIn(db, ...args);
  expect(await fail("cut.json")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("cut off"),
  });
  writeFileSync(join(folder, "places.csv"), "name;latitude");
  expect(await fail("places.csv")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/places\.csv cannot be imported\. .*no rows/),
  });
  writeFileSync(join(folder, "places.pdf"), "%PDF");
  expect(await fail("places.pdf")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/places\.pdf cannot be imported\. It is neither .*\(\.osm\.pbf/),
  });
});

test("takes a town's list over by a file of what its columns mean", async () => {
  await using db = await createTestDatabase();
  const table = [
    "Id,Name,Latitude,Longitude,Colour",
    "1,Zoo,47.52,19.08,blue",
    "2,Bath,47.5,19.05,red",
  ];
  writeFileSync(join(folder, "list-2026.csv"), table.join("\n"));
  const args = ["list-2026.csv", "--map", "list.map.json"];
  const dry = await runIn(db, ...args, "--dry-run");
  expect(dry.stdout).toMatch(
    /^Rows: 2 new, 0 here \(0 of them change\), 0 to look at\.\n(?:.*\n)*Columns left out: Colour\.\nNothing has been changed\./,
  );
  const map = JSON.parse(readFileSync(join(folder, "list.map.json"), "utf8"));
  expect(map).toMatchObject({ columns: { Name: "name", Colour: "none" } });
  const places = () =>
    sql`select comments, imported ->> 'source' as source from place order by id`.execute(
      db.database,
    );
  expect((await places()).rows).toEqual([]);

  writeFileSync(
    join(folder, "list.map.json"),
    JSON.stringify({ ...map, source: { title: "Town of Pest" } }),
  );
  await runIn(db, ...args);
  expect((await places()).rows).toEqual([
    { comments: "Zoo", source: "list/town-of-pest" },
    { comments: "Bath", source: "list/town-of-pest" },
  ]);
  expect((await runIn(db, "list-2026.csv")).stdout).toContain(
    "Rows: 0 new, 2 here (0 of them change)",
  );
  writeFileSync(join(folder, "list.map.json"), JSON.stringify({ columns: { Name: "colour" } }));
  expect(await runIn(db, ...args)).toMatchObject({
    ...{ code: 1, stderr: expect.stringMatching(/list\.map\.json: columns\.Name: /) },
  });
});

test("migrates another installation, counts what was refused, and ends with 2 then", async () => {
  await using db = await createTestDatabase();
  const place = {
    ...{ country: "HU", city: "Szeged", address: "Fő tér 1.", comments: "", price: 0 },
    ...{ latitude: 46.25, longitude: 20.15, accepted: true, added: "2024-01-01T00:00:00Z" },
    opening_times: Array(7).fill("-"),
    rating: { uidAnna: { rating: 4, text: "", added: "2024-01-02T00:00:00Z" } },
  };
  const user = { localId: "uidAnna", email: "anna@example.org", ...publishedUser, password: "" };
  const places = { one: place, two: { ...place, address: "Fő tér 2.", latitude: "north" } };
  writeFileSync(join(folder, "places.json"), JSON.stringify(places));
  writeFileSync(join(folder, "users.json"), JSON.stringify({ users: [user] }));
  writeFileSync(join(folder, "hash.txt"), publishedParameters);
  const args = ["places.json", "--users", "users.json", "--users-hash", "hash.txt"];
  const move = (...more: string[]) => runIn(db, ...args, ...more);
  const dry = await move("--dry-run");
  expect(dry).toMatchObject({
    code: 2,
    stdout: expect.stringContaining("nothing has been written"),
  });
  const real = await move("--report", "report.json");
  expect(real.code).toBe(2);
  expect(real.stdout).toContain("Accounts: 1 taken,");
  expect(real.stdout).toContain("Reviews: 1 taken,");
  expect(real.stdout).toContain("Not taken:\n  1 × place: latitude: no position on earth (two)");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report).toMatchObject([{ kind: "place", id: "two", path: "latitude" }]);

  // Without the users, a file of documents is detected by its contents.
  writeFileSync(join(folder, "places.json"), JSON.stringify({ one: place }));
  const again = await runIn(db, "places.json");
  expect(again.stdout).toContain("Places: 0 taken, 0 changed, 1 unchanged,");
  const without = await runIn(db, "--users", "users.json");
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--users-hash") });
});

test("takes an extract with changes applied, which keeps its bounds, and refuses older data", async () => {
  await using db = await createTestDatabase();
  const toilets = { amenity: "toilets" };
  const nodes = { 1: [19, 47], 2: [19.1, 47.1], 50: [19.05, 47.05, toilets] } as const;
  const ways = { 1: [[1, 2], { highway: "residential", name: "Fő utca" }] } as const;
  const bounds = [190000000, 470000000, 191000000, 471000000] as const;
  const save = (extract: TestExtract) =>
    writeFileSync(join(folder, "village-latest.osm.pbf"), writeOsmPbf(extract));
  save({ nodes, ways, bounds });
  await runIn(db, "village-latest.osm.pbf");
  const { 50: _, ...left } = nodes;
  const dataAt = new Date("2026-02-01T08:00:00Z");
  save({ nodes: { ...left, 60: [19.02, 47.02, toilets] }, ways, dataAt });
  const changed = await runIn(db, "village-latest.osm.pbf", "--changes-applied");
  expect(changed.stdout.split("\n").slice(0, 2)).toEqual([
    "Toilets: 1 added, 0 updated, 0 unchanged, 1 removed.",
    "Addresses: 0 settlements, 1 streets, 0 addresses.",
  ]);
  expect(changed.stdout).toMatch(/^Street map: made of village, and in use. It took \d+\.\d s\.$/m);
  const [{ path }] = new ExtractFiles(join(folder, "data")).list();
  await using stored = await openStored(path);
  expect(stored.header).toEqual({ dataAt, bounds });

  save({ nodes, ways });
  expect(await runIn(db, "village-latest.osm.pbf")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Its data is of 2026-01-02T.* is newer, of 2026-02-01T08.*--older\.\nmosdo: Nothing has been/,
    ),
  });
  const older = await runIn(db, "village-latest.osm.pbf", "--older");
  expect(older.stdout).toContain("Toilets: 1 added,");
  await using without = await openStored(new ExtractFiles(join(folder, "data")).list()[0].path);
  expect(without.header.bounds).toBe(null);
});
