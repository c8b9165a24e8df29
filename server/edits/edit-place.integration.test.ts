import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { type PlaceEdit, placeEditSchemaWith } from "#domain/edits/place-edit.ts";
import { duplicateKey } from "#domain/place/duplicate-key.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { sendCorrection } from "#server/feedback/corrections.ts";
import { reportPlace } from "#server/feedback/reports.ts";
import { deletePlace } from "#server/moderation/deleted-places.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { tellsNobody } from "#tests/support/services/stand-ins.ts";
import { editPlace, findEditablePlace, setPlacePosition } from "./edit-place.ts";
import type { SeenVersion } from "./write-edit.ts";

const now = new Date("2026-07-31T12:00:00.000Z");
const week = (entry: string) => Array<string>(7).fill(entry);

let db: TestDatabase;
let deps: { database: TestDatabase["database"]; now: () => Date } & typeof tellsNobody;
let moderator: Viewer;
/** Another one: writes in one name wait for each other anyway. */
let administrator: Viewer;
let anna: Viewer;
let bela: Viewer;

beforeAll(async () => {
  db = await createTestDatabase();
  deps = { database: db.database, now: () => now, ...tellsNobody };
  const viewer = async (name: string, role: Viewer["role"]): Promise<Viewer> => {
    const email = `${name}@example.org`;
    return { userId: await addAccount(db.database, email), email, role };
  };
  moderator = await viewer("mod", "moderator");
  administrator = await viewer("kata", "administrator");
  anna = await viewer("anna", "user");
  bela = await viewer("bela", "user");
});
afterAll(() => db[Symbol.asyncDispose]());

const schema = placeEditSchemaWith(() => null);

function toEdit(body: object): PlaceEdit {
  const read = checkFields(schema, body);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return read.value;
}

function edit(placeId: number, body: object, viewer: Viewer, version: SeenVersion = "any") {
  return editPlace(deps, { placeId, edit: toEdit(body), version }, viewer);
}

async function addPlace(place: TestPlace = {}): Promise<number> {
  const [id] = await addPlaces(db.database, [place]);
  return id;
}

const rowOf = (id: number) =>
  db.database
    .selectFrom("place")
    .innerJoin("schedule", "schedule.id", "schedule_id")
    .innerJoin("fact_set", "fact_set.id", "fact_set_id")
    .selectAll("place")
    .select(["facts", "time_zone", "opening_times", "hours_text"])
    .where("place.id", "=", id)
    .executeTakeFirstOrThrow();

const linesOf = (id: number) =>
  db.database
    .selectFrom("place_edit")
    .selectAll()
    .where("place_id", "=", id)
    .orderBy("id")
    .execute();

const auditOf = (id: number) =>
  db.database
    .selectFrom("audit")
    .select(["actor", "action", "detail"])
    .where("place_id", "=", id)
    .execute();

const proposalsOf = (id: number) =>
  db.database.selectFrom("place_proposal").selectAll().where("place_id", "=", id).execute();

