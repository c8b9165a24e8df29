import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EditField } from "#domain/edits/place-change.ts";
import { placeEditSchemaWith } from "#domain/edits/place-edit.ts";
import { maxPendingProposals, type Proposal } from "#domain/edits/proposal.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import { deletePlace, restorePlace } from "#server/moderation/deleted-places.ts";
import { deleteAccount } from "#server/personal-data/delete-account.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, type TestPlace } from "#tests/support/database/add-places.ts";
import {
  countBlockedStatements,
  createTestDatabase,
  type TestDatabase,
} from "#tests/support/database/test-database.ts";
import { notifiesNobody } from "#tests/support/services/stand-ins.ts";
import { editPlace } from "./edit-place.ts";
import {
  decideProposal,
  findOwnProposal,
  pendingProposals,
  reopenProposal,
  withdrawProposal,
} from "./proposals.ts";
import type { SeenVersion } from "./write-edit.ts";

const now = new Date("2026-07-31T12:00:00.000Z");

let db: TestDatabase;
let deps: { database: TestDatabase["database"]; now: () => Date } & typeof notifiesNobody;
let moderator: Viewer;
/** Another one: writes in one name wait for each other anyway. */
let administrator: Viewer;
let anna: Viewer;
let bela: Viewer;
let accounts = 0;

async function addViewer(role: Viewer["role"]): Promise<Viewer> {
  const email = `person-${++accounts}@example.org`;
  return { userId: await addAccount(db.database, email), email, role };
}

beforeAll(async () => {
  db = await createTestDatabase();
  deps = { database: db.database, now: () => now, ...notifiesNobody };
  moderator = await addViewer("moderator");
  administrator = await addViewer("administrator");
  anna = await addViewer("user");
  bela = await addViewer("user");
});
afterAll(() => db[Symbol.asyncDispose]());

const schema = placeEditSchemaWith(() => null);

function edit(placeId: number, body: object, viewer: Viewer, version: SeenVersion = "any") {
  const read = checkFields(schema, body);
  if (!read.ok) throw new Error(JSON.stringify(read.errors));
  return editPlace(deps, { placeId, edit: read.value, version }, viewer);
}

async function propose(placeId: number, body: object, viewer = anna): Promise<Proposal> {
  const made = await edit(placeId, body, viewer);
  if (!made.ok || made.made !== "proposal") throw new Error(JSON.stringify(made));
  return made.proposal;
}

interface Decided {
  readonly outcome?: "accepted" | "declined";
  readonly fields?: readonly EditField[];
  readonly reason?: string;
  readonly version?: SeenVersion | null;
}

function decide(id: number, { version = null, ...given }: Decided = {}, viewer = moderator) {
  const decision = { outcome: "accepted", reason: "", ...given } as const;
  return decideProposal(deps, { id, decision, version }, viewer);
}

async function addPlace(place: TestPlace = {}): Promise<number> {
  const [id] = await addPlaces(db.database, [place]);
  return id;
}

const placeOf = (id: number) =>
  db.database.selectFrom("place").selectAll().where("id", "=", id).executeTakeFirstOrThrow();

const linesOf = (id: number) =>
  db.database
    .selectFrom("place_edit")
    .selectAll()
    .where("place_id", "=", id)
    .orderBy("id")
    .execute();

const storedOf = (id: number) =>
  db.database.selectFrom("place_proposal").selectAll().where("id", "=", id).executeTakeFirst();

