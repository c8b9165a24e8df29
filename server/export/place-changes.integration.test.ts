import { sql } from "kysely";
import { expect, test } from "vitest";
import { purgeDeletedPlaces } from "#server/moderation/deleted-places.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, untilTransactionsEnd } from "#tests/support/database/test-database.ts";
import { Mirror, sourceOf, untilEqual, writeAtOnce } from "./mirror.fixture.ts";
import {
  forgetChangeMarks,
  listPlaceChanges,
  mirrorDays,
  readCursor,
  readStartCursor,
  recordChangeMark,
  writeCursor,
} from "./place-changes.ts";

const dayMs = 24 * 60 * 60 * 1000;

/* A thousand writes are in place-changes.full.test.ts. */

test("a mirror that follows the cursor alone equals the source after writes at the same time", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await recordChangeMark(database);
  const fromTheStart = new Mirror(new Date());
  let isWriting = true;
  const writing = writeAtOnce(database, { seed: 7, writesEach: 15 }).finally(() => {
    isWriting = false;
  });
  // One that loads an export while there is writing, and goes on with the cursor in it.
  const { places, cursor } = await sourceOf(database);
  const fromExport = new Mirror(cursor, places);
  while (isWriting) await fromTheStart.follow(database);
  await writing;
  await untilEqual(fromTheStart, database);
  await untilEqual(fromExport, database);
});

test("tells what is not shown any more as gone, and of each place the last change", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await recordChangeMark(database);
  const deleted_at = new Date();
  const [shown, deleted, undone] = await addPlaces(database, [
    {},
    { deleted_at },
    { accepted: false },
    { sample: true },
    { accepted: false },
    { accepted: false, deleted_at },
  ]);
  // It was accepted for a moment, in which a mirror may have come.
  const line = { action: "undo-accept-place", place_id: undone };
  await database.insertInto("audit").values(line).execute();
  const deps = { database, ownLicence: "CC BY 4.0" };
  await untilTransactionsEnd(database);
  const page = await listPlaceChanges(deps, { from: new Date(), perPage: 100 });
  // Not the sample, one that waits and one that was declined, which no mirror has had.
  expect(page).toMatchObject({ ok: true, places: { length: 3 } });
  if (!page.ok) return;
  const updated_at = expect.stringMatching(/^20\d\d-.*Z$/);
  expect(page.places).toMatchObject([
    { id: shown, licence: "CC BY 4.0", rating: null, updated_at },
    { id: deleted, deleted: true },
    { id: undone, deleted: true },
  ]);
  expect(page.places[1]).toEqual({ id: deleted, deleted: true, updated_at });
  expect(page.has_more).toBe(false);
});

test("a cursor is refused where the mirror would miss something", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  const ask = (from: Date | string) =>
    listPlaceChanges(
      { database, ownLicence: null },
      { from: typeof from === "string" ? readCursor(from)! : from, perPage: 10 },
    );
  const tooFarBack = { ok: false, code: "error.toofarback" };
  expect(await ask(new Date())).toEqual({ ok: false, code: "error.unavailable" });
  expect(await readStartCursor(database)).toBe(null);
  await recordChangeMark(database);
  // Once in half an hour.
  await recordChangeMark(database);
  const { rows } = await sql`select from change_mark`.execute(database);
  expect(rows).toHaveLength(1);

  const [gone] = await addPlaces(database, [{}, {}]);
  const limitMs = mirrorDays * dayMs;
  expect(await ask(new Date(Date.now() - limitMs + 60_000))).toMatchObject({ ok: true });
  expect(await ask(new Date(Date.now() - limitMs - 60_000))).toEqual(tooFarBack);
  const text = (await readStartCursor(database)) ?? "";
  const cursor = readCursor(text)!;
  expect(await ask(text)).toMatchObject({ ok: true });
  const agedBy = (ms: number) =>
    writeCursor({ ...cursor, completeAtMs: cursor.completeAtMs - limitMs + ms });
  expect(await ask(agedBy(60_000))).toMatchObject({ ok: true });
  expect(await ask(agedBy(-1))).toEqual(tooFarBack);
  // A deleted place is told of for as long, and then no more.
  const deletedAt = new Date(Date.now() - limitMs);
  await sql`update place set deleted_at = ${deletedAt} where id = ${gone}`.execute(database);
  await purgeDeletedPlaces({ database, now: () => new Date() });
  expect((await sql`select from place where id = ${gone}`.execute(database)).rows).toHaveLength(1);

  // A transaction that is still to come: the database has gone back in time.
  expect(await ask(writeCursor({ ...cursor, transaction: 10n ** 12n }))).toEqual(tooFarBack);
  // Another epoch: the places were restored.
  expect(await ask(writeCursor({ ...cursor, epoch: "another" }))).toEqual(tooFarBack);
  await forgetChangeMarks(database);
  await recordChangeMark(database);
  expect(await ask(text)).toEqual(tooFarBack);
  // Marks of another cluster, whose numbers are ahead of this one.
  const before = readCursor((await readStartCursor(database)) ?? "")!.epoch;
  await sql`update change_mark set settled = '1000000000000'::xid8`.execute(database);
  await recordChangeMark(database);
  const after = readCursor((await readStartCursor(database)) ?? "")!.epoch;
  expect(after).not.toBe(before);
});

test("a change of a transaction that is still open comes when it is committed, and holds up later ones", async () => {
  await using db = await createTestDatabase();
  const { database } = db;
  await recordChangeMark(database);
  const [early, late] = await addPlaces(database, [{}, {}]);
  const mirror = new Mirror(new Date());
  await untilTransactionsEnd(database);
  await mirror.follow(database);
  expect(mirror.places.size).toBe(2);
  const committed = Promise.withResolvers<void>();
  const written = Promise.withResolvers<void>();
  const open = database.transaction().execute(async (transaction) => {
    await sql`update place set comments = 'early' where id = ${early}`.execute(transaction);
    written.resolve();
    await committed.promise;
  });
  await written.promise;
  await sql`update place set comments = 'late' where id = ${late}`.execute(database);
  await mirror.follow(database);
  expect([...mirror.places.values()]).toMatchObject([{ comments: "" }, { comments: "" }]);
  committed.resolve();
  await open;
  await untilTransactionsEnd(database);
  await mirror.follow(database);
  const comments = [early, late].map((id) => mirror.places.get(id));
  expect(comments).toMatchObject([{ comments: "early" }, { comments: "late" }]);
});