describe("an edit of staff", () => {
  it("writes each field to its columns, and nothing else", async () => {
    const id = await addPlace({ price: 100, facts: { wheelchair: "yes", paper: "no" } });
    const before = await rowOf(id);
    const made = await edit(
      id,
      {
        ...{ country: "AT", city: "Wien", address: "Ring 1", county: "Wien", postcode: "1010" },
        ...{ fee: "costs", price: null, comments: "hinter der Tür" },
        ...{ latitude: 48.2, longitude: 16.37, position_approximate: true },
        opening_times: week("08:00-18:00"),
        facts: { wheelchair: null, access: "key", name: "Ring-WC", level: "-1" },
      },
      moderator,
      1,
    );
    expect(made).toMatchObject({ ok: true, made: "edit", place: { id, version: 2, city: "Wien" } });
    const named = { city: "Wien", address: "Ring 1", comments: "hinter der Tür" };
    const after = await rowOf(id);
    expect(after).toEqual({
      ...before,
      ...{ ...named, country: "AT", county: "Wien", postcode: "1010" },
      ...{ price: null, price_known: false, costs: true },
      ...{ latitude: 48.2, longitude: 16.37, position_approximate: true },
      ...{ accessible: false, public: false, facts: { access: "key", paper: "no" } },
      fact_texts: { name: "Ring-WC", level: "-1" },
      ...{ time_zone: "Europe/Vienna", opening_times: week("08:00-18:00") },
      dup_key: duplicateKey(named),
      search_key: searchKey("Wien Ring 1 hinter der Tür"),
      ...{ schedule_id: after.schedule_id, fact_set_id: after.fact_set_id },
      ...{ version: 2, updated_at: after.updated_at, changed_in: after.changed_in },
    });
    const [line, ...others] = await linesOf(id);
    expect(others).toEqual([]);
    expect(line).toMatchObject({
      ...{ version: 2, source: "staff", account_id: moderator.userId },
      ...{ proposal_id: null, takes_back: null },
    });
    expect(line.changes).toMatchObject({
      city: { from: "Budapest", to: "Wien" },
      fee: { from: { fee: "costs", price: 100 }, to: { fee: "costs", price: null } },
      wheelchair: { from: "yes", to: null },
      name: { from: null, to: "Ring-WC" },
    });
    const fields = ["country", "city", "address", "county", "postcode", "fee", "comments"];
    const others2 = ["position", "hours", "wheelchair", "access", "name", "level"];
    expect(Object.keys(line.changes).sort()).toEqual([...fields, ...others2].sort());
    expect(await auditOf(id)).toMatchObject([
      { actor: moderator.userId, action: "edit-place", detail: { edit_id: line.id } },
    ]);
  });

  it("changes nothing where nothing is otherwise", async () => {
    const id = await addPlace({ comments: "left" });
    const made = await edit(id, { comments: " left ", price: null }, moderator);
    expect(made).toMatchObject({ ok: true, made: "edit", place: { version: 1 } });
    expect([await linesOf(id), await auditOf(id)]).toEqual([[], []]);
  });

  it("is refused for an older version, with the place and what was changed since", async () => {
    const id = await addPlace({ comments: "a" });
    await edit(id, { comments: "b", county: "Pest" }, moderator, 1);
    await edit(id, { comments: "c", postcode: "1011" }, moderator, 2);
    await edit(id, { postcode: null }, moderator, 3);
    const refused = await edit(id, { comments: "d" }, moderator, 1);
    expect(refused).toMatchObject({
      ok: false,
      code: "error.conflict",
      place: { id, version: 4, comments: "c" },
    });
    expect(refused.ok === false && "changes" in refused && refused.changes).toEqual({
      comments: { from: "a", to: "c" },
      county: { from: null, to: "Pest" },
    });
    expect((await rowOf(id)).comments).toBe("c");
    expect(await edit(id, { comments: "d" }, moderator, 5)).toMatchObject({ changes: {} });
    expect(await edit(id, { comments: "d" }, moderator, "any")).toMatchObject({ ok: true });
  });

  it("says what is wrong beside the place's own hours", async () => {
    const id = await addPlace({ openingTimes: week("08:00-18:00") });
    expect(await edit(id, { closed_days: [1] }, moderator)).toEqual({
      ok: false,
      code: "invalid",
      errors: [{ field: "closed_days", code: "error.parameter" }],
    });
  });

  it("takes a text of opening hours, whose entries follow, until seven entries take its place", async () => {
    const id = await addPlace({ openingTimes: week("-") });
    await edit(id, { opening_hours: "Mo-Fr 08:00-12:00,13:00-18:00; PH off" }, moderator);
    const text = "Mo-Fr 08:00-12:00,13:00-18:00; PH off";
    const entries = [...week("13:00-18:00").slice(0, 5), "closed", "closed"];
    expect(await rowOf(id)).toMatchObject({
      ...{ opening_hours: text, hours_text: text, opening_hours_complete: false },
      opening_times: entries,
    });
    await edit(id, { opening_times: week("08:00-09:00"), closed_days: null }, moderator);
    expect(await rowOf(id)).toMatchObject({
      ...{ opening_hours: null, hours_text: "", opening_hours_complete: null },
      opening_times: week("08:00-09:00"),
    });
    const [, second] = await linesOf(id);
    expect(second.changes.hours?.from.opening_hours).toBe(text);
  });

  it("moves the clock and the sun of the hours with the place", async () => {
    const opening_hours = "sunrise-sunset";
    const id = await addPlace({ opening_hours, openingTimes: week("08:00-16:00") });
    await edit(id, { country: "PT", latitude: 38.7, longitude: -9.1 }, moderator);
    expect(await rowOf(id)).toMatchObject({
      ...{ opening_hours, opening_times: week("08:00-16:00") },
      time_zone: "Europe/Lisbon",
    });
    expect((await linesOf(id))[0].changes).not.toHaveProperty("hours");
  });

  it("is refused where another place says the same, but not of two elements of OpenStreetMap", async () => {
    const texts = { city: "Ráckeve", address: "Fő tér 1.", comments: "" };
    await addPlaces(db.database, [texts]);
    const id = await addPlace({ city: "Ráckeve", address: "Fő tér 2." });
    const refused = { ok: false, code: "error.duplicate" };
    expect(await edit(id, { address: "FŐ tér 1." }, moderator)).toEqual(refused);
    expect(await edit(id, { address: "FŐ tér 1." }, anna)).toEqual(refused);
    expect(await rowOf(id)).toMatchObject({ address: "Fő tér 2.", version: 1 });
    expect([await linesOf(id), await proposalsOf(id)]).toEqual([[], []]);
    const [, second] = await addPlaces(db.database, [
      { ...texts, address: "Híd", osm_id: "node/1" },
      { ...texts, address: "Part", osm_id: "node/2" },
    ]);
    expect(await edit(second, { address: "Híd" }, moderator)).toMatchObject({ ok: true });
    expect((await rowOf(second)).dup_key).toBe("ráckeve\nhíd\n\nnode/2");
  });
});

