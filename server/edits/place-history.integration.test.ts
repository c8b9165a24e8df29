import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EditField } from "#domain/edits/place-change.ts";
import { placeEditSchemaWith } from "#domain/edits/place-edit.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { acceptPlaces, undoAcceptance } from "#server/moderation/accept-places.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { tellsNobody } from "#tests/support/services/stand-ins.ts";
import { editPlace } from "./edit-place.ts";
import { emptyEdit, readPlaceHistory, takeBackEdit } from "./place-history.ts";
import { decideProposal } from "./proposals.ts";

let db: TestDatabase;
let deps: { database: TestDatabase["database"]; now: () => Date } & typeof tellsNobody;
let administrator: Viewer;
let moderator: Viewer;
let anna: Viewer;

beforeAll(async () => {
  db = await createTestDatabase();
  deps = { database: db.database, now: () => new Date(), ...tellsNobody };
  const viewer = async (name: string, role: Viewer["role"]): Promise<Viewer> => {
    const email = `${name}@example.org`;
    return { userId: await addAccount(db.database, email), email, role };
  };
  administrator = await viewer("kata", "administrator");
  moderator = await viewer("mod", "moderator");
  anna = await viewer("anna", "user");
});
afterAll(() => db[Symbol.asyncDispose]());

const schema = placeEditSchemaWith(() => null);

async function edit(placeId: number, body: object, viewer = moderator) {
  const read = checkFields(schema, body);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  const made = await editPlace(deps, { placeId, edit: read.value, version: "any" }, viewer);
  if (!made.ok) throw new Error(made.code);
  return made;
}

async function addPlace(place: TestPlace = {}): Promise<number> {
  const [id] = await addPlaces(db.database, [place]);
  return id;
}

const placeOf = (id: number) =>
  db.database.selectFrom("place").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

async function historyOf(placeId: number, viewer = visitor, page = 1) {
  const history = await readPlaceHistory(deps, { placeId, page }, viewer);
  if (history === null) throw new Error("no history");
  return history;
}

async function lastEditOf(placeId: number): Promise<number> {
  const { lines } = await historyOf(placeId, moderator);
  return lines[0].edit?.id ?? 0;
}

const takeBack = (
  placeId: number,
  editId: number,
  fields: readonly EditField[] | null = null,
  viewer = moderator,
) => takeBackEdit(deps, { placeId, editId, fields }, viewer);

