import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { Hono } from "hono";
import jsonld from "jsonld";
import { sql } from "kysely";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { languages } from "#domain/text/language.ts";
import { downloadNames, OpenData } from "#server/export/open-data.ts";
import { recordChangeMark } from "#server/export/place-changes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { compressResponse } from "#server/http/middleware/compress.ts";
import { corsForFiles } from "#server/http/middleware/cors.ts";
import { textsIn } from "#server/i18n.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { getCatalog, getDownload } from "./open-data.ts";

const minuteMs = 60_000;

let db: TestDatabase;
let directory: string;
let nowMs: number;
let warned: unknown[];

beforeEach(async () => {
  db = await createTestDatabase();
  directory = join(mkdtempSync(join(tmpdir(), "mosdo-open-data-")), "open-data");
  nowMs = Date.parse("2026-06-01T10:00:00.400Z");
  warned = [];
  await recordChangeMark(db.database);
  await addPlaces(db.database, [
    { city: "Győr", osm_id: "node/1", added_by: "anna" },
    { accepted: false },
    { sample: true },
    { deleted_at: new Date() },
    ...Array.from({ length: 250 }, () => ({})),
  ]);
  // An export's cursor includes them once no older transaction of the cluster is open.
  await vi.waitFor(
    async () => {
      const { rows } = await sql<{ open: boolean }>`
        select max(changed_in) >= pg_snapshot_xmin(pg_current_snapshot()) as open from place`.execute(
        db.database,
      );
      expect(rows[0].open).toBe(false);
    },
    { timeout: 30_000 },
  );
});
afterEach(async () => {
  await db[Symbol.asyncDispose]();
  rmSync(join(directory, ".."), { recursive: true, force: true });
});

/** A process of the product. */
function openProcess(
  folder = directory,
  ownLicence: string | null = "CC BY 4.0",
  operator: string | null = "Győr",
) {
  const openData = new OpenData({
    database: db.database,
    directory: folder,
    ownLicence,
    now: () => new Date(nowMs),
    log: { warn: (line: unknown) => warned.push(line) } as never,
  });
  const publicConfig = {
    publicUrl: "https://mosdo.example",
    contactEmail: "help@mosdo.example",
    site: { name: null, operator },
  };
  const app = new Hono<AppEnvironment>();
  app.use(compressResponse);
  app.use("/data/*", corsForFiles);
  app.get("/data/catalog.jsonld", (context) =>
    getCatalog(context, { openData, publicConfig } as never),
  );
  app.get("/data/:name", (context) => getDownload(context, { openData }));
  const fetchDownload = (name: string, headers: Record<string, string> = {}, method = "GET") =>
    app.request(`/data/${name}`, { method, headers });
  return { openData, ask: fetchDownload };
}

/** Stamps of the files in the folder. */
const stamps = () =>
  new Set(
    readdirSync(directory).flatMap((name) => /^(.*)\.places\.json\.gz$/.exec(name)?.[1] ?? []),
  );

test("hands out every download, compressed or not, with the same places as the export", async () => {
  const { ask: fetchDownload } = openProcess();
  const texts = new Map<string, string>();
  for (const name of downloadNames) {
    const plain = await fetchDownload(name);
    expect(plain.status).toBe(200);
    const bytes = Buffer.from(await plain.arrayBuffer());
    expect(plain.headers.get("Content-Length")).toBe(String(bytes.byteLength));
    expect(plain.headers.get("Content-Encoding")).toBe(null);
    for (const accepted of ["gzip", "br, gzip"]) {
      const small = await fetchDownload(name, { "Accept-Encoding": accepted });
      expect(small.headers.get("Content-Encoding")).toBe("gzip");
      const compressed = Buffer.from(await small.arrayBuffer());
      expect(small.headers.get("Content-Length")).toBe(String(compressed.byteLength));
      expect(gunzipSync(compressed).equals(bytes)).toBe(true);
      expect(small.headers.get("ETag")).not.toBe(plain.headers.get("ETag"));
    }
    expect(plain.headers.get("Access-Control-Allow-Origin")).toBe("*");
    expect(plain.headers.get("Cross-Origin-Resource-Policy")).toBe("cross-origin");
    expect(plain.headers.get("Content-Disposition")).toBe(`attachment; filename="${name}"`);
    texts.set(name, bytes.toString());
  }
  const json = JSON.parse(texts.get("places.json") ?? "");
  expect(json).toMatchObject({
    exported: "2026-06-01T10:00:00.400Z",
    licence: expect.stringContaining("ODbL"),
    cursor: expect.any(String),
    places: { length: 251 },
  });
  expect(JSON.parse(texts.get("places.geojson") ?? "").features).toHaveLength(251);
  const csv = texts.get("places.csv") ?? "";
  expect(csv.split("\r\n")).toHaveLength(253);
  expect(csv.startsWith("id,")).toBe(true);
  expect(texts.get("places-bom.csv")).toBe(`\ufeff${csv}`);
  expect([...texts.values()].join()).not.toMatch(/anna|added_by/);
  expect(stamps().size).toBe(1);
});

