import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { loadSamplePlaces } from "#server/sample-places/load-sample-places.ts";
import { publishedParameters, publishedUser } from "#tests/support/accounts/published-hash.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";

const run = promisify(execFile);
const folder = mkdtempSync(join(tmpdir(), "mosdo-cli-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs a command on the test's own database, in a folder of its own, as an operator does. */
function operate({ connection }: TestDatabase, script: string, ...words: string[]) {
  const { host, user, database } = connection;
  const address = `postgresql://${user}@localhost/${database}?host=${encodeURIComponent(host)}`;
  return run(process.execPath, [join(import.meta.dirname, script), ...words], {
    env: { PATH: process.env.PATH, DATABASE_URL: address, INIT_CWD: folder },
  });
}

test("imports a file, says what came of it, and exports the places again", async () => {
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
  expect(report).toEqual([{ kind: "missing", osmId: "node/2", placeId: expect.any(Number) }]);

  const written = await operate(db, "export.ts", "--format", "geojson", "--output", "out.geojson");
  expect(written.stderr).toContain("2 places. Licence: ODbL-1.0");
  expect(JSON.parse(readFileSync(join(folder, "out.geojson"), "utf8")).features).toHaveLength(2);
});

test("removes the sample places when told to", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const loaded = await loadSamplePlaces(database, new Date());
  const removal = await operate(db, "import.ts", "--remove-samples");
  expect(removal.stdout).toContain(`${loaded} sample places removed`);
  const again = await operate(db, "import.ts", "--remove-samples");
  expect(again.stdout).toContain("There are no sample places.");
  const fail = await operate(db, "import.ts", "town.json", "--remove-samples").catch((e) => e);
  expect(fail).toMatchObject({ code: 1, stderr: expect.stringContaining("usage:") });
});

test("says in one line why a file cannot be imported", async () => {
  await using db = await createTestDatabase();
  writeFileSync(join(folder, "cut.json"), '{"elements":[{"type":"node"');
  const fail = (...words: string[]) => operate(db, "import.ts", ...words).catch((error) => error);
  expect(await fail("cut.json")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("cut off"),
  });
  expect(await fail("places.csv")).toMatchObject({
    stderr: expect.stringContaining("usage: npm run import"),
  });
});

test("moves another installation in, counts what was not taken, and ends with 2 then", async () => {
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
  const words = ["places.json", "--users", "users.json", "--users-hash", "hash.txt"];
  const move = (...more: string[]) =>
    operate(db, "import.ts", ...words, ...more).catch((error) => error);
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

  // Without the users, a file of documents is known by what it holds.
  writeFileSync(join(folder, "places.json"), JSON.stringify({ one: place }));
  const again = await operate(db, "import.ts", "places.json");
  expect(again.stdout).toContain("Places: 0 taken, 0 changed, 1 unchanged,");
  const without = await operate(db, "import.ts", "--users", "users.json").catch((error) => error);
  expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--users-hash") });
  const mixed = await operate(db, "import.ts", ...words, "--country", "HU").catch((error) => error);
  expect(mixed).toMatchObject({ code: 1, stderr: expect.stringContaining("usage:") });
});
