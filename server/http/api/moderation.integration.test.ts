import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { apiDocument, apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { setViewer } from "#tests/support/services/test-api.ts";

let db: TestDatabase;
let testServices: Awaited<ReturnType<typeof createTestServices>>;
let administrator: Viewer;
let user: Viewer;
let pending: number[];

beforeAll(async () => {
  db = await createTestDatabase();
  const viewer = async (email: string, role: Viewer["role"]) => {
    return { userId: await addAccount(db.database, email), email, role };
  };
  administrator = await viewer("kata@example.org", "administrator");
  user = await viewer("anna@example.org", "user");
  const place = { accepted: false, added_by: user.userId };
  pending = await addPlaces(db.database, [
    { ...place, city: "Tata", address: "Fő tér 1." },
    ...Array.from({ length: 3 }, () => place),
  ]);
  testServices = await createTestServices(db.database);
});
afterAll(async () => {
  await testServices[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

/** Calls the API in process, as the given viewer; a body goes as JSON. */
async function call(
  viewer: Viewer,
  method: string,
  path: string,
  body?: unknown,
  more: Record<string, string> = {},
) {
  const app = new Hono<AppEnvironment>();
  app.use(setViewer(viewer));
  app.route("/api/v1", apiRoutes(testServices.services, pino({ level: "silent" })));
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: { "Content-Type": "application/json", ...more },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

const seenByVisitors = async () => {
  const { body } = await call(visitor, "GET", "/places?per_page=100");
  return body.places.map(({ id }: { id: number }) => id);
};

const lastId = 2_147_483_647;

describe("the administrator's calls", () => {
  it("accept, delete and restore a place, and the very next response shows it", async () => {
    const [id] = pending;
    const path = `/places/${id}`;
    expect(await call(administrator, "POST", `${path}/accept`)).toEqual({
      status: 204,
      body: null,
    });
    expect((await call(administrator, "POST", `${path}/accept`)).status).toBe(204);
    expect(await seenByVisitors()).toEqual([id]);
    expect((await call(administrator, "DELETE", path)).status).toBe(204);
    expect(await seenByVisitors()).toEqual([]);
    expect((await call(administrator, "GET", path)).status).toBe(404);
    expect((await call(administrator, "POST", `${path}/accept`)).status).toBe(404);
    expect((await call(administrator, "DELETE", path)).status).toBe(404);
    expect((await call(administrator, "POST", `${path}/restore`)).status).toBe(204);
    expect(await seenByVisitors()).toEqual([id]);

    await call(administrator, "DELETE", path);
    const [again] = await addPlaces(db.database, [{ city: "Tata", address: "FŐ tér 1." }]);
    const refused = await call(administrator, "POST", `${path}/restore`);
    expect(refused).toMatchObject({ status: 409, body: { code: "error.duplicate" } });
    await call(administrator, "DELETE", `/places/${again}`);
  });

  it("accept several at once, and name the missing ones", async () => {
    const [, ...ids] = pending;
    const accept = (body: unknown) => call(administrator, "POST", "/moderation/accept", body);
    expect(await accept({ ids: [...ids, lastId] })).toEqual({
      status: 200,
      body: { accepted: ids, unknown: [lastId], changed: [] },
    });
    expect((await seenByVisitors()).sort()).toEqual(ids);
    const malformed = await accept({ ids: ["1"] });
    expect(malformed).toMatchObject({ status: 422, body: { code: "error.parameter" } });
    expect(malformed.body.errors).toEqual([{ field: "ids", code: "error.parameter" }]);
  });

  it("list everything, as the document describes it", async () => {
    const { status, body } = await call(administrator, "GET", "/moderation");
    expect(status).toBe(200);
    const { properties = {} } = apiDocument().components.schemas.ModerationQueue;
    const grouped = await call(administrator, "GET", "/moderation?part=reports&by_place=1");
    expect(Object.keys({ ...body, ...grouped.body }).sort()).toEqual(
      Object.keys(properties).sort(),
    );
    expect(grouped.body).not.toHaveProperty("reports");
    expect(body.deleted[0]).toMatchObject({ days_left: 30 });
    expect(body.audit[0]).toMatchObject({ action: "accept-place", user_email: user.email });
    const one = await call(administrator, "GET", "/moderation?part=audit&page=2");
    expect(one.body).toMatchObject({ page: 2, audit: [] });
    expect(one.body).not.toHaveProperty("waiting");
    expect((await call(administrator, "GET", "/moderation?part=all")).status).toBe(422);
  });

  it("decide on the version of a place that was read, and report what was changed since", async () => {
    const [one, other] = await addPlaces(db.database, [
      { accepted: false, added_by: user.userId, address: "Ó utca 1." },
      { accepted: false, added_by: user.userId, address: "Ó utca 2." },
    ]);
    for (const id of [one, other]) {
      const edit = { comments: `kapukód ${id}` };
      const edited = await call(user, "PATCH", `/places/${id}`, edit, { "If-Match": '"1"' });
      expect(edited.status).toBe(200);
    }
    const conflict = {
      status: 409,
      body: {
        code: "error.conflict",
        place: { id: one, version: 2, accepted: false },
        changes: { comments: { from: "", to: `kapukód ${one}` } },
      },
    };
    const decide = (method: string, path: string, version: string) =>
      call(administrator, method, path, undefined, { "If-Match": version });
    expect(await decide("POST", `/places/${one}/accept`, '"1"')).toMatchObject(conflict);
    expect(await decide("DELETE", `/places/${one}?waiting=1`, '"1"')).toMatchObject(conflict);
    expect((await decide("POST", `/places/${one}/accept`, "x")).status).toBe(422);
    const versions = { [one]: 2, [other]: 1 };
    expect(
      await call(administrator, "POST", "/moderation/accept", { ids: [one, other], versions }),
    ).toEqual({ status: 200, body: { accepted: [one], unknown: [], changed: [other] } });
    const late = await decide("DELETE", `/places/${one}?waiting=1`, '"2"');
    expect(late).toMatchObject({ status: 409, body: { place: { accepted: true }, changes: {} } });
    expect((await decide("DELETE", `/places/${one}`, '"2"')).status).toBe(204);
    const invalid = { ids: [other], versions: { [other]: "2" } };
    expect((await call(administrator, "POST", "/moderation/accept", invalid)).status).toBe(422);
    expect((await decide("POST", `/places/${other}/accept`, "*")).status).toBe(204);
    await call(administrator, "DELETE", `/places/${other}`);
  });

  it("store the reason for which a pending place is declined", async () => {
    const [id] = await addPlaces(db.database, [{ accepted: false, address: "Vak köz 1." }]);
    const declined = await call(
      administrator,
      "DELETE",
      `/places/${id}?reason=Nincs+ilyen+h%C3%A1z`,
    );
    expect(declined.status).toBe(204);
    const place = db.database.selectFrom("place").select("declined_reason").where("id", "=", id);
    expect(await place.executeTakeFirst()).toEqual({ declined_reason: "Nincs ilyen ház" });
  });

  it.each([
    ["POST", "/places/1e3/accept", 404],
    ["DELETE", "/places/0", 404],
    ["POST", `/places/${lastId + 1}/restore`, 404],
    ["POST", `/places/${lastId}/restore`, 404],
    ["DELETE", "/places/1?force=1", 422],
    ["DELETE", `/places/1?reason=${"x".repeat(1_001)}`, 422],
  ])("answer %s %s with %i", async (method, path, status) => {
    expect((await call(administrator, method, path)).status).toBe(status);
  });
});