test("responds with 304 where nothing has changed, and to HEAD and OPTIONS", async () => {
  const { ask: fetchDownload } = openProcess();
  const first = await fetchDownload("places.csv");
  await first.text();
  const etag = first.headers.get("ETag") ?? "";
  expect((await fetchDownload("places.csv", { "If-None-Match": etag })).status).toBe(304);
  expect((await fetchDownload("places.csv", { "If-None-Match": '"other"' })).status).toBe(200);
  const modified = "Mon, 01 Jun 2026 10:00:00 GMT";
  expect(first.headers.get("Last-Modified")).toBe(modified);
  const since = (text: string) => fetchDownload("places.csv", { "If-Modified-Since": text });
  expect((await since(modified)).status).toBe(304);
  expect((await since("Mon, 01 Jun 2026 09:59:59 GMT")).status).toBe(200);
  const both = { "If-None-Match": '"other"', "If-Modified-Since": modified };
  expect((await fetchDownload("places.csv", both)).status).toBe(200);
  const head = await fetchDownload("places.csv", {}, "HEAD");
  expect(await head.text()).toBe("");
  expect(head.headers.get("Content-Length")).toBe(first.headers.get("Content-Length"));
  const preflight = await fetchDownload("places.csv", {}, "OPTIONS");
  expect(preflight.status).toBe(204);
  expect(preflight.headers.get("Access-Control-Allow-Methods")).toBe("GET, HEAD");
  expect((await fetchDownload("places.csv", {}, "POST")).status).toBe(405);
});

test("makes the files anew behind a request, once ten minutes have passed and a place has changed", async () => {
  const { ask: fetchDownload, openData } = openProcess();
  const places = async () =>
    JSON.parse(await (await fetchDownload("places.json")).text()).places.length;
  expect(await places()).toBe(251);
  const settle = async () => {
    await openData.find();
    await openData[Symbol.asyncDispose]();
  };
  nowMs += 10 * minuteMs;
  await settle();
  expect(stamps().size).toBe(1);
  await addPlaces(db.database, [{}]);
  nowMs -= 1;
  await settle();
  expect(await places()).toBe(251);
  nowMs += 1;
  await settle();
  expect(await places()).toBe(252);
  // Files of the export before are removed when no reader can be about to open them.
  const [old] = [...stamps()].toSorted();
  for (const name of readdirSync(directory)) {
    if (name.startsWith(old)) utimesSync(join(directory, name), 1, 1);
  }
  writeFileSync(join(directory, "left.part"), "");
  utimesSync(join(directory, "left.part"), 1, 1);
  await sql`update place set comments = 'x' where osm_id = 'node/1'`.execute(db.database);
  nowMs += 10 * minuteMs;
  await settle();
  expect(stamps()).not.toContain(old);
  expect(readdirSync(directory)).not.toContain("left.part");
});

test("makes the files anew at once where the operator has named another licence", async () => {
  const licenceOfPlace = async ({ ask: fetchDownload }: ReturnType<typeof openProcess>) => {
    const { places } = await (await fetchDownload("places.json")).json();
    return places.find(({ city }: { city: string }) => city !== "Győr").licence;
  };
  expect(await licenceOfPlace(openProcess(directory, null))).toMatch(/^not stated/);
  const named = openProcess(directory, "CC0-1.0");
  expect(await licenceOfPlace(named)).toBe("CC0-1.0");
  const before = await openProcess(directory, null).ask("places.csv");
  const known = { "If-None-Match": before.headers.get("ETag") ?? "" };
  const csv = await openProcess(directory, "CC0-1.0").ask("places.csv", known);
  expect(csv.status).toBe(200);
  expect(csv.headers.get("Cache-Control")).toBe("public, no-cache");
  expect(await csv.text()).toContain(",CC0-1.0");
  const made = stamps();
  expect(await licenceOfPlace(named)).toBe("CC0-1.0");
  expect(stamps()).toEqual(made);
});

test("the catalogue of a site without an operator's name has the product's, in each language", async () => {
  const { ask: fetchDownload, openData } = openProcess(directory, null, null);
  const catalog = await (await fetchDownload("catalog.jsonld")).json();
  const names = languages.map((language) => ({
    "@language": language,
    "@value": textsIn(language, null).i18n.t("app.title"),
  }));
  expect(names).toContainEqual({ "@language": "hu", "@value": "Mosdókereső" });
  expect(catalog["dct:title"]).toEqual(names);
  expect(catalog["dct:publisher"]["foaf:name"]).toEqual(names);
  expect(catalog["dct:description"]).toHaveLength(names.length);
  expect(await dcatErrors(catalog)).toEqual([]);
  // One of the places is a sample.
  expect(await openData.describe()).toMatchObject({ hasSamples: true });
});

