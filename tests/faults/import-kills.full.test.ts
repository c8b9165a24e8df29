import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { VectorTile } from "@mapbox/vector-tile";
import { sql } from "kysely";
import { PbfReader } from "pbf";
import { PMTiles } from "pmtiles";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { streetMapPath } from "#server/base-map/tile-archive.ts";
import { openExtract } from "#server/geo/create-geo.ts";
import { createInstructionLocales, findValhalla } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { ExtractFiles } from "#server/import/extract-files.ts";
import { sourceName } from "#server/import/import-file.ts";
import { listExtracts } from "#server/import/imported-extracts.ts";
import { OsmPbfFile } from "#server/import/osm/osm-file.ts";
import { addReviews } from "#tests/support/database/add-places.ts";
import { hungarianExtract } from "#tests/support/map-data/hungarian-extract.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { streetGrid } from "#tests/support/map-data/street-grid.ts";
import { type TestExtract, writeOsmPbf } from "#tests/support/map-data/write-osm-pbf.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";
import {
  createInstance,
  expectCompleteOrNothing,
  type Instance,
  leftBy,
  startCommand,
  untilDatabaseKnows,
} from "./import-commands.ts";

/*
 * Imports of an extract and of a newer one, and its removals, that are killed at random moments, the
 * second at named ones. After each the result is complete or absent, and the next import, or removal, completes it. One kill of an import is in
 * `import-kill.integration.test.ts`.
 */
const kills = 10;
const seed = 20_261_124;
const extract = sharedData("liechtenstein-2015.osm.pbf");

describe.skipIf(extract === null)("an import that is killed", () => {
  it("leaves nothing half, and the next one completes it", {
    timeout: 60_000 + kills * 60_000,
  }, async () => {
    const random = randomNumbers(seed);
    await using instance = await createInstance();
    const startedAtMs = performance.now();
    await complete(instance);
    const completeMs = performance.now() - startedAtMs;
    const whole = await leftBy(instance);
    expect(whole.rows.toilets).toBeGreaterThan(0);
    expect(Object.keys(whole.files).join()).toMatch(/\.osm\.pbf.*\.pmtiles/);

    const seen = new Set<string>();
    for (let kill = 0; kill < kills; kill++) {
      await using broken = await createInstance();
      const atMs = random() * completeMs;
      await killAfter(atMs, startImport(broken));
      await untilDatabaseKnows(broken);
      const left = await leftBy(broken);
      seen.add(JSON.stringify(left.rows) + Object.keys(left.files).length);
      expectCompleteOrNothing(left, whole, `killed after ${Math.round(atMs)} ms`);
      await complete(broken);
      expect(await leftBy(broken), `after ${Math.round(atMs)} ms`).toEqual(whole);
    }
    // Kills that all came before the first row would show nothing.
    expect(seen.size).toBeGreaterThan(2);
  });
});

describe.skipIf(extract === null)("a removal that is killed", () => {
  it("leaves what the list still names, and the next one completes it", {
    timeout: 60_000 + kills * 90_000,
  }, async () => {
    const random = randomNumbers(seed + 1);
    await using instance = await createInstance();
    const source = sourceName(extract!);
    const list = () =>
      listExtracts({ database: instance.db.database, dataDirectory: instance.folder });
    const remove = (name: string) => startCommand(instance, "extracts", "remove", name);
    const south = join(instance.folder, "south.osm.pbf");
    writeFileSync(south, writeOsmPbf(hungarianExtract));
    expect(await once(startCommand(instance, "import", south), "exit")).toEqual([0, null]);

    let completeMs = 5_000;
    for (let kill = 0; kill < kills; kill++) {
      await complete(instance);
      const startedAtMs = performance.now();
      await killAfter(random() * completeMs, remove(source));
      await untilDatabaseKnows(instance);
      const left = await list();
      const again = remove(source);
      const [code] = await once(again, "exit");
      completeMs = Math.max(completeMs, performance.now() - startedAtMs);
      const isLeft = left.some(({ name }) => name === source);
      expect(code, JSON.stringify(left)).toBe(isLeft ? 0 : 1);
      expect((await list()).map(({ name }) => name)).toEqual(["south"]);
      expect(await list()).toMatchObject([
        { name: "south", search: { settlements: 7 }, streetMap: "present" },
      ]);
    }
  });
});

