import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { maxPrice } from "#domain/place/place-fee.ts";
import type { Database } from "#server/database/connect.ts";
import { ImportFileError } from "#server/import/import-file-error.ts";

import { removeExpired } from "#server/moderation/retention.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import {
  hashedAtTheSource,
  publishedParameters,
  publishedUser,
} from "#tests/support/accounts/published-hash.ts";
import {
  createTestAccounts,
  TestBrowser,
  testAuthSecret,
} from "#tests/support/accounts/test-accounts.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { contentsOf } from "#tests/support/database-content.ts";
import { readPasswordParameters } from "./exported-users.ts";
import { type FirebaseMigrationOptions, migrateFirebase } from "./migrate-firebase.ts";

const folder = mkdtempSync(join(tmpdir(), "mosdo-moving-"));
let shared: TestDatabase;
beforeAll(async () => {
  shared = await createTestDatabase();
});
afterAll(async () => {
  await shared[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true });
});

/** The database of all tests here, emptied: one for each of them costs more than the tests. */
async function emptyDatabase(): Promise<TestDatabase> {
  await sql`
    truncate place, account, moved_in, moved_password_key, audit, removed_review, sample_removal, mail
    cascade`.execute(shared.database);
  return shared;
}

function write(name: string, content: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, typeof content === "string" ? content : JSON.stringify(content));
  return path;
}

const now = new Date("2026-06-10T12:00:00Z");
const hashPath = write("hash.txt", publishedParameters);

function run(database: Database, files: Partial<FirebaseMigrationOptions>) {
  const none = { places: null, users: null, passwordParameters: hashPath };
  return migrateFirebase({
    ...{ database, authSecret: testAuthSecret, source: "original", isDryRun: false, now },
    ...none,
    ...files,
  });
}

/** Document of a place with all fields of the original. */
const station = {
  country: "Magyarország",
  city: "Szeged",
  address: "Indóház tér 1. A épület",
  price: 150,
  comments: "A váróterem mellett",
  accessible: true,
  accepted: true,
  latitude: 46.2397712,
  longitude: 20.1437,
  opening_times: ["08:00-18:00", "08:00-18:00", "08:00-18:00", "8:00-18:00", "-", "-", "-"],
  public: true,
  added: { seconds: 1_690_000_000, nanoseconds: 500_000_000 },
  added_by: "uidAnna",
  rating: {
    uidAnna: { rating: 5, text: "Tiszta", added: "2024-03-01T10:00:00.000Z" },
    uidBela: { rating: 4, text: "", added: { _seconds: 1_710_000_000, _nanoseconds: 0 } },
    uidGone: { rating: 2, text: "Zárva volt", added: 1_720_000_000_000 },
  },
  rating_calculated: 11 / 3,
};
const park = {
  ...station,
  country: "HU",
  address: "Széchenyi tér",
  price: 0,
  accepted: false,
  accessible: false,
  public: false,
  added_by: "uidBela",
  rating: {},
  rating_calculated: -1,
};
const places = { station, park };

const anna = {
  localId: "uidAnna",
  email: "Anna@Example.org",
  emailVerified: false,
  passwordHash: publishedUser.passwordHash,
  salt: publishedUser.salt,
  createdAt: "1508893925000",
  lastSignedInAt: "1508893925000",
  providerUserInfo: [],
};
const bela = {
  localId: "uidBela",
  email: "bela@example.org",
  emailVerified: true,
  displayName: "Béla",
  createdAt: "1608893925000",
  customAttributes: '{"admin":true}',
  providerUserInfo: [
    { providerId: "google.com", rawId: "1234567", email: "bela@example.org", displayName: "Béla" },
  ],
};

const rows = async (database: Database) =>
  (
    await sql<Record<string, unknown>>`
      select place.id, country, city, address, price::float8 as price, price_known, comments, accessible, public,
        (select facts from fact_set where fact_set.id = fact_set_id) as facts, accepted, latitude, longitude, opening_times, added, added_by,
        case when rating_count > 0 then rating_sum::float8 / rating_count else -1 end as mean
      from place join schedule on schedule.id = schedule_id order by place.id`.execute(database)
  ).rows;

const sum = ({ report }: Awaited<ReturnType<typeof run>>, kind: "account" | "place" | "review") =>
  (["taken", "changed", "unchanged", "kept", "refused"] as const).map((outcome) =>
    report.numberOf(kind, outcome),
  );