describe("a proposal", () => {
  it("waits with what differs, its note and the version, and leaves the place as it is", async () => {
    const id = await addPlace({ comments: "left" });
    const proposal = await propose(id, { comments: "left", county: " Pest ", note: "Jártam ott" });
    expect(proposal).toEqual({
      ...{ id: proposal.id, place_id: id, version: 1, note: "Jártam ott" },
      changes: { county: { from: null, to: "Pest" } },
      at: expect.any(String),
      ...{ decided_at: null, outcome: null, accepted_fields: [], reason: "" },
    });
    expect(await placeOf(id)).toMatchObject({ county: "", version: 1 });
    expect(await linesOf(id)).toEqual([]);
    expect(await findOwnProposal(deps, id, anna)).toEqual(proposal);
    expect(await findOwnProposal(deps, id, bela)).toBeNull();
  });

  it("is refused where nothing differs, or for an older version", async () => {
    const id = await addPlace({ comments: "left" });
    expect(await edit(id, { comments: "left", note: "?" }, anna)).toEqual({
      ok: false,
      code: "invalid",
      errors: [{ field: "body", code: "error.parameter" }],
    });
    await edit(id, { comments: "right" }, moderator);
    expect(await edit(id, { county: "x" }, anna, 1)).toMatchObject({
      code: "error.conflict",
      changes: { comments: { from: "left", to: "right" } },
    });
    expect(await findOwnProposal(deps, id, anna)).toBeNull();
  });

  it("takes the place of the earlier one of the account, and of no other", async () => {
    const id = await addPlace();
    const first = await propose(id, { county: "Pest" });
    const belas = await propose(id, { county: "Fejér" }, bela);
    const second = await propose(id, { postcode: "1011" });
    expect(await storedOf(first.id)).toBeUndefined();
    expect(await findOwnProposal(deps, id, anna)).toEqual(second);
    expect(await findOwnProposal(deps, id, bela)).toEqual(belas);
    // Who decides on the first one has not read the second.
    expect(await decide(first.id)).toEqual({ ok: false, code: "error.notfound" });
    expect((await storedOf(second.id))?.outcome).toBeNull();
  });

  it("is one of twenty of an account; another for the same place, or one decided, does not count", async () => {
    const sender = await addViewer("user");
    const ids = await addPlaces(db.database, Array(maxPendingProposals + 1).fill({}));
    const proposals: Proposal[] = [];
    for (const id of ids.slice(0, -1)) {
      proposals.push(await propose(id, { county: "a" }, sender));
    }
    const last = ids[maxPendingProposals];
    expect(await edit(last, { county: "a" }, sender)).toEqual({ ok: false, code: "error.limit" });
    expect(await propose(ids[0], { county: "b" }, sender)).toMatchObject({ outcome: null });
    await withdrawProposal(deps, proposals[1].id, sender);
    expect(await propose(last, { county: "a" }, sender)).toMatchObject({ outcome: null });
  });

  it("of an account is one of twenty also when many are sent at once", async () => {
    const sender = await addViewer("user");
    const ids = await addPlaces(db.database, Array(maxPendingProposals + 3).fill({}));
    const results = await Promise.all(ids.map((id) => edit(id, { county: "a" }, sender)));
    expect(results.filter(({ ok }) => ok)).toHaveLength(maxPendingProposals);
  });

  it("is withdrawn by its sender alone, until it is decided", async () => {
    const id = await addPlace();
    const { id: first } = await propose(id, { county: "Pest" });
    const missing = { ok: false, code: "error.notfound" };
    expect(await withdrawProposal(deps, first, bela)).toEqual(missing);
    expect(await withdrawProposal(deps, first, anna)).toEqual({ ok: true });
    expect(await withdrawProposal(deps, first, anna)).toEqual({ ok: true });
    expect(await storedOf(first)).toMatchObject({ outcome: "withdrawn", decided_by: anna.userId });
    expect(await decide(first)).toMatchObject({ code: "error.conflict", changes: {} });
    const { id: second } = await propose(id, { county: "Pest" });
    await decide(second, { outcome: "declined" });
    expect(await withdrawProposal(deps, second, anna)).toEqual(missing);
  });

  it("does not wait while its place is deleted, and does again when that is restored", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest" });
    const countPending = async () =>
      (await pendingProposals(db.database).where("place_id", "=", id).selectAll().execute()).length;
    expect(await countPending()).toBe(1);
    await deletePlace(deps, { id }, moderator);
    expect(await countPending()).toBe(0);
    expect(await decide(proposalId)).toEqual({ ok: false, code: "error.notfound" });
    await restorePlace(deps, id, moderator);
    expect(await countPending()).toBe(1);
    expect(await decide(proposalId)).toMatchObject({ ok: true });
  });
});

