import { execFile } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { OsmPbfWriter } from "#server/import/pbf/osm-pbf-writer.ts";
import { loadSamplePlaces } from "#server/sample-places/load-sample-places.ts";
import { publishedParameters, publishedUser } from "#tests/support/accounts/published-hash.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { type TestChange, writePackedChanges } from "#tests/support/map-data/write-osm-changes.ts";
import { writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { childEnvironment } from "#tests/support/run-folder.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "mosdo-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on the test's own database, in a folder of its own, as an operator does. */
function operate(
  { connection }: TestDatabase,
  script: string,
  ...given: (string | { readonly DATA_DIR: string })[]
) {
  const args = given.filter((arg) => typeof arg === "string");
  const settings = Object.assign({}, ...given.filter((arg) => typeof arg !== "string"));
  const { host, user, database } = connection;
  const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return run(process.execPath, [join(import.meta.dirname, script), ...args], {
    env: {
      ...childEnvironment(),
      DATABASE_URL: url,
      INIT_CWD: folder,
      ...settings,
    },
  });
}

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
  const first = await operate(db, "import.ts", "town.json");
  expect(first.stdout).toContain("Toilets: 2 added, 0 updated, 0 unchanged.");
  expect(first.stderr).toMatch(/^Reading the file.*%\nWriting places.*%\n$/);

  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(1)] }));
  const second = await operate(db, "import.ts", "town.json", "--report", "report.json");
  expect(second.stdout).toContain("1 no longer in the file");
  const report = JSON.parse(readFileSync(join(folder, "report.json"), "utf8"));
  expect(report).toEqual({
    ...{ added: 0, updated: 0, unchanged: 1, removed: 0, left_out: {} },
    remark_counts: { missing: 1 },
    remarks: [{ kind: "missing", osmId: "node/2", placeId: expect.any(Number) }],
  });
  // What the former report has is not said again; what is new is.
  const quiet = ["town.json", "--report", "report.json", "--quiet"];
  expect(await operate(db, "import.ts", ...quiet)).toMatchObject({ stdout: "", stderr: "" });
  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(2)] }));
  const unknown = await operate(db, "import.ts", ...quiet);
  expect(unknown.stdout).toMatch(/^1 no longer in the file.*:\n.*node\/1.*\n$/);
  expect((await operate(db, "import.ts", "town.json", "--quiet")).stdout).toMatch(/^1 no longer/);
  writeFileSync(join(folder, "town.json"), JSON.stringify({ elements: [toilets(1)] }));
  const refused = await operate(db, "import.ts", "town.json", "--report", "none/r.json").catch(
    (error) => error,
  );
  expect(refused).toMatchObject({
    code: 1,
    stdout: "",
    stderr: expect.stringMatching(/^mosdo: The report cannot be written to \S+ \(ENOENT\b.*\n$/),
  });

  const written = await operate(db, "export.ts", "--format", "geojson", "--output", "out.geojson");
  expect(written.stderr).toContain("2 places. Licence: ODbL-1.0");
  expect(JSON.parse(readFileSync(join(folder, "out.geojson"), "utf8")).features).toHaveLength(2);
});

test("removes the sample places on demand", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const loaded = await loadSamplePlaces(database, new Date());
  const removal = await operate(db, "import.ts", "--remove-samples");
  expect(removal.stdout).toContain(`${loaded} sample places removed`);
  const again = await operate(db, "import.ts", "--remove-samples");
  expect(again.stdout).toContain("There are no sample places.");
});

test("reports in one line why a file cannot be imported", async () => {
  await using db = await createTestDatabase();
  writeFileSync(join(folder, "cut.json"), '{"elements":[{"type":"node"');
  const fail = (...args: string[]) => operate(db, "import.ts", ...args).catch((error) => error);
  expect(await fail("cut.json")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("cut off"),
  });
  expect(await fail("places.csv")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^mosdo: places\.csv: only .* understood here\.\nmosdo: usage:/),
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
  const move = (...more: string[]) =>
    operate(db, "import.ts", ...args, ...more).catch((error) => error);
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
  const again = await operate(db, "import.ts", "places.json");
  expect(again.stdout).toContain("Places: 0 taken, 0 changed, 1 unchanged,");
  const without = await operate(db, "import.ts", "--users", "users.json").catch((error) => error);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--users-hash") });
});

