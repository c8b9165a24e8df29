import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type ExtractProviders, openExtract } from "#server/geo/create-geo.ts";
import { importFile } from "#server/import/import-file.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { area, city, district, house, street } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

// One name in three districts of Budapest and in two towns: the rest of the text decides, or lowers
// the confidence.
const tancsics = "Táncsics Mihály utca";
const parts = [
  area(100, [19, 47.4], [19.3, 47.6]),
  area(110, [19.03, 47.49], [19.045, 47.51]),
  area(120, [19.08, 47.55], [19.12, 47.58]),
  area(130, [19.13, 47.44], [19.17, 47.47]),
  street(200, [19.034, 47.503], tancsics),
  street(210, [19.09, 47.56], tancsics),
  street(220, [19.14, 47.45], tancsics),
  street(230, [19.192, 47.612], tancsics),
  street(240, [19.145, 47.452], "Kós Károly tér"),
  street(250, [19.036, 47.505], "Fő utca"),
  street(260, [19.194, 47.614], "Fő utca"),
  street(270, [19.095, 47.562], "Árpád út"),
  house(400, [19.0341, 47.5031], `${tancsics} 7`, "1014"),
  house(401, [19.0901, 47.5601], `${tancsics} 7`, "1042"),
  house(402, [19.1401, 47.4501], `${tancsics} 7`, "1193"),
  house(403, [19.1921, 47.6121], `${tancsics} 7`, "2151"),
  house(404, [19.1405, 47.4502], `${tancsics} 12/a`, "1193"),
  house(405, [19.1451, 47.4521], "Kós Károly tér 2", "1192"),
  house(406, [19.0361, 47.5051], "Fő utca 10", "1011"),
  house(407, [19.1941, 47.6141], "Fő utca 10", "2151"),
  house(408, [19.0951, 47.5621], "Árpád út 66", "1042"),
];

const extract: TestExtract = {
  nodes: {
    ...Object.assign({}, ...parts.map(({ nodes }) => nodes)),
    500: [19.0513, 47.4925, city("Budapest", 1_700_000)],
    501: [19.1915, 47.611, { place: "town", name: "Fót", population: "20000" }],
    502: [19.146, 47.453, { place: "suburb", name: "Wekerletelep" }],
  },
  ways: Object.assign({}, ...parts.map(({ ways }) => ways)),
  relations: {
    600: [[100], { boundary: "administrative", admin_level: "8", name: "Budapest" }],
    601: [[110], district("I. kerület", "Várkerület")],
    602: [[120], district("IV. kerület", "Újpest")],
    603: [[130], district("XIX. kerület", "Kispest")],
  },
};

const folder = mkdtempSync(join(tmpdir(), "mosdo-narrowed-"));
const options = searchOptions();

let db: TestDatabase;
let providers: ExtractProviders;