describe("a decision", () => {
  it("accepts a proposal whole: an edit of its sender", async () => {
    const id = await addPlace();
    const { id: proposalId, changes } = await propose(id, {
      county: "Pest",
      facts: { shower: "yes" },
    });
    const decided = await decide(proposalId, { reason: "Köszönjük" });
    expect(decided).toMatchObject({
      ok: true,
      place: { id, version: 2, county: "Pest", facts: { shower: "yes" } },
      proposal: {
        ...{ outcome: "accepted", reason: "Köszönjük", decided_at: now.toISOString() },
        accepted_fields: ["county", "shower"],
      },
    });
    const edits = await linesOf(id);
    expect(edits).toMatchObject([
      { source: "contributor", account_id: anna.userId, proposal_id: proposalId, version: 2 },
    ]);
    expect(edits[0].changes).toEqual(changes);
    const audit = db.database.selectFrom("audit").selectAll().where("place_id", "=", id);
    expect(await audit.execute()).toMatchObject([
      { action: "accept-proposal", actor: moderator.userId, user_id: anna.userId },
    ]);
  });

  it("accepts some of the fields, and declines the others", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest", postcode: "1011" });
    expect(await decide(proposalId, { fields: ["city"] })).toMatchObject({ code: "invalid" });
    expect(await decide(proposalId, { fields: ["postcode"] })).toMatchObject({
      proposal: { outcome: "part", accepted_fields: ["postcode"] },
    });
    expect(await placeOf(id)).toMatchObject({ county: "", postcode: "1011" });
  });

  it("declines, with a reason; who declined can undo that for ten minutes", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest" });
    expect(await decide(proposalId, { outcome: "declined", reason: "Nem" })).toMatchObject({
      proposal: { outcome: "declined", reason: "Nem", accepted_fields: [] },
    });
    expect([await linesOf(id), (await placeOf(id)).version]).toEqual([[], 1]);
    const audit = db.database.selectFrom("audit").select("action").where("place_id", "=", id);
    expect(await audit.execute()).toEqual([{ action: "decline-proposal" }]);

    const reopen = (viewer = moderator, at = now) =>
      reopenProposal({ ...deps, now: () => at }, proposalId, viewer);
    const conflict = { ok: false, code: "error.conflict" };
    expect(await reopen(administrator)).toEqual(conflict);
    expect(await reopen(moderator, new Date(now.getTime() + 600_000))).toEqual(conflict);
    expect(await reopen()).toEqual({ ok: true });
    expect(await storedOf(proposalId)).toMatchObject({
      outcome: null,
      decided_at: null,
      reason: "",
    });
    await decide(proposalId, { outcome: "declined" });
    await propose(id, { county: "Fejér" });
    expect(await reopen()).toEqual(conflict);
  });

  it("counts a field that is as proposed already as accepted, without an edit", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest" });
    await edit(id, { county: "Pest" }, moderator);
    expect(await decide(proposalId)).toMatchObject({ proposal: { outcome: "accepted" } });
    expect(await linesOf(id)).toHaveLength(1);
  });

  it("keeps a change that was made since, beside the proposed field", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest" });
    await edit(id, { comments: "left" }, moderator);
    expect(await decide(proposalId)).toMatchObject({ ok: true });
    expect(await placeOf(id)).toMatchObject({ county: "Pest", comments: "left" });
  });

  it("overwrites a field that was changed since only where it names the version", async () => {
    const id = await addPlace({ comments: "left" });
    const { id: proposalId } = await propose(id, { comments: "right", county: "Pest" });
    await edit(id, { comments: "behind" }, moderator);
    const changes = { comments: { from: "left", to: "behind" } };
    const place = { comments: "behind", version: 2 };
    const refused = { ok: false, code: "error.conflict", changes, place };
    expect(await decide(proposalId)).toMatchObject(refused);
    expect(await decide(proposalId, { version: 1 })).toMatchObject(refused);
    expect(await placeOf(id)).toMatchObject({ comments: "behind", county: "" });
    expect(await decide(proposalId, { version: 2 })).toMatchObject({ ok: true });
    expect((await linesOf(id))[1].changes).toEqual({
      county: { from: null, to: "Pest" },
      comments: { from: "behind", to: "right" },
    });
  });

  it("takes the fields that are open without a version", async () => {
    const id = await addPlace({ comments: "left" });
    const { id: proposalId } = await propose(id, { comments: "right", county: "Pest" });
    await edit(id, { comments: "behind" }, moderator);
    expect(await decide(proposalId, { fields: ["county"] })).toMatchObject({
      proposal: { outcome: "part" },
    });
    expect(await placeOf(id)).toMatchObject({ comments: "behind", county: "Pest" });
  });

  it("is refused where another place says the same by now", async () => {
    const [id] = await addPlaces(db.database, [{}]);
    const { id: proposalId } = await propose(id, { address: "Foglalt utca 1." });
    await addPlaces(db.database, [{ address: "Foglalt utca 1." }]);
    expect(await decide(proposalId)).toEqual({ ok: false, code: "error.duplicate" });
    expect((await storedOf(proposalId))?.outcome).toBeNull();
  });
});

