import { setTimeout as delay } from "node:timers/promises";
import { VectorTile } from "@mapbox/vector-tile";
import { sql } from "kysely";
import { PbfReader } from "pbf";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { addPlaces } from "#tests/support/database/add-places.ts";
import type { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import type { TestDatabase } from "#tests/support/database/test-database.ts";
import type { ServerProcess } from "#tests/support/server-process.ts";
import { startTwoServers, type TwoServers } from "#tests/support/two-servers.ts";

/*
 * Tiles, pictures, lists and places that two built servers on one database keep. One server takes a write:
 * its own answers show it at once, those of the other within two seconds.
 */

let servers: TwoServers;
let db: TestDatabase;
let proxy: DatabaseProxy;
let writing: ServerProcess;
let other: ServerProcess;
let write: TwoServers["write"];
/** Sessions of the administrator and of two other accounts. */
let administrator: string;
let bela: string;
/** One that the writing server has not seen. */
let cili: string;
let shown: number;

const tile = "/tiles/places/6/35/22.mvt";
const picture = "/map-picture.svg?view=19.05,47.5,12";
/** The picture of all places is the same, open or closed. */
const openPicture = `${picture}&open=1`;

beforeAll(async () => {
  servers = await startTwoServers({
    places: [{ comments: "shown", longitude: 19.05, latitude: 47.5, city: "Budapest" }],
    accounts: ["anna@example.org", "bela@example.org", "cili@example.org"],
    logLevel: "info",
  });
  ({ db, proxy, writing, other, write } = servers);
  [administrator, bela, cili] = servers.sessions;
  [shown] = servers.placeIds;
}, 300_000);
afterAll(() => servers[Symbol.asyncDispose]());

async function get(server: ServerProcess, path: string, headers: Record<string, string> = {}) {
  const answer = await fetch(server.origin + path, { headers });
  return { status: answer.status, headers: answer.headers, bytes: await answer.bytes() };
}

async function getJson(server: ServerProcess, path: string, headers?: Record<string, string>) {
  const { bytes } = await get(server, path, headers);
  return JSON.parse(new TextDecoder().decode(bytes));
}

/** What the features of the tile say. */
async function featuresOf(server: ServerProcess, headers?: Record<string, string>) {
  const { bytes } = await get(server, tile, headers);
  const { places } = new VectorTile(new PbfReader(bytes)).layers;
  return Array.from({ length: places?.length ?? 0 }, (_, at) => places.feature(at).properties);
}

/** Status and content of an answer, which two servers have alike. */
async function essence(server: ServerProcess, path: string): Promise<string> {
  const { status, bytes } = await get(server, path);
  return `${status} ${Buffer.from(bytes).toString("latin1")}`;
}

const list = "/api/v1/places";
const near = `${list}?sort=near&near=19.05,47.5`;
const nearest = "/api/v1/places/nearest?near=19.05,47.5";
const one = () => `/api/v1/places/${shown}`;

test.each([tile, picture, list, nearest, "place"])(
  "%s is the same again, and 304 for who has it",
  async (name) => {
    const path = name === "place" ? one() : name;
    for (const coding of ["br", "gzip", "identity"]) {
      const headers = { "Accept-Encoding": coding };
      const first = await get(other, path, headers);
      const again = await get(other, path, headers);
      expect(first.status).toBe(200);
      expect(Buffer.compare(again.bytes, first.bytes)).toBe(0);
      expect(comparable(again.headers)).toEqual(comparable(first.headers));
      const etag = first.headers.get("ETag") ?? "";
      expect(etag).toMatch(/^(W\/)?"[^"]+"$/);
      const known = await get(other, path, { ...headers, "If-None-Match": `"x", ${etag}` });
      expect(known.status).toBe(304);
      expect(known.bytes).toHaveLength(0);
      expect(known.headers.get("ETag")).toBe(etag);
      expect((await get(other, path, { ...headers, "If-None-Match": '"x"' })).status).toBe(200);
    }
  },
);

/** Headers that do not change from answer to answer. */
function comparable(headers: Headers): Record<string, string> {
  return Object.fromEntries(
    [...headers]
      .map(([name, value]) => [name, value.replace(/max-age=\d+/, "max-age")])
      .filter(([name]) => name !== "date"),
  );
}

/** Writes, in an order in which each finds what it needs, and what shows them. */
const writes: [name: string, write: () => Promise<void>, paths: () => string[]][] = [
  [
    "a review",
    () => write("PUT", `/places/${shown}/reviews/me`, { rating: 4, text: "good" }),
    () => [list, nearest, one()],
  ],
  ["no review", () => write("DELETE", `/places/${shown}/reviews/me`), () => [list, nearest, one()]],
  [
    "a confirmation",
    () => write("POST", `/places/${shown}/confirmations`),
    () => [list, near, one()],
  ],
  [
    "a visitor's confirmation",
    () => write("POST", `/places/${shown}/confirmations`, undefined, ""),
    () => [list, near, one()],
  ],
  [
    "a visitor's report that a place is out of order",
    () => write("POST", `/places/${shown}/reports`, { reason: "out-of-order" }, ""),
    () => [tile, openPicture, list, near, nearest, one()],
  ],
  [
    "the administrator's confirmation that it is open again",
    () => write("POST", `/places/${shown}/confirmations`),
    () => [tile, openPicture, list, nearest, one()],
  ],
  [
    "the end of an account, with its review",
    async () => {
      const dora = await servers.register("dora@example.org");
      await write("PUT", `/places/${shown}/reviews/me`, { rating: 2, text: "" }, dora);
      const before = await essence(writing, one());
      await write("DELETE", "/account", undefined, dora);
      expect(await essence(writing, one())).not.toBe(before);
    },
    () => [],
  ],
  [
    "an address that is corrected in the database",
    async () => {
      await db.database
        .updateTable("place")
        .set({ address: "Új utca 1." })
        .where("id", "=", shown)
        .execute();
      await delay(2_000);
    },
    () => [list, nearest, one()],
  ],
  [
    "another position",
    () => write("PUT", `/places/${shown}/position`, { longitude: 19.06, latitude: 47.51 }),
    () => [tile, picture, list, nearest, one()],
  ],
  [
    "a deleted place",
    () => write("DELETE", `/places/${shown}`),
    () => [tile, picture, list, nearest, one()],
  ],
  [
    "a restored place",
    () => write("POST", `/places/${shown}/restore`),
    () => [tile, picture, list, nearest, one()],
  ],
  [
    "a new place",
    () =>
      write("POST", "/places", {
        country: "HU",
        city: "Eger",
        address: "Dobó tér 1.",
        accessible: true,
        public: true,
        latitude: 47.9,
        longitude: 20.37,
        opening_times: Array(7).fill("08:00-20:00"),
      }),
    () => [tile, list],
  ],
];

test.each(writes)(
  "shows %s at once where it was written, and elsewhere within two seconds",
  async (_, change, paths) => {
    const read = (server: ServerProcess) =>
      Promise.all(paths().map((path) => essence(server, path)));
    // Twice: the second is the kept one.
    await Promise.all([read(writing), read(other)]);
    const [before, beforeElsewhere] = await Promise.all([read(writing), read(other)]);
    await change();
    const after = await read(writing);
    for (const [index, path] of paths().entries()) {
      expect(after[index], path).not.toBe(before[index]);
    }
    await delay(2_000);
    // Once more where the machine was busy, or a minute turned between the two readings.
    await vi.waitFor(
      async () => {
        const [there, here] = await Promise.all([read(other), read(writing)]);
        for (const [index, path] of paths().entries()) {
          expect(there[index], path).not.toBe(beforeElsewhere[index]);
          expect(there[index], path).toBe(here[index]);
        }
      },
      { timeout: 2_000, interval: 200 },
    );
  },
);

describe("someone with a session", () => {
  test("gets the own reviews and confirmations, and visitors never see these", async () => {
    const visitors = await essence(writing, list);
    await write("PUT", `/places/${shown}/reviews/me`, { rating: 5, text: "" }, bela);
    const own = await getJson(writing, list, { Cookie: bela });
    const reviewed = own.places.filter((place: { reviewed: boolean }) => place.reviewed);
    expect(reviewed.map(({ id }: { id: number }) => id)).toEqual([shown]);
    expect((await getJson(writing, one(), { Cookie: bela })).reviewed).toBe(true);
    for (const path of [list, one(), nearest]) {
      const text = await essence(writing, path);
      expect(text).not.toContain("reviewed");
      expect(await essence(writing, path)).toBe(text);
    }
    await write("DELETE", `/places/${shown}/reviews/me`, undefined, bela);
    expect((await getJson(writing, one(), { Cookie: bela })).reviewed).toBe(false);
    expect(await essence(writing, list)).toBe(visitors);
  });

  test("who is disabled gets what visitors get", async () => {
    await db.database
      .updateTable("account")
      .set({ disabled: true })
      .where("email", "=", "bela@example.org")
      .execute();
    expect(await getJson(writing, one(), { Cookie: bela })).toEqual(await getJson(writing, one()));
    expect(await featuresOf(writing, { Cookie: bela })).toEqual(await featuresOf(writing));
    await db.database.updateTable("account").set({ disabled: false }).execute();
    expect(await getJson(writing, one(), { Cookie: bela })).toHaveProperty("reviewed");
  });

  test("gets tiles from memory, while the administrator's are made each time", async () => {
    await addPlaces(db.database, [{ accepted: false, longitude: 19.3, latitude: 47.3 }]);
    await delay(2_000);
    const visitors = await featuresOf(writing);
    for (let round = 0; round < 2; round++) {
      const own = await get(writing, tile, { Cookie: administrator });
      expect(own.headers.get("Cache-Control")).toBe("private, no-store");
      const seen = await featuresOf(writing, { Cookie: administrator });
      expect(seen).not.toEqual(visitors);
      expect(seen.some(({ accepted, waiting }) => accepted === false || Number(waiting) > 0)).toBe(
        true,
      );
      expect(await featuresOf(writing, { Cookie: bela })).toEqual(visitors);
      expect(await featuresOf(writing)).toEqual(visitors);
    }
    // While no session can be looked up, only one that is known gets the tile as visitors do.
    await db.database.transaction().execute(async (transaction) => {
      await sql`lock table session in access exclusive mode`.execute(transaction);
      const known = await get(writing, tile, { Cookie: bela });
      expect(known.headers.get("Cache-Control")).toMatch(/^public/);
      const unknown = await get(writing, tile, { Cookie: cili });
      expect(unknown.headers.get("Cache-Control")).toBe("private, no-store");
    });
  });
});

test("the administrator alone sees a place in lists before it is accepted", async () => {
  const [waiting] = await addPlaces(db.database, [{ accepted: false, city: "Sopronkeresztúr" }]);
  await delay(2_000);
  const path = `/api/v1/places/${waiting}`;
  const text = async (headers?: Record<string, string>) =>
    JSON.stringify(await getJson(writing, list, headers));
  expect(await text({ Cookie: administrator })).toContain("Sopronkeresztúr");
  expect(await text()).not.toContain("Sopronkeresztúr");
  expect(await text({ Cookie: bela })).not.toContain("Sopronkeresztúr");
  expect((await get(writing, path, { Cookie: administrator })).status).toBe(200);
  expect((await get(writing, path)).status).toBe(404);
  expect((await get(writing, path, { Cookie: bela })).status).toBe(404);
  await write("POST", `/places/${waiting}/accept`);
  expect((await get(writing, path)).status).toBe(200);
  expect(await text()).toContain("Sopronkeresztúr");
});

test("a place that was read is not read again, by any question, while it does not change", async () => {
  // A few places at a time, and under another address each time: no answer is a kept one.
  const ask = (page: number) => getJson(writing, `${list}?per_page=${page}`);
  await ask(50);
  await proxy.set("reset");
  try {
    const { places, as_of } = await ask(49);
    expect(places.length).toBeGreaterThan(0);
    expect(as_of).toBeUndefined();
    expect((await getJson(writing, `${one()}?`)).id).toBe(shown);
  } finally {
    await proxy.set("pass");
  }
});

test("while the database is away, a list that is older than a few seconds says so", async () => {
  // The test before has cut its connections.
  await expect
    .poll(() => getJson(other, list), { timeout: 15_000 })
    .toEqual(expect.not.objectContaining({ code: "error.unavailable" }));
  await proxy.set("reset");
  try {
    await delay(6_000);
    expect(await getJson(other, list)).toHaveProperty("as_of");
    expect((await get(other, tile)).status).toBe(200);
    const own = await get(other, tile, { Cookie: bela });
    expect(own.headers.get("Cache-Control")).toBe("private, no-store");
  } finally {
    await proxy.set("pass");
  }
});

test("each request has its line in the log, also where it was answered from memory", async () => {
  const before = writing.output.split('"path":"/api/v1/places/nearest"').length;
  for (let round = 0; round < 3; round++) await get(writing, nearest);
  await expect
    .poll(() => writing.output.split('"path":"/api/v1/places/nearest"').length)
    .toBe(before + 3);
});
