import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { unsupportedCalls } from "#server/geo/geo.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import { createExtractProvider } from "./extract-provider.ts";

const at = (n: number) => [30.2 + n / 1000, 50.1] as const;
const house = (n: number, street: string, housenumber: string, tags: object = {}) =>
  [...at(n), { "addr:street": street, "addr:housenumber": housenumber, ...tags }] as const;
const street = (name: string, tags: object = {}) => ({ highway: "residential", name, ...tags });

const [zelena, sadova] = ["Зелена вулиця", "вулиця Садова"];
/** Names of thirty letters in a hundred languages, more than an entry of an index by comparison has room for. */
const random = randomNumbers(1);
const letter = (first: string, count: number) =>
  String.fromCharCode(first.charCodeAt(0) + Math.floor(random() * count));
const manyNames = Object.fromEntries(
  Array.from({ length: 100 }, (_, n) => [
    `name:${String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))}`,
    Array.from({ length: 30 }, () => letter("а", 32)).join(""),
  ]),
);

const extract: TestExtract = {
  nodes: {
    1: [...at(5), { place: "village", name: "Прикладове" }],
    10: house(0, zelena, "7;9"),
    11: house(1, zelena, "1; 3; 5"),
    12: house(2, zelena, "12-16", { "addr:interpolation": "even" }),
    13: house(3, zelena, "20/22"),
    14: house(4, zelena, "31-35", { "addr:interpolation": "all" }),
    15: house(6, zelena, "71+73"),
    20: house(0, sadova, "60"),
    21: at(5),
    22: house(10, sadova, "40"),
    23: house(11, sadova, "48/a"),
    30: at(0),
    31: at(1),
  },
  ways: {
    1: [[20, 21, 22], { "addr:interpolation": "even" }],
    10: [[30, 31], street(zelena)],
    11: [[30, 31], street(sadova)],
    12: [[30, 31], street("რუსთაველის გამზირი", { int_name: "Rustaveli Avenue" })],
    13: [[30, 31], street("Οδός Αθηνάς")],
    14: [[30, 31], street("Parkova", { "name:sv": "Parkgatan" })],
    15: [[30, 31], street("Головна", manyNames)],
  },
};

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
  const folder = mkdtempSync(join(tmpdir(), "mosdo-scripts-"));
  const path = join(folder, "village.osm.pbf");
  writeFileSync(path, writeOsmPbf(extract));
  const { database } = db;
  await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
  rmSync(folder, { recursive: true });
});
afterAll(() => db[Symbol.asyncDispose]());

function provider() {
  const walk = unsupportedCalls.directions;
  const limits = { maxWaitMs: 600_000, statementTimeoutMs: 600_000 };
  const { database } = db;
  return createExtractProvider({ database, walk, log: silentLog, limits });
}

it.each<[text: string, line: string, position?: number]>([
  ["Зелена вулиця 9", `${zelena} 9`, 0],
  ["Зелена вулиця 3", `${zelena} 3`, 1],
  ["Зелена вулиця 14", `${zelena} 12-16`, 2],
  ["Зелена вулиця 22", `${zelena} 20/22`, 3],
  ["Зелена вулиця 34", `${zelena} 31-35`, 4],
  ["Зелена вулиця 73", `${zelena} 73`, 6],
  ["Зелена вулиця 13", zelena],
  // Between two houses, and then approximate.
  ["Садова 50", `${sadova} 50 ~`, 5],
  ["Садова 58", `${sadova} 58 ~`, 1],
  ["Садова 60", `${sadova} 60`, 0],
  ["Садова 51", sadova],
  // The house itself is known.
  ["Садова 48", `${sadova} 48/a`, 11],
  // By Latin letters, in more than one system.
  ["Zelena 9", `${zelena} 9`],
  ["Zelena vulytsia", zelena],
  ["Zelena vulitsya 22, Prykladove", `${zelena} 20/22`],
  ["Sadova", sadova],
  ["Prikladove", ""],
  ["Rustaveli", "რუსთაველის გამზირი"],
  ["Rustavelis gamziri", "რუსთაველის გამზირი"],
  ["Odos Athinas", "Οδός Αθηνάς"],
  // And the other way.
  ["Паркова", "Parkova"],
  ["Παρκοβα", "Parkova"],
  ["Parkgatan", "Parkova"],
  [manyNames["name:bc"], "Головна"],
])("finds for '%s' first '%s'", async (text, line, position) => {
  const result = await provider().search(text, searchOptions());
  const [first] = result.ok ? result.value : [];
  expect(first && first.address_line1 + (first.approximate ? " ~" : "")).toBe(line);
  expect(first.precision).toBe(
    first.approximate ? "street" : /\d/.test(line) ? "address" : line ? "street" : "settlement",
  );
  if (position !== undefined) expect(first.longitude).toBeCloseTo(at(position)[0], 5);
});

it("says that a house is between two others, also when it is chosen, and does not name it at a point", async () => {
  const found = await provider().suggest("Садова 50", searchOptions());
  if (!found.ok) throw new Error(found.code);
  expect(found.value[0]).toMatchObject({ name: `${sadova} 50`, approximate: true });
  const chosen = await provider().retrieve(found.value[0].id, searchOptions());
  expect(chosen.ok && chosen.value).toMatchObject({ precision: "street", approximate: true });
  const around = await provider().reverse(at(5), searchOptions());
  expect(around.ok && around.value?.address_line1).not.toContain("50");
});