describe("places of another installation", () => {
  test("have all their fields, reviews and mean ratings", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const result = await run(database, {
      places: write("places.json", places),
      users: write("users.json", { users: [anna, bela] }),
    });
    expect(result.report.remarks).toEqual([]);
    expect(result.report.isComplete).toBe(true);
    expect([sum(result, "account"), sum(result, "place"), sum(result, "review")]).toEqual([
      [2, 0, 0, 0, 0],
      [2, 0, 0, 0, 0],
      [3, 0, 0, 0, 0],
    ]);
    const accounts = await database.selectFrom("account").selectAll().orderBy("email").execute();
    const [annasId, belasId] = accounts.map(({ id }) => id);
    const times = ["08:00-18:00", "08:00-18:00", "08:00-18:00", "08:00-18:00", "-", "-", "-"];
    const [stored, waiting] = await rows(database);
    expect(stored).toEqual({
      id: expect.any(Number),
      ...{ country: "HU", city: "Szeged", address: "Indóház tér 1. A épület", price: 150 },
      ...{ price_known: true, comments: "A váróterem mellett", accessible: true, public: true },
      facts: { wheelchair: "yes", access: "everyone" },
      ...{ accepted: true, latitude: 46.239771, longitude: 20.1437, opening_times: times },
      ...{ added: new Date("2023-07-22T04:26:40.500Z"), added_by: annasId, mean: 11 / 3 },
    });
    expect(waiting).toMatchObject({ price: 0, accessible: false, public: false, accepted: false });
    expect(waiting).toMatchObject({ added_by: belasId, mean: -1 });
    expect(waiting).toMatchObject({ facts: { wheelchair: "no", access: "restricted" } });
    const reviews = await database
      .selectFrom("review")
      .select(["user_id", "rating", "text", "added"])
      .orderBy("rating", "desc")
      .execute();
    expect(reviews).toEqual([
      { user_id: annasId, rating: 5, text: "Tiszta", added: new Date("2024-03-01T10:00:00Z") },
      { user_id: belasId, rating: 4, text: "", added: new Date(1_710_000_000_000) },
      {
        user_id: expect.any(String),
        rating: 2,
        text: "Zárva volt",
        added: new Date(1_720_000_000_000),
      },
    ]);
    // Nothing of it counts as data of OpenStreetMap.
    expect(await database.selectFrom("place").select("osm_id").distinct().execute()).toEqual([
      { osm_id: null },
    ]);
  });

  test.each<[string, unknown]>([
    ["under the collection's name", { places }],
    ["as a tool exports the database", { __collections__: { places } }],
    ["as a list", Object.entries(places).map(([id, fields]) => ({ id, ...fields }))],
    [
      "as lines",
      Object.entries(places)
        .map(([id, fields]) => JSON.stringify({ id, ...fields }))
        .join("\n"),
    ],
  ])("are read %s", async (_, content) => {
    const db = await emptyDatabase();
    const result = await run(db.database, { places: write("places.json", content) });
    expect([sum(result, "place"), sum(result, "review")]).toEqual([
      [2, 0, 0, 0, 0],
      [3, 0, 0, 0, 0],
    ]);
  });

  test("are read as a single line", async () => {
    const db = await emptyDatabase();
    const result = await run(db.database, {
      places: write("places.ndjson", JSON.stringify({ id: "station", ...station })),
    });
    expect([sum(result, "place"), result.report.remarks]).toEqual([[1, 0, 0, 0, 0], []]);
  });

  test("are read in the form of the database's REST interface", async () => {
    const db = await emptyDatabase();
    const document = {
      name: "projects/p/databases/(default)/documents/places/rest",
      fields: {
        country: { stringValue: "AT" },
        city: { stringValue: "Wien" },
        address: { stringValue: "Graben" },
        price: { doubleValue: 0.5 },
        accepted: { booleanValue: true },
        comments: { nullValue: null },
        latitude: { doubleValue: 48.2 },
        longitude: { integerValue: "16" },
        opening_times: { arrayValue: { values: Array(7).fill({ stringValue: "-" }) } },
        added: { timestampValue: "2024-01-01T00:00:00Z" },
        rating: {
          mapValue: {
            fields: {
              uid: {
                mapValue: {
                  fields: {
                    rating: { integerValue: "3" },
                    text: { stringValue: "So so" },
                    added: { timestampValue: "2024-01-02T00:00:00Z" },
                  },
                },
              },
            },
          },
        },
      },
    };
    const pages = [{ documents: [document], nextPageToken: "more" }];
    const result = await run(db.database, { places: write("places.json", pages) });
    expect(result.report.remarks).toEqual([]);
    const [place] = await rows(db.database);
    expect(place).toMatchObject({ city: "Wien", price: 0.5, longitude: 16, mean: 3 });
  });

  test("that are invalid are reported with path and reason, and the rest is migrated", async () => {
    const db = await emptyDatabase();
    const result = await run(db.database, {
      places: write("places.json", {
        nowhere: { ...station, latitude: 91 },
        wordless: { ...station, city: ["Szeged"] },
        long: { ...station, comments: "x".repeat(2001) },
        faulty: {
          ...station,
          comments: "x".repeat(2000),
          price: -1,
          opening_times: ["25:00-26:00", "08:00-", "-", "-", "-", "-", "22:00-06:00"],
          added: "tomorrow",
          rating: {
            a: { rating: 6, text: "" },
            b: { rating: 0, text: "" },
            c: { rating: 4.5, text: "" },
            d: { rating: 4, text: "x".repeat(2001) },
            e: { rating: 1, text: "x".repeat(2000), added: "2024-01-01T00:00:00Z" },
          },
          rating_calculated: 3,
        },
      }),
    });
    expect(result.report.isComplete).toBe(false);
    expect([sum(result, "place"), sum(result, "review")]).toEqual([
      [1, 0, 0, 0, 3],
      [1, 0, 0, 0, 4],
    ]);
    const migrated = result.report.remarks.map(
      ({ id, outcome, path }) => `${id} ${outcome} ${path}`,
    );
    expect(migrated.sort()).toEqual(
      [
        "faulty noted added",
        "faulty noted opening_times.0",
        "faulty noted opening_times.1",
        "faulty noted price",
        "faulty noted rating_calculated",
        "faulty refused rating.a.rating",
        "faulty refused rating.b.rating",
        "faulty refused rating.c.rating",
        "faulty refused rating.d.text",
        "long refused comments",
        "nowhere refused latitude",
        "wordless refused city",
      ].sort(),
    );
    const [place] = await rows(db.database);
    expect(place).toMatchObject({ price: null, price_known: false, added: now, mean: 1 });
    expect(place.opening_times).toEqual(["-", "-", "-", "-", "-", "-", "22:00-06:00"]);
  });

  test.each([
    [maxPrice, { price: maxPrice, price_known: true }, []],
    [maxPrice + 1, { price: null, price_known: false }, ["price"]],
  ])(
    "with the price %d are within the limit of prices, or it is left out",
    async (price, stored, left) => {
      const { database } = await emptyDatabase();
      const result = await run(database, {
        places: write("places.json", { park: { ...park, price } }),
      });
      expect(await rows(database)).toMatchObject([stored]);
      expect(result.report.remarks.map(({ path }) => path)).toEqual(left);
    },
  );

  test("with reviews without an instant are reported, and their reviews counted as migrated", async () => {
    const db = await emptyDatabase();
    const rating = {
      uidAnna: { rating: 5, text: "Tiszta" },
      uidBela: { rating: 4, text: "", added: "tomorrow" },
      uidCili: { rating: 6, text: "" },
    };
    const files = { places: write("places.json", { park: { ...park, rating } }) };
    const migrated = async () => {
      const result = await run(db.database, files);
      const remarks = result.report.remarks.map(
        ({ kind, outcome, path }) => `${kind} ${outcome} ${path}`,
      );
      return [sum(result, "review"), remarks.filter((remark) => !remark.includes("calculated"))];
    };
    const remarks = [
      "review noted rating.uidAnna.added",
      "review noted rating.uidBela.added",
      "review refused rating.uidCili.rating",
    ];
    expect(await migrated()).toEqual([[2, 0, 0, 0, 1], remarks]);
    expect(await migrated()).toEqual([[0, 0, 2, 0, 1], remarks]);
    const stored = await db.database.selectFrom("review").select(["rating", "added"]).execute();
    expect(stored).toHaveLength(2);
    expect(stored.every(({ added }) => added.getTime() === now.getTime())).toBe(true);
  });

  test.each<[string, unknown, string]>([
    ["by ids", { p4: "oops", park, p5: null }, "p4|p5"],
    ["in a list", ["oops", { id: "park", ...park }, park, [park]], "number 1|number 3|number 4"],
    [
      "in the REST interface's answer",
      [
        {
          documents: [
            { name: "projects/p/databases/(default)/documents/places/bare" },
            7,
            { name: "x/documents/places/park", fields: { latitude: { doubleValue: 46.2 } } },
            {
              name: "x/documents/places/square",
              fields: { latitude: { doubleValue: 46.2 }, longitude: { doubleValue: 20.1 } },
            },
          ],
        },
      ],
      "number 2|bare|park",
    ],
  ])(
    "are migrated though the file has invalid entries %s, which are reported",
    async (_, content, ids) => {
      const db = await emptyDatabase();
      const result = await run(db.database, { places: write("places.json", content) });
      expect(sum(result, "place")).toEqual([1, 0, 0, 0, ids.split("|").length]);
      const refused = result.report.remarks.filter(({ outcome }) => outcome === "refused");
      expect(refused.map(({ id }) => id).sort()).toEqual(ids.split("|").sort());
      expect(refused.every(({ reason }) => reason !== "")).toBe(true);
      expect(result.report.isComplete).toBe(false);
    },
  );

  test("with unknown fields are migrated without them, and these are reported", async () => {
    const db = await emptyDatabase();
    const { comments: comment, ...other } = park;
    const result = await run(db.database, {
      places: write("places.json", { park: { ...other, comment, rating_calculated: -1 } }),
    });
    expect(sum(result, "place")).toEqual([1, 0, 0, 0, 0]);
    expect(result.report.remarks).toEqual([
      {
        ...{ kind: "place", id: "park", outcome: "noted", path: "comment" },
        reason: "not a field of place documents",
      },
    ]);
    expect(await rows(db.database)).toMatchObject([{ comments: "" }]);
  });

  test("may have more reviews than one statement can write", async () => {
    const db = await emptyDatabase();
    const review = { rating: 5, text: "", added: "2024-01-01T00:00:00Z" };
    const rating = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`uid${n}`, review]));
    // Few each: the mean of a place is computed again with each of its reviews.
    const places = Array.from({ length: 30 }, (_, n) => [
      `park${n}`,
      { ...park, address: `Park sétány ${n}.`, rating, rating_calculated: 5 },
    ]);
    const result = await run(db.database, {
      places: write("places.json", Object.fromEntries(places)),
    });
    expect(sum(result, "review")).toEqual([9000, 0, 0, 0, 0]);
  });

  test("that exist here stay alone, and two of the source are two", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const { city, address, comments } = station;
    const [own] = await addPlaces(database, [{ city, address, comments }]);
    const result = await run(database, {
      places: write("places.json", { station, park, again: { ...park, city: " szeged " } }),
    });
    expect(result.report.remarks).toMatchObject([
      { id: "station", outcome: "refused", reason: `the same as place ${own} here` },
    ]);
    expect(sum(result, "place")).toEqual([2, 0, 0, 0, 1]);
  });

  test("that came from a source under another name are the same as those here", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const files = { places: write("places.json", { station, again: station, park }) };
    await run(database, files);
    for (const source of ["renamed", "third"]) {
      const result = await run(database, { ...files, source });
      expect(sum(result, "place")).toEqual([0, 0, 0, 0, 3]);
      expect(result.report.remarks.map(({ reason }) => reason)).toEqual(
        Array(3).fill(expect.stringMatching(/^the same as place \d+ here$/)),
      );
    }
    expect(await rows(database)).toHaveLength(3);
  });

  test("that are neighbours under two names of a source do not merge", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const files = { places: write("places.json", { station, again: station }) };
    await run(database, files);
    // The first one is deleted: its texts are free, the second one's place beside it is not.
    await sql`update place set deleted_at = ${now}
      where id = (select min(id) from place)`.execute(database);
    const result = await run(database, { ...files, source: "renamed" });
    expect(sum(result, "place")).toEqual([2, 0, 0, 0, 0]);
  });

  test("an invalid file changes nothing", async () => {
    const db = await emptyDatabase();
    for (const content of ['{"station": {"city"', "[1]", '{"a": 1}', "7", '[{"city": "Szeged"}]']) {
      const files = { places: write("broken.json", content) };
      expect(() => run(db.database, files)).toThrow(ImportFileError);
    }
    expect(() => run(db.database, { users: write("users.json", { accounts: [] }) })).toThrow(
      /no list of users/,
    );
    const users = write("users.json", { users: [anna] });
    expect(() => run(db.database, { users, passwordParameters: null })).toThrow(/--users-hash/);
    const wrong = write("wrong.txt", publishedParameters.replace("SCRYPT", "BCRYPT"));
    expect(() => run(db.database, { users, passwordParameters: wrong })).toThrow(/algorithm/);
  });
});