describe("the history of a place", () => {
  it("tells of all that happened to it, newest first", async () => {
    const id = await addPlace({ accepted: false, added_by: anna.userId });
    await edit(id, { county: "Pest" }, anna);
    await acceptPlaces(deps, { ids: [id] }, moderator);
    const proposed = await edit(id, { postcode: "1011" }, anna);
    if (proposed.made !== "proposal") throw new Error("not proposed");
    const decision = { outcome: "accepted", reason: "" } as const;
    await decideProposal(deps, { id: proposed.proposal.id, decision, version: null }, moderator);
    await deletePlace(deps, { id }, moderator);
    expect(await readPlaceHistory(deps, { placeId: id, page: 1 }, administrator)).toBeNull();
    await restorePlace(deps, id, moderator);
    const history = await historyOf(id, anna);
    expect(history).toMatchObject({ place_id: id, version: 3, page: 1, per_page: 20, total: 6 });
    expect(history.lines).toEqual([
      { kind: "restored", by: "staff", at: expect.any(String) },
      { kind: "deleted", by: "staff", at: expect.any(String) },
      {
        ...{ kind: "edited", by: "contributor", at: expect.any(String) },
        edit: {
          ...{ id: expect.any(Number), version: 3, proposed: true },
          changes: { postcode: { from: null, to: "1011" } },
          standing: ["postcode"],
        },
      },
      { kind: "accepted", by: "staff", at: expect.any(String) },
      {
        ...{ kind: "edited", by: "contributor", at: expect.any(String) },
        edit: {
          ...{ id: expect.any(Number), version: 2, proposed: false },
          changes: { county: { from: null, to: "Pest" } },
          standing: ["county"],
        },
      },
      { kind: "added", by: "contributor", at: expect.any(String) },
    ]);
  });

  it("tells of an acceptance that was undone", async () => {
    const id = await addPlace({ accepted: false, added_by: anna.userId });
    await acceptPlaces(deps, { ids: [id] }, moderator);
    await undoAcceptance(deps, { ids: [id] }, moderator);
    const { lines } = await historyOf(id, anna);
    expect(lines.map(({ kind }) => kind)).toEqual(["unaccepted", "accepted", "added"]);
  });

  it("begins with the acceptance for visitors, who have seen nothing of what was before", async () => {
    const id = await addPlace({ accepted: false, added_by: anna.userId, comments: "Kovács, 06 1" });
    await edit(id, { comments: "" });
    await acceptPlaces(deps, { ids: [id] }, moderator);
    await edit(id, { county: "Pest" });
    const kindsFor = async (viewer: Viewer) => {
      const { lines, total } = await historyOf(id, viewer);
      expect(total).toBe(lines.length);
      return lines.map(({ kind }) => kind);
    };
    for (const viewer of [visitor, { ...anna, userId: "another" }]) {
      expect(await kindsFor(viewer)).toEqual(["edited", "accepted", "added"]);
      expect(JSON.stringify(await historyOf(id, viewer))).not.toContain("Kovács");
    }
    for (const viewer of [anna, moderator, administrator]) {
      expect(await kindsFor(viewer)).toEqual(["edited", "accepted", "edited", "added"]);
    }
  });

  it("names accounts to the administrator alone", async () => {
    const id = await addPlace({ added_by: anna.userId });
    await edit(id, { county: "Pest" });
    const accounts = (await historyOf(id, administrator)).lines.map(({ account }) => account);
    expect(accounts).toEqual(["mod@example.org", "anna@example.org"]);
    for (const viewer of [visitor, anna, moderator]) {
      expect(JSON.stringify(await historyOf(id, viewer))).not.toMatch(/@|account/);
    }
    await db.database.updateTable("place_edit").set({ account_id: null }).execute();
    expect((await historyOf(id, administrator)).lines[0].account).toBeNull();
  });

  it("is for those who may see the place, and for who added it", async () => {
    const id = await addPlace({ accepted: false, added_by: anna.userId });
    const read = (viewer: Viewer) => readPlaceHistory(deps, { placeId: id, page: 1 }, viewer);
    expect(await read(visitor)).toBeNull();
    expect(await read({ ...anna, userId: "another" })).toBeNull();
    expect(await read(anna)).toMatchObject({ total: 1 });
    expect(await read(moderator)).toMatchObject({ total: 1 });
    const unknown = { placeId: 999_999, page: 1 };
    expect(await readPlaceHistory(deps, unknown, administrator)).toBeNull();
  });

  it.each<[string, TestPlace, string]>([
    ["an import", { osm_id: "node/77" }, "import"],
    ["the sample places", { sample: true }, "import"],
    ["staff, where no one accepted it", { accepted: true }, "staff"],
    ["a contributor, while it waits", { accepted: false }, "contributor"],
  ])("begins with %s", async (_, place, by) => {
    const id = await addPlace(place);
    const { lines } = await historyOf(id, moderator);
    expect(lines).toMatchObject([{ kind: "added", by }]);
  });

  it("comes in pages of twenty", async () => {
    const id = await addPlace();
    for (let number = 1; number <= 21; number++) await edit(id, { county: `no. ${number}` });
    const [first, second, third] = [
      await historyOf(id, visitor, 1),
      await historyOf(id, visitor, 2),
      await historyOf(id, visitor, 3),
    ];
    expect([first, second, third].map(({ total }) => total)).toEqual([22, 22, 22]);
    expect(first.lines.map(({ edit: made }) => made?.version)).toEqual(
      Array.from({ length: 20 }, (_, index) => 22 - index),
    );
    expect(second.lines).toMatchObject([{ edit: { version: 2 } }, { kind: "added" }]);
    expect(third.lines).toEqual([]);
    // Only the last one is as it was left.
    expect(first.lines.map(({ edit: made }) => made?.standing.length)).toEqual([
      1,
      ...Array(19).fill(0),
    ]);
  });
});