describe("who edits", () => {
  it("is only an account that may see the place", async () => {
    const [deleted, waiting] = await addPlaces(db.database, [
      { deleted_at: now },
      { accepted: false, added_by: bela.userId },
    ]);
    const unseen = { ok: false, code: "error.notfound" };
    expect(await edit(waiting, { county: "x" }, anna)).toEqual(unseen);
    expect(await edit(deleted, { county: "x" }, moderator)).toEqual(unseen);
    expect(await edit(999_999, { county: "x" }, moderator)).toEqual(unseen);
    expect(await findEditablePlace(deps, waiting, anna)).toBeNull();
    expect(await findEditablePlace(deps, waiting, visitor)).toBeNull();
    expect(await findEditablePlace(deps, deleted, moderator)).toBeNull();
  });

  it("is a contributor at once, as long as the own place waits", async () => {
    const id = await addPlace({ accepted: false, added_by: anna.userId });
    expect(await findEditablePlace(deps, id, anna)).toMatchObject({
      isAtOnce: true,
      place: { id },
    });
    expect(await edit(id, { county: "Pest" }, anna, 1)).toMatchObject({ ok: true, made: "edit" });
    expect(await linesOf(id)).toMatchObject([{ source: "contributor", account_id: anna.userId }]);
    expect([await auditOf(id), (await rowOf(id)).accepted]).toEqual([[], false]);
    await db.database.updateTable("place").set({ accepted: true }).where("id", "=", id).execute();
    expect(await findEditablePlace(deps, id, anna)).toMatchObject({ isAtOnce: false });
    const proposed = await edit(id, { county: "Fejér" }, anna, 2);
    expect(proposed).toMatchObject({ ok: true, made: "proposal" });
    expect((await rowOf(id)).county).toBe("Pest");
  });

  it("finds all that can be edited, also a text that the place leaves out", async () => {
    const id = await addPlace({ opening_hours: "24/7", opening_hours_complete: true });
    const found = await findEditablePlace(deps, id, moderator);
    expect(found).toMatchObject({ isAtOnce: true, content: { hours: { opening_hours: "24/7" } } });
    expect(found?.place).not.toHaveProperty("opening_hours");
  });
});