describe("a second migration", () => {
  test("changes nothing, and a dry run writes nothing", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const files = {
      places: write("places.json", places),
      users: write("users.json", { users: [anna, bela] }),
    };
    const empty = await contentsOf(database);
    const dry = await run(database, { ...files, isDryRun: true });
    expect(sum(dry, "review")).toEqual([3, 0, 0, 0, 0]);
    expect(await contentsOf(database)).toEqual(empty);

    await run(database, files);
    const before = await contentsOf(database);
    const again = await run(database, files);
    expect([sum(again, "account"), sum(again, "place"), sum(again, "review")]).toEqual([
      [0, 0, 2, 0, 0],
      [0, 0, 2, 0, 0],
      [0, 0, 3, 0, 0],
    ]);
    const after = await contentsOf(database);
    // Sealed again, with another random start.
    for (const contents of [before, after]) delete contents.moved_password_key;
    expect(after).toEqual(before);
  });

  test("follows the source where nothing was changed here, and preserves changes", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    await run(database, {
      places: write("places.json", { station, park, third: { ...park, city: "Győr" } }),
    });
    const stored = await rows(database);
    const [stationId, parkId, thirdId] = stored.map(({ id }) => id as number);
    await database
      .updateTable("place")
      .set({ comments: "Itt javítva" })
      .where("id", "=", stationId)
      .execute();
    await database
      .updateTable("place")
      .set({ deleted_at: now })
      .where("id", "=", thirdId)
      .execute();
    await sql`update review set text = 'Itt javítva' where rating = 5`.execute(database);
    await sql`delete from review where rating = 2`.execute(database);

    const later = {
      station: {
        ...station,
        comments: "Ott javítva",
        rating: {
          uidAnna: { ...station.rating.uidAnna, text: "Ott javítva" },
          uidBela: { ...station.rating.uidBela, rating: 1 },
          uidGone: { ...station.rating.uidGone, rating: 3 },
        },
      },
      park: { ...park, price: 200, accepted: true },
      third: { ...park, city: "Győr", price: 300 },
    };
    const result = await run(database, { places: write("places.json", later) });
    expect([sum(result, "place"), sum(result, "review")]).toEqual([
      [0, 1, 0, 2, 0],
      [0, 1, 0, 2, 0],
    ]);
    const [one, two, three] = await rows(database);
    expect(one).toMatchObject({ comments: "Itt javítva", mean: 3 });
    expect(two).toMatchObject({ price: 200, accepted: true });
    expect(three).toMatchObject({ price: 0 });
    const edits = await database.selectFrom("place_edit").select(["place_id", "source"]).execute();
    expect(edits).toEqual([{ place_id: parkId, source: "import" }]);
    const texts = await database.selectFrom("review").select("text").orderBy("text").execute();
    expect(texts.map(({ text }) => text)).toEqual(["", "Itt javítva"]);

    const third = await run(database, { places: write("places.json", later) });
    expect(sum(third, "place")).toEqual([0, 0, 1, 2, 0]);
  });

  test("preserves fields that are no longer readable in a document, and reports them", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const closed = { ...station, public: false, rating: {}, rating_calculated: -1 };
    await run(database, { places: write("places.json", { closed, park }) });
    const broken = {
      ...closed,
      comments: "Új szöveg",
      price: "sok",
      opening_times: ["08:00-18:00", "soha", "-", "-", "-", "-", "-"],
      accessible: "igen",
      public: 0,
      rating: { uidAnna: { rating: 9 } },
    };
    const migrated = [
      "noted price",
      "noted opening_times.1",
      "noted accessible",
      "noted public",
      "refused rating.uidAnna.rating",
    ];
    for (const outcome of ["changed", "unchanged"] as const) {
      const result = await run(database, {
        places: write("places.json", { closed: broken, park }),
      });
      expect(result.report.numberOf("place", outcome)).toBe(outcome === "changed" ? 1 : 2);
      const remarks = result.report.remarks.map(({ outcome, path }) => `${outcome} ${path}`);
      expect(remarks.sort()).toEqual([...migrated].sort());
      const [place] = await rows(database);
      expect(place).toMatchObject({
        ...{ comments: "Új szöveg", price: 150, price_known: true },
        ...{ accessible: true, public: false },
        opening_times: Array(4).fill("08:00-18:00").concat("-", "-", "-"),
      });
    }
  });

  test("removes the sample places of an interrupted run", async () => {
    const db = await emptyDatabase();
    const files = { places: write("places.json", places) };
    await run(db.database, files);
    const [sample] = await addPlaces(db.database, [{ city: "Minta", sample: true }]);
    expect(await run(db.database, files)).toMatchObject({ samplesRemoved: 1 });
    const { deleted_at } = await db.database
      .selectFrom("place")
      .select("deleted_at")
      .where("id", "=", sample)
      .executeTakeFirstOrThrow();
    expect(deleted_at).not.toBeNull();
  });

  test("does not bring back an account that was deleted here, nor its reviews", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const files = {
      places: write("places.json", places),
      users: write("users.json", { users: [anna, bela] }),
    };
    await run(database, files);
    const { id } = await database
      .selectFrom("account")
      .select("id")
      .where("email", "=", "anna@example.org")
      .executeTakeFirstOrThrow();
    await deleteAccount({ database }, id);
    const again = await run(database, files);
    expect([sum(again, "account"), sum(again, "review")]).toEqual([
      [0, 0, 1, 1, 0],
      [0, 0, 2, 1, 0],
    ]);
    expect(JSON.stringify(await contentsOf(database))).not.toContain(id);
    expect(await database.selectFrom("account").select("email").execute()).toEqual([
      { email: "bela@example.org" },
    ]);
  });

  test("gives earlier reviews to users who are migrated later", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    await run(database, { places: write("places.json", places) });
    await run(database, { users: write("users.json", { users: [anna] }) });
    const own = await database
      .selectFrom("review")
      .innerJoin("account", "account.id", "review.user_id")
      .select(["email", "rating"])
      .execute();
    expect(own).toEqual([{ email: "anna@example.org", rating: 5 }]);
  });
});