beforeAll(async () => {
  db = await createTestDatabase();
  const { database } = db;
  const localeOf = () => {
    throw new Error("these tests ask for no instructions");
  };
  const limits = { maxWaitMs: 600_000, statementTimeoutMs: 600_000 };
  providers = openExtract({ database, dataDirectory: folder, localeOf, log: silentLog, limits });
  const path = join(folder, "narrowed.osm.pbf");
  writeFileSync(path, writeOsmPbf(extract));
  await importFile({ database, path, country: null, now: new Date(), onProgress: () => {} });
});
afterAll(async () => {
  await providers?.[Symbol.asyncDispose]();
  await db?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

it.each([
  // Decided by the postcode.
  ["Budapest, Táncsics Mihály utca 7, 1193", "1193 Táncsics Mihály utca 7: exact"],
  ["Budapest, Táncsics Mihály utca 7, 1042", "1042 Táncsics Mihály utca 7: exact"],
  ["Budapest, Táncsics Mihály utca 7, 1014", "1014 Táncsics Mihály utca 7: exact"],
  ["Táncsics Mihály utca 7, 2151", "2151 Táncsics Mihály utca 7: exact"],
  ["1193 Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  ["1193 Budapest Táncsics u. 7", "1193 Táncsics Mihály utca 7: exact"],
  ["H-1193 Budapest, Táncsics Mihály utca 7.", "1193 Táncsics Mihály utca 7: exact"],
  ["1193 Budapest, Táncsics Mihály u. 12/A", "1193 Táncsics Mihály utca 12/a: exact"],
  ["Fő utca 10, 1011 Budapest", "1011 Fő utca 10: exact"],
  ["Fő utca 10, 2151 Fót", "2151 Fő utca 10: exact"],
  ["2151 Fő u. 10", "2151 Fő utca 10: exact"],
  ["1192 Kós Károly tér 2", "1192 Kós Károly tér 2: exact"],
  ["1042 Árpád út 66", "1042 Árpád út 66: exact"],
  // A postcode that the house has not.
  ["Budapest, Táncsics Mihály utca 7, 1239", "Táncsics Mihály utca 7: low"],
  ["1239 Budapest, Kós Károly tér 2", "Kós Károly tér 2: low"],
  ["Kós Károly tér 2, 1193", "Kós Károly tér 2: low"],
  ["1011 Árpád út 66", "Árpád út 66: low"],
  ["Fót, Fő utca 10, 1011", "Fő utca 10: low"],
  ["1014 Budapest, Táncsics Mihály utca 12/a", "Táncsics Mihály utca 12/a: low"],
  // Decided by the district.
  ["Budapest XIX. kerület, Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  ["Budapest XIX., Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  ["XIX. ker. Táncsics u. 7", "1193 Táncsics Mihály utca 7: exact"],
  ["19. kerület, Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  ["Táncsics Mihály utca 7, XIX. kerület", "1193 Táncsics Mihály utca 7: exact"],
  ["Táncsics Mihály utca 7, Budapest IV. kerület", "1042 Táncsics Mihály utca 7: exact"],
  ["IV. ker., Táncsics Mihály utca 7", "1042 Táncsics Mihály utca 7: exact"],
  ["4. ker. Táncsics Mihály utca 7", "1042 Táncsics Mihály utca 7: exact"],
  ["I. kerület, Táncsics Mihály utca 7", "1014 Táncsics Mihály utca 7: exact"],
  ["Budapest I. kerület, Fő utca 10", "1011 Fő utca 10: exact"],
  ["XIX. kerület", ": high"],
  ["Budapest IV. kerület", ": high"],
  // The name of a district, or of a part of one.
  ["Kispest, Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  ["Táncsics Mihály utca 7, Kispest", "1193 Táncsics Mihály utca 7: exact"],
  ["Újpest, Táncsics Mihály utca 7", "1042 Táncsics Mihály utca 7: exact"],
  ["Budapest-Újpest, Táncsics u. 7", "1042 Táncsics Mihály utca 7: exact"],
  ["Várkerület Táncsics Mihály utca 7", "1014 Táncsics Mihály utca 7: exact"],
  ["Wekerletelep, Kós Károly tér 2", "1192 Kós Károly tér 2: exact"],
  // A district that has no such street, or that the extract has not.
  ["XIX. kerület, Fő utca 10", "low"],
  ["IV. kerület, Kós Károly tér 2", "low"],
  ["Budapest XXIII. kerület, Táncsics Mihály utca 7", "low"],
  ["XXIII. kerület, Táncsics Mihály utca 7", "low"],
  ["12. ker. Árpád út 66", "low"],
  ["Újpest, Kós Károly tér 2", "low"],
  // Both, and they contradict each other.
  ["1193 Budapest IV. kerület, Táncsics Mihály utca 7", "low"],
  ["1042 Budapest XIX. ker. Táncsics Mihály utca 7", "low"],
  ["1193 Kispest, Táncsics Mihály utca 7", "1193 Táncsics Mihály utca 7: exact"],
  // Decided by the town.
  ["Fót, Táncsics Mihály utca 7", "2151 Táncsics Mihály utca 7: exact"],
  ["Táncsics Mihály utca 7, Fót", "2151 Táncsics Mihály utca 7: exact"],
  ["Fót Fő utca 10", "2151 Fő utca 10: exact"],
  ["Fót, Kós Károly tér 2", "low"],
  ["Fót, Árpád út 66", "low"],
  // A house that is not there.
  ["1193 Budapest, Táncsics Mihály utca 9", "1193 Táncsics Mihály utca: medium"],
  ["XIX. kerület, Táncsics Mihály utca 9", "Táncsics Mihály utca: medium"],
  ["Kós Károly tér 99", "Kós Károly tér: medium"],
  ["1239 Budapest, Táncsics Mihály utca 9", "Táncsics Mihály utca: low"],
  ["XXIII. kerület, Kós Károly tér 99", "low"],
  // The street alone.
  ["1193 Táncsics Mihály utca", "Táncsics Mihály utca: high"],
  ["XIX. kerület, Táncsics Mihály utca", "Táncsics Mihály utca: high"],
  ["1239 Táncsics Mihály utca", "Táncsics Mihály utca: low"],
  ["XXIII. kerület, Táncsics Mihály utca", "low"],
])("narrows '%s', or lowers the confidence: %s", async (text, expected) => {
  const result = await providers.provider.search(text, options);
  const [first] = result.ok ? result.value : [];
  const { postcode = "", address_line1: line = "", confidence } = first ?? {};
  expect(first ? `${postcode} ${line}: ${confidence}` : "nothing: low").toContain(expected);
});

it.each([
  ["1193 Táncsics Mihály utca", 47.45],
  ["1042 Táncsics Mihály utca 99", 47.56],
  ["XIX. kerület, Táncsics Mihály utca", 47.45],
  ["Kispest, Táncsics Mihály utca", 47.45],
  ["IV. kerület, Táncsics Mihály utca 99", 47.56],
  ["XIX. kerület", 47.455],
  ["Budapest IV. kerület", 47.565],
])("'%s' is within the narrowed area", async (text, latitude) => {
  const result = await providers.provider.search(text, options);
  expect(result.ok && result.value[0].latitude).toBeCloseTo(latitude, 1);
});