describe("at the same time", () => {
  it("of two decisions on a proposal one is made, and the other is told", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addPlace();
      const { id: proposalId } = await propose(id, { county: "Pest" });
      const [accepted, declined] = await Promise.all([
        decide(proposalId, { version: 1 }),
        decide(proposalId, { outcome: "declined", version: 1 }, administrator),
      ]);
      expect([accepted.ok, declined.ok].sort()).toEqual([false, true]);
      expect(accepted.ok ? declined : accepted).toMatchObject({ code: "error.conflict" });
      expect((await storedOf(proposalId))?.outcome).toBe(accepted.ok ? "accepted" : "declined");
      expect((await placeOf(id)).county).toBe(accepted.ok ? "Pest" : "");
      expect(await linesOf(id)).toHaveLength(accepted.ok ? 1 : 0);
    }
  });

  it("a decision and an edit: nothing is overwritten that the decision has not seen", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addPlace({ comments: "left" });
      const { id: proposalId } = await propose(id, { comments: "right" });
      const [accepted, edited] = await Promise.all([
        decide(proposalId, { version: 1 }),
        edit(id, { comments: "behind" }, administrator, 1),
      ]);
      expect([accepted.ok, edited.ok].sort()).toEqual([false, true]);
      expect((await placeOf(id)).comments).toBe(accepted.ok ? "right" : "behind");
      expect(await linesOf(id)).toHaveLength(1);
    }
  });

  it("a proposal and an edit: the proposal is of the version before, or told of the edit", async () => {
    for (let round = 0; round < 5; round++) {
      const id = await addPlace({ comments: "left" });
      const [proposed, edited] = await Promise.all([
        edit(id, { comments: "right" }, anna, 1),
        edit(id, { comments: "behind" }, moderator, 1),
      ]);
      expect(edited.ok).toBe(true);
      if (proposed.ok) expect(proposed).toMatchObject({ proposal: { version: 1 } });
      else expect(proposed).toMatchObject({ code: "error.conflict", place: { version: 2 } });
    }
  });

  it("a decision waits for a withdrawal that is under way, and is told of it", async () => {
    const id = await addPlace();
    const { id: proposalId } = await propose(id, { county: "Pest" });
    const decided = db.database.transaction().execute(async (transaction) => {
      await transaction
        .updateTable("place_proposal")
        .set({ outcome: "withdrawn", decided_at: now })
        .where("id", "=", proposalId)
        .execute();
      const decision = decide(proposalId);
      await expect.poll(() => countBlockedStatements(db.database)).toBe(1);
      return { decision };
    });
    const { decision } = await decided;
    expect(await decision).toMatchObject({ ok: false, code: "error.conflict" });
    expect(await storedOf(proposalId)).toMatchObject({ outcome: "withdrawn" });
    expect((await placeOf(id)).county).toBe("");
  });

  it("a decision and a withdrawal, or a new proposal: what was not read is not accepted", async () => {
    // Of one's own: proposals of anna's that wait from other tests count towards the limit.
    const sender = await addViewer("user");
    for (let round = 0; round < 12; round++) {
      const id = await addPlace();
      const { id: proposalId } = await propose(id, { county: "Pest" }, sender);
      const [accepted, replaced] = await Promise.all([
        decide(proposalId),
        round % 2
          ? withdrawProposal(deps, proposalId, sender)
          : edit(id, { postcode: "1" }, sender),
      ]);
      const place = await placeOf(id);
      expect(place).toMatchObject({ county: accepted.ok ? "Pest" : "", postcode: "" });
      expect(accepted.ok || replaced.ok).toBe(true);
      if (round % 2) expect(accepted.ok && replaced.ok).toBe(false);
    }
  });

  it("a decision and the deletion of the sender's account: no name stays", async () => {
    for (let round = 0; round < 5; round++) {
      const sender = await addViewer("user");
      const id = await addPlace();
      const { id: proposalId } = await propose(id, { county: "Pest" }, sender);
      const [accepted] = await Promise.all([
        decide(proposalId),
        deleteAccount(deps, sender.userId ?? ""),
      ]);
      // Where the deletion comes first, the proposal is withdrawn.
      expect(await linesOf(id)).toMatchObject(accepted.ok ? [{ account_id: null }] : []);
      const outcome = accepted.ok ? "accepted" : "withdrawn";
      expect(await storedOf(proposalId)).toMatchObject({ account_id: null, outcome });
    }
  });
});