test("applies change files to the stored extract, and reports the result", async () => {
  await using db = await createTestDatabase();
  const toilets = { amenity: "toilets" };
  const nodes = { 1: [19, 47], 2: [19.1, 47.1], 50: [19.05, 47.05, toilets] } as const;
  const ways = { 1: [[1, 2], { highway: "residential", name: "Fő utca" }] } as const;
  writeFileSync(join(folder, "village-latest.osm.pbf"), writeOsmPbf({ nodes, ways }));
  const dataDirectory = { DATA_DIR: join(folder, "data") };
  await operate(db, "import.ts", "village-latest.osm.pbf", dataDirectory);
  const at = "2026-02-01T08:00:00Z";
  writeFileSync(
    join(folder, "day.osc.gz"),
    writePackedChanges([
      { action: "delete", kind: "node", id: 50, at },
      { action: "create", kind: "node", id: 60, at, position: [19.02, 47.02], tags: toilets },
      { action: "create", kind: "node", id: 61, at, position: [2, 48] },
    ]),
  );
  const first = await operate(db, "import.ts", "day.osc.gz", dataDirectory);
  expect(first.stdout.split("\n").slice(0, 4)).toEqual([
    "Changes: 1 elements of village added, 0 changed, 1 removed. Its data is of 2026-02-01T08:00:00.000Z.",
    "  left out: 1 of elements elsewhere",
    "Toilets: 1 added, 0 updated, 0 unchanged, 1 removed.",
    "Addresses: 0 settlements, 1 streets, 0 addresses.",
  ]);
  expect(first.stdout).toMatch(/^Street map: made of village, and in use. It took \d+\.\d s\.$/m);
  expect(first.stderr).toContain("Applying the changes");
  const again = await operate(db, "import.ts", "day.osc.gz", dataDirectory);
  expect(again.stdout).toContain("day.osc.gz: village has these changes already.");
  expect(again.stdout).toContain("Street map: made of village already.");

  const fail = (...args: string[]) =>
    operate(db, "import.ts", ...args, dataDirectory).catch((error) => error);
  writeFileSync(join(folder, "cut.osc"), "<osmChange>\n<create>");
  expect(await fail("cut.osc")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/cut\.osc, line 2: .*\nmosdo: Nothing has been changed\.\n$/),
  });
  expect(await fail("village-latest.osm.pbf")).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(
      /Its data is of 2026-01-02T.* is newer, of 2026-02-01T08.*--older\.\nmosdo: Nothing has been/,
    ),
  });
  const older = await operate(db, "import.ts", "village-latest.osm.pbf", "--older", dataDirectory);
  expect(older.stdout).toContain("Toilets: 1 added,");
});

/** Folder that serves change files as a provider does, by its `file:` URL. */
function saveSeries(provider: string, days: Readonly<Record<number, readonly TestChange[]>>): void {
  const stateOf = (number: number) =>
    `sequenceNumber=${number}\ntimestamp=2026-02-${number}T20\\:00\\:00Z\n`;
  const daysFolder = join(provider, "000/000");
  mkdirSync(daysFolder, { recursive: true });
  for (const [number, changes] of Object.entries(days)) {
    const path = join(daysFolder, number.padStart(3, "0"));
    writeFileSync(`${path}.osc.gz`, writePackedChanges(changes));
    writeFileSync(`${path}.state.txt`, stateOf(Number(number)));
  }
  const last = Math.max(...Object.keys(days).map(Number));
  writeFileSync(join(provider, "state.txt"), stateOf(last));
}

test("is kept up to date by the job of deploy/, which names files that it cannot fetch", async () => {
  await using db = await createTestDatabase();
  const settings = { DATA_DIR: join(folder, "kept"), DAYS: "3" };
  const path = join(folder, "land-latest.osm.pbf");
  {
    using writer = new OsmPbfWriter(path, {
      sequence: 20,
      dataAt: new Date("2026-02-20T20:00:00Z"),
    });
    for (const id of [1, 2])
      writer.node({ id, longitudeE7: 19e7, latitudeE7: 47e7 + id * 10_000, tags: {} });
    // The router makes no tiles of an extract without a street.
    writer.way({ id: 100, refs: [1, 2], tags: { highway: "residential", name: "Fő utca" } });
    writer.finish();
  }
  await operate(db, "import.ts", "land-latest.osm.pbf", settings);
  const toilet = (id: number): TestChange => ({
    ...{ action: "create", kind: "way", id, refs: [1, 2], tags: { amenity: "toilets" } },
  });
  const provider = join(folder, "provider");
  const job = (name = "land") => {
    const { host, user, database } = db.connection;
    const url = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
    const script = join(import.meta.dirname, "../deploy/update-extract.sh");
    return run("sh", [script, name, `file://${provider}`], {
      env: {
        ...childEnvironment(),
        HOME: folder,
        DATABASE_URL: url,
        ...settings,
      },
    });
  };
  saveSeries(provider, { 19: [], 20: [], 21: [toilet(1)] });
  const unknown = await job("lan").catch((error) => error);
  expect(unknown.stderr).toMatch(/No extract has the name lan, .*:\nland\n$/);
  expect(existsSync(join(folder, "kept/changes"))).toBe(false);
  expect((await job()).stdout).toContain("Toilets: 1 added");
  expect(existsSync(join(folder, "kept/changes/land.json"))).toBe(true);
  saveSeries(provider, { 22: [toilet(2)], 23: [toilet(3)] });
  expect((await job()).stdout).toContain("Toilets: 2 added, 0 updated, 1 unchanged.");
  const expected = [21, 22, 23].flatMap((number) =>
    ["osc.gz", "state.txt"].map((ending) => `0000000${number}.${ending}`),
  );
  expect(readdirSync(join(folder, "kept/changes/land")).sort()).toEqual(expected);
  // Of a series that the provider has restarted since.
  writeFileSync(join(folder, "kept/changes/land/000000099.osc.gz"), "");
  expect((await job()).stdout).toContain("Changes: none, land is as it was.");
  expect(readdirSync(join(folder, "kept/changes/land")).sort()).toEqual(expected);
  saveSeries(provider, { 30: [], 29: [], 28: [] });
  const late = await job().catch((error) => error);
  expect(late.stderr).toContain("000000028.osc.gz is number 28, and the extract has 23");
  writeFileSync(join(provider, "state.txt"), "<html>Not found</html>");
  expect((await job().catch((error) => error)).stderr).toContain("has no sequenceNumber");
});