describe("setPlacePosition", () => {
  const position = [16.37, 48.2] as const;

  it("is an edit, with the clock of the new place and a line of its own in the audit trail", async () => {
    const id = await addPlace({ country: "AT", position_approximate: true });
    expect(await setPlacePosition(deps, { id, position }, moderator)).toEqual({ ok: true });
    expect(await rowOf(id)).toMatchObject({
      ...{ longitude: 16.37, latitude: 48.2, position_approximate: false },
      ...{ time_zone: "Europe/Vienna", version: 2 },
    });
    const to = { longitude: 16.37, latitude: 48.2, approximate: false };
    expect((await linesOf(id))[0]).toMatchObject({ version: 2, changes: { position: { to } } });
    expect(await auditOf(id)).toMatchObject([{ action: "set-position" }]);
  });

  it("confirms a point that stays", async () => {
    const id = await addPlace({ position_approximate: true });
    await setPlacePosition(deps, { id, position: [19.05, 47.5] }, moderator);
    expect(await rowOf(id)).toMatchObject({ position_approximate: false, version: 2 });
    await setPlacePosition(deps, { id, position: [19.05, 47.5] }, moderator);
    expect(await linesOf(id)).toHaveLength(1);
    const gone = await setPlacePosition(deps, { id: 999_999, position }, moderator);
    expect(gone).toEqual({ ok: false, code: "error.notfound" });
  });
});

describe("at the same time", () => {
  it("of two edits of one version one is made, and the other is told of it", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addPlace({ openingTimes: week("-") });
      // One that changes the schedule, which a place is read with.
      const results = await Promise.all([
        edit(id, { opening_times: week("08:00-18:00") }, moderator, 1),
        edit(id, { comments: "left" }, administrator, 1),
      ]);
      const [made] = results.filter(({ ok }) => ok);
      const [refused] = results.filter(({ ok }) => !ok);
      expect(made).toMatchObject({ made: "edit", place: { version: 2 } });
      expect(refused).toMatchObject({ code: "error.conflict", place: { version: 2 } });
      const [line, ...others] = await linesOf(id);
      expect(others).toEqual([]);
      expect(refused).toMatchObject({ changes: line.changes });
    }
  });

  it("every edit of any version is made, one after the other", async () => {
    const id = await addPlace();
    const results = await Promise.all(
      Array.from({ length: 8 }, (_, number) =>
        edit(id, { comments: `no. ${number}` }, number % 2 ? moderator : administrator),
      ),
    );
    expect(results.every(({ ok }) => ok)).toBe(true);
    const lines = await linesOf(id);
    expect(lines.map(({ version }) => version)).toEqual([2, 3, 4, 5, 6, 7, 8, 9]);
    for (const [index, { changes }] of lines.slice(1).entries()) {
      expect(changes.comments?.from).toBe(lines[index].changes.comments?.to);
    }
  });

  it("an edit and a deletion: a deleted place is not edited", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addPlace();
      const [made, deleted] = await Promise.all([
        edit(id, { comments: "left" }, moderator, 1),
        deletePlace(deps, { id }, administrator),
      ]);
      expect(deleted.ok).toBe(true);
      const { comments } = await rowOf(id);
      expect(comments).toBe(made.ok ? "left" : "");
      if (!made.ok) expect(made.code).toBe("error.notfound");
      expect(await linesOf(id)).toHaveLength(made.ok ? 1 : 0);
    }
  });

  it("two places that become the same: one of them does", async () => {
    for (let round = 0; round < 5; round++) {
      const ids = await addPlaces(db.database, [{}, {}]);
      const address = `Közös utca ${round}.`;
      const results = await Promise.all([
        edit(ids[0], { address }, moderator),
        edit(ids[1], { address }, administrator),
      ]);
      expect(results.map(({ ok }) => ok).sort()).toEqual([false, true]);
      expect(results).toContainEqual({ ok: false, code: "error.duplicate" });
      const [first, second] = await Promise.all(ids.map(linesOf));
      expect([...first, ...second]).toHaveLength(1);
    }
  });
});