describe("contributions of a person who has an account here", () => {
  const confirmed = { ...anna, emailVerified: true };
  const contributed = (database: Database) =>
    sql<{ id: string | null; what: string }>`
      select account.id, what from (
        select user_id as id, 'review ' || rating as what from review
        union all select added_by, 'place' from place
      ) as contribution left join account using (id)
      where account.id is not null order by what`.execute(database);
  const addOwn = (database: Database, email_verified: boolean) =>
    database
      .insertInto("account")
      .values({ id: "own-anna", email: "anna@example.org", email_verified })
      .execute();

  test("that were migrated before the users are the person's from then on", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const files = { places: write("places.json", places) };
    await addOwn(database, true);
    await run(database, files);
    expect((await contributed(database)).rows).toEqual([]);
    const result = await run(database, { users: write("users.json", { users: [confirmed] }) });
    expect(result.report.remarks[0].reason).toMatch(/and gets the contributions$/);
    const own = [
      { id: "own-anna", what: "place" },
      { id: "own-anna", what: "review 5" },
    ];
    expect((await contributed(database)).rows).toEqual(own);
    const again = await run(database, files);
    expect([sum(again, "place"), sum(again, "review")]).toEqual([
      [0, 0, 2, 0, 0],
      [0, 0, 3, 0, 0],
    ]);
    expect((await contributed(database)).rows).toEqual(own);
    await deleteAccount({ database }, "own-anna");
    const last = await run(database, files);
    expect(sum(last, "review")).toEqual([0, 0, 2, 1, 0]);
  });

  test.each(["that wait for the confirmation %s are handed over with it", "there"])(
    "that wait for the confirmation %s are handed over with it",
    async (where) => {
      const db = await emptyDatabase();
      const { database } = db;
      await addOwn(database, where === "there");
      const later = write("later.json", { users: [confirmed] });
      const first = where === "there" ? write("users.json", { users: [anna] }) : later;
      const result = await run(database, { places: write("places.json", places), users: first });
      expect(result.report.remarks[0].reason).toMatch(/without the contributions$/);
      expect((await contributed(database)).rows).toEqual([]);
      await database.updateTable("account").set({ email_verified: true }).execute();
      await run(database, { users: later });
      expect((await contributed(database)).rows).toHaveLength(2);
    },
  );

  test("stay behind the review that the person has of the place here", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    await addOwn(database, true);
    const files = { places: write("places.json", places) };
    await run(database, files);
    const [{ id: place_id }] = (await rows(database)) as { id: number }[];
    const own = { place_id, user_id: "own-anna", rating: 1, text: "Itt írtam" };
    await database.insertInto("review").values(own).execute();
    const result = await run(database, { users: write("users.json", { users: [confirmed] }) });
    expect(result.report.remarks).toContainEqual(
      expect.objectContaining({
        ...{ kind: "review", outcome: "kept", id: "uidAnna" },
        reason: `has another review of place ${place_id} here`,
      }),
    );
    expect((await contributed(database)).rows).toEqual([
      { id: "own-anna", what: "place" },
      { id: "own-anna", what: "review 1" },
    ]);
    const [place] = await rows(database);
    expect(place.mean).toBe((1 + 4 + 2) / 3);
    await run(database, files);
    expect((await contributed(database)).rows).toHaveLength(2);
  });
});

