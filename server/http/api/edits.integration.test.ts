import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";

let db: TestDatabase;
let api: TestApi;
let moderator: Viewer;
let anna: Viewer;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await createTestApi(db.database);
  const viewer = async (name: string, role: Viewer["role"]): Promise<Viewer> => {
    const email = `${name}@example.org`;
    return { userId: await addAccount(db.database, email), email, role };
  };
  moderator = await viewer("mod", "moderator");
  anna = await viewer("anna", "user");
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

async function addPlace(): Promise<number> {
  const [id] = await addPlaces(db.database, [{}]);
  return id;
}

const get = (path: string, viewer = visitor) => api.call({ path, viewer });

function patch(
  id: number,
  body: unknown,
  { viewer = moderator, ...headers }: { viewer?: Viewer; [header: string]: unknown } = {},
) {
  const sent = headers as Record<string, string>;
  return api.call({ method: "PATCH", path: `/places/${id}`, viewer, body, headers: sent });
}

describe("the ETag of a place", () => {
  test("begins with its version, and is what If-Match takes", async () => {
    const id = await addPlace();
    const etag = (await get(`/places/${id}`)).headers.get("ETag") ?? "";
    expect(etag).toMatch(/^"1-[\w-]{27}"$/);
    const made = await patch(id, { county: "Pest" }, { "If-Match": etag });
    expect(made.status).toBe(200);
    expect(made.headers.get("ETag")).toBe('"2"');
    expect(await made.json()).toMatchObject({ id, version: 2, county: "Pest" });
    const second = (await get(`/places/${id}`)).headers.get("ETag");
    expect(second).toMatch(/^"2-/);
    const known = await api.call({
      path: `/places/${id}`,
      headers: { "If-None-Match": second ?? "" },
    });
    expect(known.status).toBe(304);
  });

  test.each([
    ['"1"', 200],
    [' W/"1-Ab_9-x" ', 200],
    ["*", 200],
    ['"2"', 409],
    ['"1-"', 200],
    ["1", 422],
    ['"01"', 422],
    ['"x-1"', 422],
    ['"1", "2"', 422],
    ["", 422],
  ])("of %j is answered with %d", async (header, status) => {
    const id = await addPlace();
    const response = await patch(id, { county: "Pest" }, { "If-Match": header });
    expect(response.status).toBe(status);
    if (status === 422) {
      const { errors } = await response.json();
      expect(errors).toEqual([{ field: "If-Match", code: "error.parameter" }]);
    }
  });
});

describe("PATCH /places/:id", () => {
  test("needs the version", async () => {
    const id = await addPlace();
    const response = await patch(id, { county: "Pest" });
    expect(response.status).toBe(428);
    expect(await response.json()).toMatchObject({ code: "error.precondition" });
  });

  test("responds to a stale version with the current place and the changes since", async () => {
    const id = await addPlace();
    await patch(id, { county: "Pest" }, { "If-Match": '"1"' });
    const response = await patch(id, { county: "Fejér" }, { "If-Match": '"1"' });
    expect(response.status).toBe(409);
    expect(response.headers.get("ETag")).toBe('"2"');
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(await response.json()).toMatchObject({
      code: "error.conflict",
      place: { id, county: "Pest", version: 2 },
      changes: { county: { from: null, to: "Pest" } },
    });
  });

  test("responds to a proposal with 202", async () => {
    const id = await addPlace();
    const headers = { "If-Match": '"1"' };
    const proposed = await patch(id, { county: "Pest", note: "?" }, { ...headers, viewer: anna });
    expect(proposed.status).toBe(202);
    expect(proposed.headers.get("Cache-Control")).toBe("no-store");
    expect(await proposed.json()).toMatchObject({ place_id: id, outcome: null, note: "?" });
    expect(await (await get(`/places/${id}`)).json()).not.toHaveProperty("county");
  });

  test("accepts a merge patch, and no other media type", async () => {
    const id = await addPlace();
    const headers = { "If-Match": "*", "Content-Type": "application/merge-patch+json" };
    expect((await patch(id, { county: "Pest" }, headers)).status).toBe(200);
    headers["Content-Type"] = "application/json-patch+json";
    expect((await patch(id, { county: "Pest" }, headers)).status).toBe(422);
  });

  test("names all invalid fields, with the place in a text of opening hours", async () => {
    const id = await addPlace();
    const body = { city: "", facts: { shower: "?" }, opening_hours: "Mo-Fr 08:00-12:00 foo" };
    const response = await patch(id, body, { "If-Match": "*" });
    expect(response.status).toBe(422);
    const { errors } = await response.json();
    expect(errors).toEqual([
      { field: "city", code: "error.parameter" },
      { field: "facts.shower", code: "error.parameter" },
      {
        field: "opening_hours",
        code: "error.parameter",
        at: { position: 18, part: "foo", reason: "unreadable" },
      },
    ]);
  });

  test("is visible at once in responses from memory, and by the change feed", async () => {
    const id = await addPlace();
    await get(`/places/${id}`);
    await patch(id, { latitude: 46.5, facts: { shower: "yes" } }, { "If-Match": "*" });
    expect(await (await get(`/places/${id}`)).json()).toMatchObject({ latitude: 46.5, version: 2 });
    const near = await get("/places?near=19.05,46.5&per_page=1");
    expect((await near.json()).places).toMatchObject([{ id, version: 2 }]);
  });
});

test("a decision takes If-Match, and the conflict has what was changed", async () => {
  const id = await addPlace();
  const proposal = await (
    await patch(id, { county: "Pest" }, { "If-Match": "*", viewer: anna })
  ).json();
  await patch(id, { county: "Fejér" }, { "If-Match": "*" });
  const decide = (headers?: Record<string, string>) =>
    api.call({
      ...{ method: "POST", path: `/moderation/proposals/${proposal.id}`, viewer: moderator },
      ...{ body: { outcome: "accepted" }, headers },
    });
  const changes = { county: { from: null, to: "Fejér" } };
  for (const headers of [undefined, { "If-Match": '"1"' }]) {
    const refused = await decide(headers);
    expect(refused.status).toBe(409);
    expect(await refused.json()).toMatchObject({ code: "error.conflict", changes });
  }
  expect((await decide({ "If-Match": "2" })).status).toBe(422);
  const decided = await decide({ "If-Match": '"2"' });
  expect(await decided.json()).toMatchObject({ id: proposal.id, outcome: "accepted" });
});

test("everyone may read a history, 404 for a missing place", async () => {
  const id = await addPlace();
  await patch(id, { county: "Pest" }, { "If-Match": "*" });
  const response = await get(`/places/${id}/history`);
  expect(response.headers.get("Cache-Control")).toBe("private, no-cache");
  expect(await response.json()).toMatchObject({ place_id: id, version: 2, total: 2 });
  expect((await get(`/places/${id}/history?page=0`)).status).toBe(422);
  expect((await get("/places/999999/history")).status).toBe(404);
});

test("fields that cannot be taken back are named", async () => {
  const id = await addPlace();
  await patch(id, { county: "Pest" }, { "If-Match": "*" });
  const { lines } = await (await get(`/places/${id}/history`)).json();
  await patch(id, { county: "Fejér" }, { "If-Match": "*" });
  const path = `/places/${id}/history/${lines[0].edit.id}/take-back`;
  const takeBack = (body: unknown) => api.call({ method: "POST", path, viewer: moderator, body });
  const refused = await takeBack({});
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({
    changes: { county: { from: "Pest", to: "Fejér" } },
  });
  expect((await takeBack({ fields: [] })).status).toBe(422);
  expect((await takeBack({ fields: ["id"] })).status).toBe(422);
});