/** The steps of a removal with places before which it is killed, in their order. */
const removalMoments: readonly (readonly [name: string, killAt: RegExp])[] = [
  ["while it reads the other extract", /^read \S+county-\w+.osm.pbf#1/],
  ["before its places are in no file", /^query update place set imported = imported \|\|/],
  ["before the other extract adopts some", /^query update place set imported = imported -/],
  ["while it removes places", /^query insert into "audit"/],
  ["before the search is without it", /^query delete from "extract"/],
  ["before its file is removed", /^remove \S+extracts\S+town-\w+.osm.pbf#/],
  ["while the walking tiles are built", /^running \S+valhalla_build_tiles/],
  ["before the walking tiles are put in use", /^rename \S+current.new /],
  ["while the map is cut", /^read \S+street-map.unfinished.cells/],
  ["before the map takes its place", /^rename \S+streets.pmtiles /],
  ["before the map is recorded", /^rename \S+made-of.json.new \S+#2/],
];

describe("a removal of one of two overlapping extracts that is killed", () => {
  const valhalla = findValhalla();
  const toilet = { amenity: "toilets" };
  const both = { 901: [19.051, 47.0505, toilet] } as const;
  let instance: Awaited<ReturnType<typeof createInstance>>;
  const run = async (script: string, ...args: string[]) =>
    expect(await once(startCommand(instance, script, ...args), "exit")).toEqual([0, null]);
  const list = () =>
    listExtracts({ database: instance.db.database, dataDirectory: instance.folder });
  const save = (name: string, toilets: TestExtract["nodes"]) => {
    const grid = streetGrid(1, [19.05, 47.05]);
    const path = join(instance.folder, `${name}.osm.pbf`);
    writeFileSync(path, writeOsmPbf({ ...grid, nodes: { ...grid.nodes, ...toilets } }));
    return path;
  };
  const shown = async () => {
    const { rows } = await sql<{ osm_id: string; source: string; in_no_file: boolean }>`
      select osm_id, imported ->> 'source' as source, imported ? 'isInNoFile' as in_no_file
      from place where osm_id is not null and deleted_at is null order by osm_id`.execute(
      instance.db.database,
    );
    return rows.map(({ osm_id, source, in_no_file }) => `${osm_id} ${in_no_file ? "-" : source}`);
  };
  let town: string;

  beforeAll(async () => {
    instance = await createInstance();
    const { database } = instance.db;
    town = save("town", {
      ...both,
      902: [19.052, 47.0505, toilet],
      903: [19.053, 47.0505, toilet],
    });
    await run("import", town);
    await run("import", save("county", { ...both, 904: [19.054, 47.0505, toilet] }));
    const { id } = await database
      .selectFrom("place")
      .select("id")
      .where("osm_id", "=", "node/903")
      .executeTakeFirstOrThrow();
    await addReviews(database, id, [3]);
  });
  afterAll(() => instance[Symbol.asyncDispose]());

  it.each(removalMoments)(
    "%s leaves the places that another one has, and the next removal completes it",
    async (name, killAt) => {
      if (name.includes("walking tiles") && !valhalla) return;
      await run("import", town);
      await sql`
        update place set imported = jsonb_set(imported, '{source}', '"town"')
        where osm_id = 'node/901'`.execute(instance.db.database);
      const whole = ["node/901 town", "node/902 town", "node/903 town", "node/904 county"];
      expect(await shown()).toEqual(whole);

      const preload = new URL("./kill-at-step.ts", import.meta.url).href;
      const environment = { NODE_OPTIONS: `--import ${preload}`, KILL_AT: killAt.source };
      const removal = ["extracts", "remove", "town", "--places"] as const;
      const killed = startCommand({ ...instance, environment }, ...removal);
      expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
      await untilDatabaseKnows(instance);
      expect((await list()).map((extract) => extract.name)).toEqual(["county", "town"]);
      expect((await shown()).map((line) => line.split(" ")[0])).toEqual(
        expect.arrayContaining(["node/901", "node/903", "node/904"]),
      );

      await run(...removal);
      expect(await shown()).toEqual(["node/901 county", "node/903 -", "node/904 county"]);
      expect(await list()).toMatchObject([
        { name: "county", places: 2, streetMap: "present", ways: valhalla ? "present" : "absent" },
      ]);
      const files = readdirSync(join(instance.folder, "street-map"));
      expect(files.toSorted()).toEqual(["made-of.json", "streets.pmtiles"]);
    },
  );
});

/** The steps of an import before which it is killed, in their order, as `kill-at-step.ts` names them. */
const moments: readonly (readonly [name: string, killAt: RegExp])[] = [
  ["while it reads the file", /^read \S+village-latest.osm.pbf#4/],
  ["while it writes the search", /^query insert into "settlement"/],
  ["before the search is whole", /^query analyze settlement/],
  ["while it writes toilets", /^query insert into "place"/],
  ["while it removes toilets that are gone", /^query insert into "audit"/],
  ["while it copies the file", /^rename \S+unfinished \S+osm.pbf#/],
  ["with two files of one name", /^remove \S+extracts\S+osm.pbf#/],
  ["while the walking tiles are built", /^running \S+valhalla_build_tiles/],
  ["before the walking tiles are put in use", /^rename \S+current.new /],
  ["while the map is cut", /^read \S+street-map.unfinished.cells/],
  ["before the map takes its place", /^rename \S+streets.pmtiles /],
  ["before the map is recorded", /^rename \S+made-of.json.new \S+#2/],
  ["while it cleans up", /^remove \S+street-map.unfinished#2/],
];

describe("an import of a changed file that is killed", () => {
  const corner: Coordinates = [19.05, 47.05];
  const valhalla = findValhalla();
  const isOfRouter = (name: string) => name.includes("walking tiles");
  const localeOf = createInstructionLocales(readTranslations());
  const options = { ...searchOptions("en"), avoidsSteps: false };
  let instance: Awaited<ReturnType<typeof createInstance>>;
  let generation = 0;

  /** Each generation has other names of streets and of a toilet; one toilet closes, and another opens. */
  function nextFile(): string {
    generation++;
    const toilets = [1, 2, 3].map((toilet): TestExtract["nodes"] => {
      const tags = { amenity: "toilets", name: `Toilet ${toilet} of ${generation}` };
      const id = toilet === 1 ? 901 : 900 + 10 * generation + toilet;
      return { [id]: [19.05 + toilet / 1e3, 47.0505, tags] };
    });
    const closed = { "disused:amenity": "toilets" };
    const gone: TestExtract["nodes"] = {
      [900 + 10 * (generation - 1) + 2]: [19.052, 47.0505, closed],
    };
    const village = { place: "village", name: `Village ${generation}` };
    const grid = streetGrid(1, corner, ` of ${generation}`);
    const path = join(instance.folder, "village-latest.osm.pbf");
    const nodes = Object.assign({ 890: [...corner, village] }, grid.nodes, ...toilets, gone);
    const dataAt = new Date(Date.UTC(2026, 1, generation));
    writeFileSync(path, writeOsmPbf({ nodes, ways: grid.ways, dataAt }));
    return path;
  }

  async function importAll(path: string): Promise<void> {
    expect(await once(startCommand(instance, "import", path), "exit")).toEqual([0, null]);
  }

  beforeAll(async () => {
    instance = await createInstance();
    await importAll(nextFile());
  });
  afterAll(() => instance[Symbol.asyncDispose]());

  /** Generations of each part, as a visitor finds them; several of one part are a half. */
  async function generationsOf(): Promise<Record<string, readonly number[]>> {
    const { database } = instance.db;
    const numbers = (names: readonly string[]) =>
      [...new Set(names.map((name) => Number(/ of (\d+)$/.exec(name)?.[1])))].toSorted(
        (one, other) => one - other,
      );
    const { rows } = await sql<{ name: string }>`
      select name from street union all select replace(name, 'Village', 'Village of') from settlement`.execute(
      database,
    );
    const parts = {
      search: numbers(rows.map(({ name }) => name)),
      file: [(await dataOfExtract(instance))?.getUTCDate() ?? 0],
      map: numbers(await namesInMap(instance.folder, corner)),
    };
    if (!valhalla) return parts;
    const providers = openExtract({
      ...{ database, dataDirectory: instance.folder, localeOf, log: silentLog },
    });
    try {
      const [lng, lat] = corner;
      const route = await providers.provider.directions(
        corner,
        [lng + 0.006, lat + 0.007],
        options,
      );
      if (!route.ok || route.value.kind !== "route") return { ...parts, ways: [] };
      const texts = route.value.steps.flatMap(({ instruction }) =>
        [...instruction.matchAll(/(?:Row|Column) \d+ of \d+/g)].map(([street]) => street),
      );
      return { ...parts, ways: numbers(texts) };
    } finally {
      await providers[Symbol.asyncDispose]();
    }
  }

  /** Toilets that are shown, by their names. */
  async function toilets(): Promise<string[]> {
    const { rows } = await sql<{ comments: string }>`
      select comments from place where osm_id is not null and deleted_at is null order by 1`.execute(
      instance.db.database,
    );
    return rows.map(({ comments }) => comments);
  }

  /** Those of a generation: one is renamed, one closes in the next, and one of each stays though its file lacks it. */
  function toiletsOf(last: number): string[] {
    const all = Array.from({ length: last }, (_, at) => `Toilet 3 of ${at + 1}`);
    return [`Toilet 1 of ${last}`, `Toilet 2 of ${last}`, ...all].toSorted();
  }

  it.each(moments)(
    "%s leaves each part old or new, and the next import completes it",
    async (name, killAt) => {
      if (isOfRouter(name) && !valhalla) return;
      const before = generation;
      const path = nextFile();
      const preload = new URL("./kill-at-step.ts", import.meta.url).href;
      const environment = { NODE_OPTIONS: `--import ${preload}`, KILL_AT: killAt.source };
      const killed = startCommand({ ...instance, environment }, "import", path);
      expect(await once(killed, "exit")).toEqual([null, "SIGKILL"]);
      await untilDatabaseKnows(instance);
      for (const [part, found] of Object.entries(await generationsOf())) {
        expect([[before], [generation]], part).toContainEqual(found);
      }
      for (const toilet of await toilets()) {
        expect([...toiletsOf(before), ...toiletsOf(generation)]).toContain(toilet);
      }
      // It is refused while a lock is held.
      await importAll(path);
      for (const [part, found] of Object.entries(await generationsOf())) {
        expect(found, part).toEqual([generation]);
      }
      expect(await toilets()).toEqual(toiletsOf(generation));
      const files = ["extracts", "street-map"].flatMap((folder) =>
        readdirSync(join(instance.folder, folder)).map((file) => file.replace(/-\w{16}\./, ".")),
      );
      expect(files).toEqual([
        ...["village.osm.pbf", "village.osm.pbf.index.json"],
        ...["made-of.json", "streets.pmtiles"],
      ]);
      // The former set stays for servers that read it.
      if (valhalla) {
        const sets = readdirSync(join(instance.folder, "walking-tiles"));
        expect(sets.filter((set) => !/^(all-\w{16}|current)$/.test(set))).toEqual([]);
        expect(sets.length).toBeLessThanOrEqual(3);
      }
    },
  );
});

/** Names of the streets in the street map's tile at a point. */
async function namesInMap(folder: string, [lng, lat]: Coordinates): Promise<string[]> {
  const bytes = readFileSync(streetMapPath(folder));
  const map = new PMTiles({
    getKey: () => folder,
    getBytes: async (offset, length) => ({
      data: Uint8Array.from(bytes.subarray(offset, offset + length)).buffer,
    }),
  });
  const [x, y] = [worldX(lng), worldY(lat)].map((share) => Math.floor(share * 2 ** 14));
  const tile = await map.getZxy(14, x, y);
  const layer = new VectorTile(new PbfReader(new Uint8Array(tile!.data))).layers
    .transportation_name;
  return Array.from({ length: layer.length }, (_, at) => String(layer.feature(at).properties.name));
}

/** Date of the stored extract, which is readable to its end. */
async function dataOfExtract({ folder }: Instance): Promise<Date | null> {
  const [{ path }] = new ExtractFiles(folder).list();
  await using file = await OsmPbfFile.open(path);
  return file.header.dataAt;
}

async function killAfter(atMs: number, child: ChildProcess): Promise<void> {
  const ended = once(child, "exit");
  await delay(atMs);
  if (child.pid !== undefined && child.exitCode === null) process.kill(-child.pid, "SIGKILL");
  await ended;
}

function startImport(instance: Instance): ChildProcess {
  return startCommand(instance, "import", extract!, "--country", "LI");
}

async function complete(instance: Instance): Promise<void> {
  const [code] = await once(startImport(instance), "exit");
  expect(code).toBe(0);
}