describe("what the import says otherwise", () => {
  const source = {
    country: "HU",
    location: { longitude: 19.05, latitude: 47.5 },
    named: { city: "Budapest", address: "Import utca 1.", comments: "" },
    price: { price: null, isKnown: true },
    facts: { shower: "yes" as const },
    opening: { times: Array<string>(7).fill("-"), text: null, isComplete: null },
    attributes: {},
  };
  let imports = 0;
  const addImported = (fields: object, place: TestPlace = {}) => {
    const address = `Import utca ${++imports}.`;
    const named = { ...source.named, ...("named" in fields && (fields.named as object)), address };
    return addPlace({
      ...{ address, osm_id: `node/${imports}00`, facts: { shower: "yes" } },
      openingTimes: Array<string>(7).fill("-"),
      imported: JSON.stringify({ source: "hungary", fields: { ...fields, named } }),
      ...place,
    });
  };

  it("is nothing where the place says the same, or the import says nothing", async () => {
    const id = await addImported(source);
    const history = await historyOf(id);
    expect(history).not.toHaveProperty("imported");
    expect(history.osm_id).toMatch(/^node\//);
    const edited = {
      facts: { paper: "yes" },
      comments: "left",
      opening_times: Array(7).fill("08:00-09:00"),
    };
    await edit(id, edited);
    expect(await historyOf(id)).not.toHaveProperty("imported");
  });

  it("is each field of the file that is otherwise here", async () => {
    const id = await addImported(
      {
        ...source,
        named: { ...source.named, city: "Buda", comments: "right" },
        price: { price: 100, isKnown: true },
        location: { longitude: 19.06, latitude: 47.5 },
        facts: { shower: "no", wheelchair: "yes" },
        opening: { times: Array<string>(7).fill("00:00-24:00"), text: "24/7", isComplete: true },
      },
      { position_approximate: true },
    );
    expect((await historyOf(id)).imported).toEqual({
      ...{ city: "Buda", comments: "right", shower: "no", wheelchair: "yes" },
      fee: { fee: "costs", price: 100 },
      position: { longitude: 19.06, latitude: 47.5, approximate: true },
      hours: {
        opening_times: Array(7).fill("00:00-24:00"),
        closed_days: [],
        opening_hours: "24/7",
      },
    });
  });

  it("is read from records of earlier versions, which lack some", async () => {
    const { facts: _, ...older } = { ...source, country: "AT" };
    const id = await addImported(older);
    expect((await historyOf(id)).imported).toEqual({ country: "AT" });
  });
});

describe("emptying", () => {
  it("takes what an edit says out of the history for good, and leaves line and place", async () => {
    const id = await addPlace({ comments: "left" });
    await edit(id, { comments: "Kovács, 06 1" });
    const editId = await lastEditOf(id);
    const empty = (viewer: Viewer, placeId = id) => emptyEdit(deps, { placeId, editId }, viewer);
    expect(await empty(anna)).toEqual({ ok: false, code: "error.forbidden" });
    const elsewhere = await empty(moderator, await addPlace());
    expect(elsewhere).toEqual({ ok: false, code: "error.notfound" });
    expect(await empty(moderator)).toEqual({ ok: true });
    const { lines, version } = await historyOf(id);
    expect(lines[0]).toMatchObject({
      ...{ kind: "edited", edit: { id: editId, changes: {}, standing: [] } },
    });
    expect(JSON.stringify(lines)).not.toContain("Kovács");
    expect((await placeOf(id)).comments).toBe("Kovács, 06 1");
    expect(version).toBe(2);
    const audit = db.database.selectFrom("audit").select(["action", "actor"]);
    expect(
      await audit.where("place_id", "=", id).where("action", "=", "empty-edit").execute(),
    ).toEqual([{ action: "empty-edit", actor: moderator.userId }]);
  });
});

describe("taking back", () => {
  it("gives all fields their values from before, and is told", async () => {
    const id = await addPlace({ comments: "left", facts: { shower: "no" } });
    await edit(id, { comments: "right", facts: { shower: null, paper: "yes" }, latitude: 47.6 });
    const editId = await lastEditOf(id);
    const taken = await takeBack(id, editId);
    expect(taken).toMatchObject({ ok: true, place: { version: 3, comments: "left" } });
    expect(taken.ok && taken.place.facts).toEqual({ shower: "no" });
    const { lines } = await historyOf(id);
    expect(lines[0]).toMatchObject({ by: "staff", edit: { takes_back: editId, version: 3 } });
    expect(lines[1].edit?.standing).toEqual([]);
    const audit = db.database.selectFrom("audit").select(["action", "detail"]);
    expect(await audit.where("place_id", "=", id).orderBy("id").execute()).toMatchObject([
      { action: "edit-place" },
      { action: "take-back", detail: { edit_id: editId } },
    ]);
  });

  it("can be taken back itself", async () => {
    const id = await addPlace({ comments: "left" });
    await edit(id, { comments: "right" });
    await takeBack(id, await lastEditOf(id));
    await takeBack(id, await lastEditOf(id));
    expect(await placeOf(id)).toMatchObject({ comments: "right", version: 4 });
  });

  it("names the fields that were changed again since, and then takes none back", async () => {
    const id = await addPlace({ comments: "left" });
    await edit(id, { comments: "right", county: "Pest" });
    const editId = await lastEditOf(id);
    await edit(id, { comments: "behind" });
    expect(await takeBack(id, editId)).toMatchObject({
      ok: false,
      code: "error.conflict",
      place: { version: 3 },
      changes: { comments: { from: "right", to: "behind" } },
    });
    expect(await placeOf(id)).toMatchObject({ comments: "behind", county: "Pest" });
    expect(await takeBack(id, editId, ["county"])).toMatchObject({ ok: true });
    expect(await placeOf(id)).toMatchObject({ comments: "behind", county: "" });
    expect(await takeBack(id, editId, ["comments"])).toMatchObject({ code: "error.conflict" });
  });

  it("does nothing where the values are those from before already", async () => {
    const id = await addPlace();
    await edit(id, { county: "Pest" });
    const editId = await lastEditOf(id);
    await takeBack(id, editId);
    expect(await takeBack(id, editId)).toMatchObject({ ok: true, place: { version: 3 } });
    expect((await historyOf(id)).total).toBe(3);
  });

  it("is refused for fields that the edit does not have, and for edits of other places", async () => {
    const [id, other] = await addPlaces(db.database, [{}, {}]);
    await edit(id, { county: "Pest" });
    const editId = await lastEditOf(id);
    expect(await takeBack(id, editId, ["city"])).toEqual({
      ok: false,
      code: "invalid",
      errors: [{ field: "fields", code: "error.parameter" }],
    });
    expect(await takeBack(other, editId)).toEqual({ ok: false, code: "error.notfound" });
    expect((await placeOf(id)).county).toBe("Pest");
  });

  it("is refused where another place has the words by now, but not for an import's place without an address", async () => {
    const id = await addPlace({ address: "Vissza utca 1." });
    await edit(id, { address: "Vissza utca 2." });
    await addPlaces(db.database, [{ address: "Vissza utca 1." }]);
    const refused = { ok: false, code: "error.duplicate" };
    expect(await takeBack(id, await lastEditOf(id))).toEqual(refused);
    const nameless = await addPlace({ address: "", osm_id: "node/5" });
    await edit(nameless, { address: "Van utca 1." });
    expect(await takeBack(nameless, await lastEditOf(nameless))).toMatchObject({ ok: true });
    expect(await placeOf(nameless)).toMatchObject({
      address: "",
      dup_key: "budapest\n19.05,47.5\n",
    });
  });

  it("gives a text of opening hours back", async () => {
    const text = "Mo-Fr 08:00-12:00; Jul off";
    const id = await addPlace({ opening_hours: text, opening_hours_complete: false });
    await edit(id, { opening_times: Array(7).fill("08:00-18:00") });
    expect((await placeOf(id)).opening_hours).toBeNull();
    await takeBack(id, await lastEditOf(id));
    expect(await placeOf(id)).toMatchObject({ opening_hours: text, opening_hours_complete: false });
  });

  it("happens once of two at the same time, and not beside an edit of the field", async () => {
    for (let round = 0; round < 4; round++) {
      const id = await addPlace();
      await edit(id, { county: "Pest" });
      const editId = await lastEditOf(id);
      const other =
        round % 2
          ? takeBack(id, editId, null, administrator)
          : edit(id, { county: "Fejér" }, administrator);
      const [taken] = await Promise.all([takeBack(id, editId), other]);
      const { total } = await historyOf(id);
      if (round % 2) expect([total, (await placeOf(id)).county]).toEqual([3, ""]);
      else expect([total, (await placeOf(id)).county]).toEqual([taken.ok ? 4 : 3, "Fejér"]);
    }
  });
});