describe("users of another installation", () => {
  async function movedIn(users: readonly object[], rateLimits = false) {
    const accounts = await createTestAccounts({ rateLimits });
    const result = await run(accounts.database, { users: write("users.json", { users }) });
    const signIn = async (email: string, password: string) => {
      const browser = new TestBrowser();
      const response = browser.store(
        await accounts.identity.signIn(browser.client, { email, password }),
      );
      return response.ok
        ? ((await accounts.identity.findSession(browser.client)).signedIn?.email ?? null)
        : response.code;
    };
    const hashes = async () => {
      const found = accounts.database.selectFrom("sign_in_method").select("password");
      return (await found.execute()).map(({ password }) => password ?? "none");
    };
    return { ...accounts, result, signIn, hashes };
  }

  test("sign in with their old password, which is then hashed in our way", async () => {
    await using moved = await movedIn([anna]);
    const [old] = await moved.hashes();
    expect(old).toMatch(/^moved:/);
    expect(await moved.signIn("anna@example.org", "User1password")).toBe("error.wrongpassword");
    expect(await moved.hashes()).toEqual([old]);
    // It breaks the rules of new passwords, which do not apply to old ones.
    expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe("anna@example.org");
    const [own] = await moved.hashes();
    expect(own).toMatch(/^[0-9a-f]{32}:[0-9a-f]{128}$/);
    expect(await moved.signIn("anna@example.org", "User1password")).toBe("error.wrongpassword");
    expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe("anna@example.org");
    expect(await moved.hashes()).toEqual([own]);
  });

  test("sign in with a password that is longer than our limit, and with one of six letters", async () => {
    const parameters = readPasswordParameters(hashPath);
    const long = "á".repeat(1000);
    await using moved = await movedIn([
      { ...anna, ...(await hashedAtTheSource(parameters, long)) },
      { ...bela, ...(await hashedAtTheSource(parameters, "abcdef")) },
    ]);
    expect(await moved.signIn("anna@example.org", long)).toBe("anna@example.org");
    expect(await moved.signIn("bela@example.org", "abcdef")).toBe("bela@example.org");
  });

  test("have their attempts limited like others", async () => {
    await using moved = await movedIn([anna], true);
    for (let attempt = 0; attempt < 10; attempt++) {
      expect(await moved.signIn("anna@example.org", "wrong")).toBe("error.wrongpassword");
    }
    expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe(
      "error.toomanyrequests",
    );
  });

  test("lose the old password with a reset", async () => {
    await using moved = await movedIn([anna]);
    const { client } = new TestBrowser();
    await moved.identity.sendResetEmail(client, { email: "anna@example.org" });
    const code = moved.mails[0].code;
    const reset = await moved.identity.confirmReset(client, { code, newPassword: "Jelszo-123" });
    expect(reset.ok).toBe(true);
    expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe(
      "error.wrongpassword",
    );
    expect(await moved.signIn("anna@example.org", "Jelszo-123")).toBe("anna@example.org");
  });

  test("change the old password under our rules", async () => {
    await using moved = await movedIn([anna]);
    const browser = new TestBrowser();
    const password = publishedUser.password;
    browser.store(
      await moved.identity.signIn(browser.client, { email: "anna@example.org", password }),
    );
    const change = (newPassword: string) =>
      moved.identity.changePassword(browser.client, { currentPassword: password, newPassword });
    expect(await change("user2password")).toMatchObject({ code: "error.uppercase" });
    expect(await change("Jelszo-123")).toMatchObject({ ok: true });
  });

  test("keep their known data, and get no permissions", async () => {
    await using moved = await movedIn([
      anna,
      {
        ...bela,
        disabled: true,
        ...(await hashedAtTheSource(readPasswordParameters(hashPath), "abcdef")),
      },
    ]);
    const stored = await moved.database
      .selectFrom("account")
      .selectAll()
      .orderBy("email")
      .execute();
    expect(stored).toMatchObject([
      { email_verified: false, name: "", disabled: false, created_at: new Date(1_508_893_925_000) },
      { email_verified: true, name: "Béla", disabled: true, moderator_since: null },
    ]);
    expect(await moved.signIn("bela@example.org", "abcdef")).toBe("error.disableduser");
    const google = await moved.database
      .selectFrom("sign_in_method")
      .select(["account_id", "provider_account_id"])
      .where("provider", "=", "google")
      .execute();
    expect(google).toEqual([{ account_id: stored[1].id, provider_account_id: "1234567" }]);
    expect(await moved.database.selectFrom("accepted_terms").selectAll().execute()).toEqual([]);
    // An old account that was migrated just now.
    const { database } = moved;
    const retention = { reportDays: null, auditDays: null, accountDays: 30, logDays: null };
    const save = (later: number) =>
      removeExpired({
        ...{ database, retention, administratorUserId: null },
        now: () => new Date(Date.now() + later * 86_400_000),
      });
    await save(29);
    expect(await database.selectFrom("account").select("id").execute()).toHaveLength(2);
    await save(31);
    expect(await database.selectFrom("account").select("email").execute()).toEqual([
      { email: "bela@example.org" },
    ]);
  });

  describe("migrated again", () => {
    const again = async (
      { database }: { readonly database: Database },
      users: readonly object[],
    ): Promise<[readonly number[], readonly string[]]> => {
      const result = await run(database, { users: write("users.json", { users }) });
      return [sum(result, "account"), result.report.remarks.map(({ reason }) => reason)];
    };
    const stored = ({ database }: { readonly database: Database }) =>
      database.selectFrom("account").selectAll().executeTakeFirstOrThrow();
    const newPassword = (password = "Other-123") =>
      hashedAtTheSource(readPasswordParameters(hashPath), password);
    const changed = [[0, 1, 0, 0, 0], []];

    test("are confirmed with a new password unless they have signed in with the old one", async () => {
      await using moved = await movedIn([anna]);
      const there = { ...anna, emailVerified: true, ...(await newPassword()) };
      expect(await again(moved, [there])).toEqual(changed);
      expect(await stored(moved)).toMatchObject({ email_verified: true });
      expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe(
        "error.wrongpassword",
      );
      expect(await moved.signIn("anna@example.org", "Other-123")).toBe("anna@example.org");
    });

    test("are not confirmed after a sign-in with the old password", async () => {
      await using moved = await movedIn([anna]);
      expect(await moved.signIn("anna@example.org", publishedUser.password)).toBe(
        "anna@example.org",
      );
      const there = { ...anna, emailVerified: true, ...(await newPassword()) };
      const before = [
        [0, 0, 0, 1, 0],
        [
          "its password is one of this installation, and stays; its owner confirms the address here, where its password was set",
        ],
      ];
      expect(await again(moved, [there])).toEqual(before);
      expect(await again(moved, [there])).toEqual([[0, 0, 1, 0, 0], []]);
      const another = { ...there, ...(await newPassword("Third-123")) };
      expect(await again(moved, [another])).toEqual(before);
      expect(await stored(moved)).toMatchObject({ email_verified: false });
      expect(await moved.signIn("anna@example.org", "Third-123")).toBe("error.wrongpassword");
    });

    test("are disabled and signed out, and never enabled", async () => {
      await using moved = await movedIn([anna]);
      await moved.signIn("anna@example.org", publishedUser.password);
      const disabled = { ...anna, disabled: true };
      expect(await again(moved, [disabled])).toEqual(changed);
      expect(await stored(moved)).toMatchObject({ disabled: true });
      expect(await moved.database.selectFrom("session").selectAll().execute()).toEqual([]);
      expect(await again(moved, [anna])).toEqual([
        [0, 0, 0, 1, 0],
        ["is disabled here, and stays so"],
      ]);
      expect(await stored(moved)).toMatchObject({ disabled: true });
    });

    test("stay enabled where they were enabled here", async () => {
      await using moved = await movedIn([{ ...anna, disabled: true }]);
      await moved.database.updateTable("account").set({ disabled: false }).execute();
      const there = { ...anna, disabled: true, emailVerified: true };
      expect(await again(moved, [there])).toEqual([
        [0, 0, 0, 1, 0],
        ["is enabled here, and stays so"],
      ]);
      expect(await stored(moved)).toMatchObject({ disabled: false, email_verified: true });
    });

    test("keep address and password where they have another address at the source", async () => {
      await using moved = await movedIn([anna]);
      const before = await moved.hashes();
      const there = {
        ...{ ...anna, email: "new@example.org", emailVerified: true },
        ...(await newPassword()),
      };
      expect(await again(moved, [there])).toEqual([
        [0, 0, 0, 1, 0],
        ["has another address at the source: address and password stay as they are here"],
      ]);
      expect(await stored(moved)).toMatchObject({
        email: "anna@example.org",
        email_verified: false,
      });
      expect(await moved.hashes()).toEqual(before);
    });

    test("get the first password that they set at the source", async () => {
      await using moved = await movedIn([bela]);
      expect(await again(moved, [{ ...bela, ...(await newPassword()) }])).toEqual(changed);
      expect(await moved.signIn("bela@example.org", "Other-123")).toBe("bela@example.org");
    });

    test("do not get back a password that was removed here", async () => {
      const removed = [[0, 0, 0, 1, 0], ["its password was removed here, and stays so"]];
      await using moved = await movedIn([anna]);
      await moved.database.deleteFrom("sign_in_method").execute();
      expect(await again(moved, [{ ...anna, ...(await newPassword()) }])).toEqual(removed);
      expect(await moved.hashes()).toEqual([]);

      // The first sign-in with another provider removes a password that was set here.
      await using other = await movedIn([bela]);
      const { id: account_id } = await stored(other);
      const method = { id: "later", account_id, provider: "oidc", password: null } as const;
      await other.database
        .insertInto("sign_in_method")
        .values({ ...method, provider_account_id: "https://town.example bela" })
        .execute();
      expect(await again(other, [{ ...bela, ...(await newPassword()) }])).toEqual(removed);
    });

    test("leave an account alone that was here before", async () => {
      await using accounts = await createTestAccounts();
      const { database } = accounts;
      const own = { id: "own-anna", email: "anna@example.org", email_verified: true };
      await database.insertInto("account").values(own).execute();
      const there = { ...anna, emailVerified: true };
      await again(accounts, [there]);
      const later = { ...there, disabled: true, ...(await newPassword()) };
      expect(await again(accounts, [later])).toEqual([
        [0, 0, 0, 1, 0],
        ["the account was here before, and stays as it is"],
      ]);
      expect(await stored(accounts)).toMatchObject({ disabled: false });
      expect(await database.selectFrom("sign_in_method").selectAll().execute()).toEqual([]);
    });
  });

  test("with Google's address of another, without an address, and with one of an account here", async () => {
    const db = await emptyDatabase();
    const { database } = db;
    const own = [
      { id: "own-cili", email: "cili@example.org", email_verified: true },
      { id: "own-dani", email: "dani@example.org", email_verified: false },
    ];
    await database.insertInto("account").values(own).execute();
    const other = { ...bela.providerUserInfo[0], email: "other@example.org" };
    const users = [
      { ...bela, providerUserInfo: [other] },
      { localId: "anonymous" },
      { localId: "phone", phoneNumber: "+36201234567" },
      { localId: "", email: "x@example.org" },
      { ...anna, localId: "uidCili", email: "cili@example.org", emailVerified: true },
      { ...anna, localId: "uidDani", email: "dani@example.org", emailVerified: true },
    ];
    const rating = {
      uidCili: { rating: 4, text: "Cilié", added: "2024-01-01T00:00:00Z" },
      uidDani: { rating: 2, text: "Danié", added: "2024-01-01T00:00:00Z" },
    };
    const result = await run(database, {
      users: write("users.json", { users }),
      places: write("places.json", { station: { ...station, rating, rating_calculated: 3 } }),
    });
    expect(sum(result, "account")).toEqual([1, 0, 0, 2, 3]);
    expect(await database.selectFrom("sign_in_method").selectAll().execute()).toEqual([]);
    const reviews = await database
      .selectFrom("review")
      .leftJoin("account", "account.id", "user_id")
      .select(["text", "account.id"])
      .orderBy("text")
      .execute();
    expect(reviews).toEqual([
      { text: "Cilié", id: "own-cili" },
      { text: "Danié", id: null },
    ]);
  });

  test("sign in again once the key is sealed with the present secret", async () => {
    await using accounts = await createTestAccounts();
    const files = { users: write("users.json", { users: [anna] }) };
    await run(accounts.database, { ...files, authSecret: "another secret" });
    const { client } = new TestBrowser();
    const given = { email: "anna@example.org", password: publishedUser.password };
    expect(await accounts.identity.signIn(client, given)).toMatchObject({
      code: "error.wrongpassword",
    });
    await run(accounts.database, files);
    expect(await accounts.identity.signIn(client, given)).toMatchObject({ ok: true });
  });
});