describe("an edit that applies a report or a correction", () => {
  const notified = vi.fn();
  const telling = () => ({
    ...deps,
    notifyContributor: async (_: unknown, news: object) => notified(news),
  });
  beforeAll(async () => {
    await edit(await addPlace(), { address: "Kettős utca 1." }, moderator);
  });
  beforeEach(() => notified.mockReset());

  const apply = (
    placeId: number,
    applied: { kind: "report" | "correction"; id: number },
    asked: { body?: object; viewer?: Viewer; version?: number; given?: typeof deps } = {},
  ) => {
    const { body = { comments: "in the yard" }, viewer = moderator, version = 1 } = asked;
    const named = { placeId, edit: toEdit(body), version, applied };
    return editPlace(asked.given ?? telling(), named, viewer);
  };

  const report = async (placeId: number) => {
    await reportPlace(deps, placeId, { reason: "other", text: "in the yard" }, anna);
    const rows = db.database.selectFrom("report").select("id").where("place_id", "=", placeId);
    return { kind: "report", id: (await rows.executeTakeFirstOrThrow()).id } as const;
  };
  const correct = async (placeId: number) => {
    const location = { longitude: 19, latitude: 47 };
    const changes = { comments: "in the yard" };
    const placeName = `No. ${placeId}`;
    const sent = { action: "edit", reason: "", location, changes, placeName };
    await sendCorrection(deps, sent, anna);
    const rows = db.database.selectFrom("correction").select("id");
    const { id } = await rows.where("place_name", "=", placeName).executeTakeFirstOrThrow();
    return { kind: "correction", id } as const;
  };
  const entryOf = ({ kind, id }: { kind: "report" | "correction"; id: number }) =>
    db.database
      .selectFrom(kind)
      .select(["outcome", "resolved_by", "resolved_at"])
      .where("id", "=", id)
      .executeTakeFirstOrThrow();
  const waits = { outcome: null, resolved_by: null, resolved_at: null };

  it.each([
    ["report", report],
    ["correction", correct],
  ])("settles the %s, and tells its sender once", async (kind, send) => {
    const id = await addPlace();
    const entry = await send(id);
    expect(await apply(id, entry)).toMatchObject({ ok: true, made: "edit", settled: true });
    const settled = { outcome: "done", resolved_by: moderator.userId, resolved_at: now };
    expect(await entryOf(entry)).toEqual(settled);
    const news = { outcome: `${kind}.done`, accountId: anna.userId, decidedBy: moderator.userId };
    expect(notified).toHaveBeenCalledExactlyOnceWith(expect.objectContaining(news));
    const again = await apply(id, entry, { body: { comments: "further back" }, version: 2 });
    expect(again).toMatchObject({ ok: true, settled: false, place: { version: 3 } });
    expect(notified).toHaveBeenCalledOnce();
  });

  it.each([
    ["report", report],
    ["correction", correct],
  ])("is not made where the %s cannot be settled", async (_, send) => {
    const id = await addPlace();
    const entry = await send(id);
    const broken = { ...deps, notifyContributor: () => Promise.reject(new Error("broken")) };
    await expect(apply(id, entry, { given: broken })).rejects.toThrow("broken");
    expect(await rowOf(id)).toMatchObject({ comments: "", version: 1 });
    expect([...(await linesOf(id)), ...(await auditOf(id))]).toEqual([]);
    expect(await entryOf(entry)).toEqual(waits);
  });

  it.each([
    ["that another place says already", { body: { address: "Kettős utca 1." } }, "error.duplicate"],
    ["of an older version", { version: 0 }, "error.conflict"],
    ["with an error", { body: { closed_days: [1] } }, "invalid"],
  ])("settles nothing by an edit %s", async (_, asked, code) => {
    const id = await addPlace();
    const entry = await report(id);
    expect(await apply(id, entry, asked)).toMatchObject({ ok: false, code });
    expect(await entryOf(entry)).toEqual(waits);
    expect(notified).not.toHaveBeenCalled();
  });

  it("settles no report of another place, and none for others than staff", async () => {
    const id = await addPlace({ accepted: false, added_by: bela.userId });
    const elsewhere = await report(await addPlace());
    expect(await apply(id, elsewhere)).toMatchObject({ ok: true, settled: false });
    const entry = { kind: "report", id: elsewhere.id } as const;
    const own = { viewer: bela, body: { comments: "mine" }, version: 2 };
    expect(await apply(id, entry, own)).toMatchObject({ ok: true, made: "edit", settled: false });
    expect(await entryOf(elsewhere)).toEqual(waits);
  });
});