test("processes that share the folder do not tear each other's files", async () => {
  const processes = [openProcess(), openProcess(), openProcess()];
  for (let round = 0; round < 4; round++) {
    await addPlaces(db.database, [{}]);
    nowMs += 11 * minuteMs;
    await Promise.all(
      processes.flatMap(({ ask: fetchDownload }) =>
        downloadNames.map(async (name) => {
          const text = await (await fetchDownload(name)).text();
          if (name.endsWith("json")) JSON.parse(text);
          else expect(text.trimStart().split("\r\n").length).toBeGreaterThan(252);
        }),
      ),
    );
    await Promise.all(processes.map(({ openData }) => openData[Symbol.asyncDispose]()));
  }
  const { stamp } = JSON.parse(readFileSync(join(directory, "open-data.json"), "utf8"));
  expect(stamps()).toContain(stamp);
});

test("is streamed where nothing can be stored, a few at once", async () => {
  // Simulates a full disk: the folder cannot be made.
  writeFileSync(join(directory, "../file"), "");
  const { ask: fetchDownload } = openProcess(join(directory, "../file/open-data"));
  const response = await fetchDownload("places.json", { "Accept-Encoding": "gzip" });
  expect(response.headers.get("ETag")).toBe(null);
  const text = gunzipSync(Buffer.from(await response.arrayBuffer())).toString();
  expect(JSON.parse(text).places).toHaveLength(251);
  const bom = await fetchDownload("places-bom.csv");
  expect(Buffer.from(await bom.arrayBuffer()).subarray(0, 3)).toEqual(Buffer.from("\ufeff"));
  expect(warned).toHaveLength(1);
  const opened = [
    await fetchDownload("places.csv"),
    await fetchDownload("places.csv"),
    await fetchDownload("places.csv"),
  ];
  await Promise.all(opened.map(async ({ body }) => body?.getReader().read()));
  const refused = await fetchDownload("places.csv");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "2"]);
});

/** Properties that DCAT-AP 3 requires of each class, and those that a portal shows. */
const required: Record<string, readonly string[]> = {
  Catalog: ["terms/title", "terms/description", "terms/publisher", "dcat#dataset"],
  Dataset: [
    ...["terms/title", "terms/description", "terms/publisher", "terms/modified"],
    ...["dcat#distribution", "dcat#theme", "dcat#contactPoint"],
  ],
  Distribution: ["dcat#accessURL", "dcat#downloadURL", "terms/format", "terms/license"],
};

/** Required properties that are missing in a catalogue. */
async function dcatErrors(catalog: object): Promise<string[]> {
  // Safe mode: it fails on properties that it would otherwise drop.
  const options = { safe: true } as jsonld.Options.Flatten;
  const nodes = await jsonld.flatten(catalog as jsonld.JsonLdDocument, null as never, options);
  return (nodes as unknown as Record<string, unknown>[]).flatMap((node) => {
    const [type = ""] = (node["@type"] ?? []) as string[];
    const name = type.split("#").at(-1) ?? "";
    const expected = Object.keys(node);
    return (required[name] ?? [])
      .filter((property) => !expected.some((one) => one.endsWith(`/${property}`)))
      .map((property) => `${name} lacks ${property}`);
  });
}

test("the catalogue names each download with licence, dates and length", async () => {
  const { ask: fetchDownload } = openProcess();
  const response = await fetchDownload("catalog.jsonld");
  expect(response.headers.get("Content-Type")).toBe("application/ld+json");
  const catalog = await response.json();
  expect(catalog).toMatchObject({
    "@type": "dcat:Catalog",
    "dct:publisher": { "foaf:name": "Győr" },
    "dcat:dataset": {
      "@type": "dcat:Dataset",
      "dct:modified": { "@value": "2026-06-01T10:00:00.400Z" },
      "dcat:contactPoint": { "vcard:hasEmail": { "@id": "mailto:help@mosdo.example" } },
    },
  });
  expect(await dcatErrors(catalog)).toEqual([]);
  const [first] = catalog["dcat:dataset"]["dcat:distribution"];
  const { "dcat:accessURL": _, ...without } = first;
  catalog["dcat:dataset"]["dcat:distribution"][0] = { ...without, "dcat:acessURL": 1 };
  expect(await dcatErrors(catalog)).toEqual(["Distribution lacks dcat#accessURL"]);
  catalog["dcat:dataset"]["dcat:distribution"][0] = first;
  const distributions = catalog["dcat:dataset"]["dcat:distribution"];
  expect(distributions).toHaveLength(downloadNames.length);
  const { bytes } = JSON.parse(readFileSync(join(directory, "open-data.json"), "utf8")).files[
    "places.geojson"
  ];
  expect(distributions[0]).toMatchObject({
    "dcat:downloadURL": { "@id": "https://mosdo.example/data/places.geojson" },
    "dct:license": { "@id": "https://opendatacommons.org/licenses/odbl/1-0/" },
    "dcat:byteSize": { "@value": String(bytes) },
  });
});
