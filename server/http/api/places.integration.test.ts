import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addLimit } from "#domain/account/daily-limits.ts";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { recordChangeMark } from "#server/export/place-changes.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import {
  createTestDatabase,
  type TestDatabase,
  untilTransactionsEnd,
} from "#tests/support/database/test-database.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";

let db: TestDatabase;
let api: TestApi;
beforeAll(async () => {
  db = await createTestDatabase();
  api = await createTestApi(db.database);
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

let people = 0;

async function someone(role: Viewer["role"] = "user"): Promise<Viewer> {
  const email = `person-${++people}@example.org`;
  return { userId: await addAccount(db.database, email), email, role };
}

let addresses = 0;

const place = () => ({
  country: "HU",
  city: "Eger",
  address: `Dobó tér ${++addresses}.`,
  price: 200,
  comments: "balra",
  accessible: true,
  public: true,
  latitude: 47.9025123,
  longitude: 20.3773,
  opening_times: ["08:00-18:00", "-", "-", "-", "-", "-", "-"],
});

const post = (viewer: Viewer, body: unknown = place()) =>
  api.call({ method: "POST", path: "/places", viewer, body });
const get = (path: string, viewer: Viewer) => api.call({ path, viewer });

async function expectProblem(response: Response, status: number, code: string) {
  expect(response.status).toBe(status);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const problem = await response.json();
  expect(problem).toMatchObject({ status, code });
  return problem;
}

describe("POST /places", () => {
  test("responds with 201, the place and its URL, where the administrator finds it at once", async () => {
    const administrator = await someone("administrator");
    const response = await post(await someone(), { ...place(), accepted: true, added_by: "x" });
    expect(response.status).toBe(201);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    const added = await response.json();
    expect(added).toMatchObject({ city: "Eger", accepted: false, latitude: 47.902512 });
    expect(added).not.toHaveProperty("added_by");
    const address = response.headers.get("Location") ?? "";
    expect(address).toBe(`/api/v1/places/${added.id}`);
    const path = address.replace("/api/v1", "");
    expect((await get(path, visitor)).status).toBe(404);
    expect(await (await get(path, administrator)).json()).toMatchObject({ id: added.id });
    const { places } = await (await get("/places", administrator)).json();
    expect(places[0]).toMatchObject({ id: added.id });
  });

  test("shows everyone at once what the administrator adds", async () => {
    const added = await (await post(await someone("administrator"))).json();
    expect(added.accepted).toBe(true);
    const { places } = await (await get("/places", visitor)).json();
    expect(places[0].id).toBe(added.id);
  });

  test("refuses the same place again, also when the limit is reached", async () => {
    const anna = await someone();
    const first = place();
    expect((await post(anna, first)).status).toBe(201);
    await expectProblem(await post(anna, first), 409, "error.duplicate");
    for (let turn = 1; turn < addLimit; turn++) expect((await post(anna)).status).toBe(201);
    await expectProblem(await post(anna), 429, "error.limit");
    await expectProblem(await post(anna, first), 409, "error.duplicate");
    await expectProblem(await post(anna, { ...first, city: "" }), 422, "error.parameter");
  });

  test.each([
    ["08:00-", "error.fillout"],
    ["-18:00", "error.fillout"],
    ["18:00-08:00", "error.invalidtime"],
    ["8-18", "error.parameter"],
  ])("says that a Tuesday of %s is %s", async (day, code) => {
    const opening_times = ["-", day, "-", "-", "-", "-", "-"];
    const response = await post(await someone(), { ...place(), opening_times });
    const { errors } = await expectProblem(response, 422, code);
    expect(errors).toEqual([{ field: "opening_times.1", code }]);
  });

  test("stores a text of opening hours, which wins over the seven entries", async () => {
    const administrator = await someone("administrator");
    const opening_hours = "Mo-Fr 08:00-12:00,13:00-18:00; PH off";
    const closed_days = [5];
    const response = await post(administrator, { ...place(), opening_hours, closed_days });
    expect(response.status).toBe(201);
    const { id } = await response.json();
    const shown = {
      opening_hours,
      opening_times: [...Array(5).fill("13:00-18:00"), "-", "-"],
      closed_days: [5, 6],
      opening_today: { times: expect.any(Array) },
    };
    expect(await (await get(`/places/${id}`, visitor)).json()).toMatchObject(shown);
    const plain = { ...place(), opening_hours: "Mo-Fr 22:00-04:00" };
    const night = await (await post(administrator, plain)).json();
    expect(night.opening_times).toEqual([...Array(5).fill("22:00-04:00"), "-", "-"]);
    expect(night).not.toHaveProperty("opening_hours");
    const stored = await db.database
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["opening_hours", "opening_hours_complete", "hours_text", "hours_country"])
      .where("place.id", "in", [id, night.id])
      .orderBy("place.id")
      .execute();
    expect(stored).toEqual([
      {
        opening_hours,
        opening_hours_complete: false,
        hours_text: opening_hours,
        hours_country: "HU",
      },
      {
        opening_hours: plain.opening_hours,
        opening_hours_complete: true,
        hours_text: plain.opening_hours,
        hours_country: "HU",
      },
    ]);
  });

  test("refuses a text that cannot be read, and says where, with all other errors", async () => {
    const opening_hours = "Mo-Fr 08:00-12:00 foo";
    const response = await post(await someone(), { ...place(), city: "", opening_hours });
    const { errors } = await expectProblem(response, 422, "error.parameter");
    const at = { position: 18, part: "foo", reason: "unreadable" };
    expect(errors).toEqual([
      { field: "city", code: "error.parameter" },
      { field: "opening_hours", code: "error.parameter", at },
    ]);
  });

  test("stores the closed days beside the opening times, for everyone and for the open filter", async () => {
    const administrator = await someone("administrator");
    const closed_days = [0, 1, 2, 3, 4, 5, 6];
    const { opening_times: _, ...timeless } = place();
    const before = await (await get("/places?open=1", visitor)).json();
    const added = await (await post(administrator, { ...timeless, closed_days })).json();
    expect(added).toMatchObject({
      opening_times: Array(7).fill("-"),
      closed_days,
      open_status: "closed",
    });
    expect(await (await get(`/places/${added.id}`, visitor)).json()).toMatchObject({
      opening_times: Array(7).fill("-"),
      closed_days,
      open_status: "closed",
    });
    const after = await (await get("/places?open=1", visitor)).json();
    expect(after.unknown_count).toBe(before.unknown_count);
    const some = await post(administrator, { ...place(), closed_days: [6] });
    expect(await some.json()).toMatchObject({
      opening_times: ["08:00-18:00", "-", "-", "-", "-", "-", "-"],
      closed_days: [6],
    });
    expect(await (await post(administrator)).json()).not.toHaveProperty("closed_days");
    const refused = await post(administrator, { ...place(), closed_days: [0] });
    const { errors } = await expectProblem(refused, 422, "error.parameter");
    expect(errors).toEqual([{ field: "closed_days", code: "error.parameter" }]);
  });

  test("keeps an unknown price apart from a free one, in the place and in the filter", async () => {
    const administrator = await someone("administrator");
    const { price: _, ...unpriced } = place();
    const addWith = async (more: object) =>
      (
        await post(administrator, { ...unpriced, address: `Ár tér ${++addresses}.`, ...more })
      ).json();
    const free = await addWith({});
    const costs = await addWith({ fee: "costs" });
    const unknown = await addWith({ fee: "unknown" });
    expect(free).toMatchObject({ price: null, fee: "free" });
    expect(free).not.toHaveProperty("price_known");
    expect(costs).toMatchObject({ price: null, price_known: false, fee: "costs" });
    expect(unknown).toMatchObject({ price: null, price_known: false, fee: "unknown" });
    expect(await addWith({ price: 100 })).toMatchObject({ price: 100, fee: "costs" });
    const stored = await (await get(`/places/${costs.id}`, visitor)).json();
    expect(stored).toMatchObject({ price: null, price_known: false, fee: "costs" });
    const { places } = await (await get("/places?free=1&per_page=100", visitor)).json();
    const ids = places.map(({ id }: { id: number }) => id);
    expect(ids).toContain(free.id);
    expect(ids).not.toContain(costs.id);
    expect(ids).not.toContain(unknown.id);
    await expectProblem(
      await post(administrator, { ...place(), fee: "free" }),
      422,
      "error.parameter",
    );
  });

  test("stores that a position is approximate, until the administrator sets it", async () => {
    const administrator = await someone("administrator");
    const adder = await someone();
    const added = await (await post(adder, { ...place(), position_approximate: true })).json();
    expect(added.position_approximate).toBe(true);
    await api.call({ method: "POST", path: `/places/${added.id}/accept`, viewer: administrator });
    const shown = async () => (await get(`/places/${added.id}`, visitor)).json();
    expect(await shown()).toMatchObject({ position_approximate: true });
    const put = (viewer: Viewer, body: unknown, id = added.id) =>
      api.call({ method: "PUT", path: `/places/${id}/position`, viewer, body });
    const position = { longitude: 16.3738196, latitude: 48.2083532 };
    await expectProblem(await put(administrator, { longitude: 181 }), 422, "error.parameter");
    await expectProblem(await put(administrator, position, 999_999), 404, "error.notfound");
    expect((await put(administrator, position)).status).toBe(204);
    const moved = await shown();
    expect(moved).toMatchObject({
      coordinates: [16.37382, 48.208353],
      opening_times: added.opening_times,
    });
    expect(moved).not.toHaveProperty("position_approximate");
    const near = await (
      await get("/places?bbox=16.373,48.208,16.374,48.209&per_page=100", visitor)
    ).json();
    expect(near.places).toMatchObject([{ id: added.id }]);
    const { audit } = await (await get("/moderation?part=audit", administrator)).json();
    expect(audit[0]).toMatchObject({ action: "set-position", place_id: added.id });
    const line = await db.database
      .selectFrom("audit")
      .select(["detail", "user_id"])
      .where("action", "=", "set-position")
      .executeTakeFirstOrThrow();
    expect(line).toEqual({
      detail: { from: [20.3773, 47.902512], to: [16.37382, 48.208353], was_approximate: true },
      user_id: adder.userId,
    });
  });

  test("keeps the text of opening hours when the position is set, by the clock and the sun there", async () => {
    const administrator = await someone("administrator");
    const [id] = await addPlaces(db.database, [{ opening_hours: "sunrise-sunset" }]);
    const position = { longitude: -0.12, latitude: 51.51 };
    const path = `/places/${id}/position`;
    await api.call({ method: "PUT", path, viewer: administrator, body: position });
    const schedule = await db.database
      .selectFrom("place")
      .innerJoin("schedule", "schedule.id", "schedule_id")
      .select(["opening_hours", "hours_text", "hours_country", "hours_position"])
      .where("place.id", "=", id)
      .executeTakeFirst();
    expect(schedule).toEqual({
      opening_hours: "sunrise-sunset",
      hours_text: "sunrise-sunset",
      hours_country: "HU",
      hours_position: "51.5,-0.1",
    });
  });

  test("names every invalid field", async () => {
    const response = await post(await someone(), { ...place(), city: " ", longitude: 181 });
    const { errors } = await expectProblem(response, 422, "error.parameter");
    expect(errors.map(({ field }: { field: string }) => field)).toEqual(["city", "longitude"]);
  });

  test.each([
    ["no JSON", "{"],
    ["nothing", ""],
    ["a list", []],
    ["NUL", { ...place(), comments: "a\0b" }],
    ["half a surrogate pair", { ...place(), comments: "a\ud800b" }],
    ["NUL in a field that is ignored", { ...place(), "x\0": 1 }],
  ])("refuses a body with %s", async (_, body) => {
    const { errors } = await expectProblem(
      await post(await someone(), body),
      422,
      "error.parameter",
    );
    expect(errors).toEqual([{ field: "body", code: "error.parameter" }]);
  });

  test("refuses a body without the media type of JSON, and parameters", async () => {
    const call = { method: "POST", viewer: await someone(), body: place() };
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    await expectProblem(
      await api.call({ ...call, path: "/places", headers: form }),
      422,
      "error.parameter",
    );
    await expectProblem(await api.call({ ...call, path: "/places?x=1" }), 422, "error.parameter");
  });
});

describe("GET /places/nearby", () => {
  /** Metres north of a point in the sea, where no other test has a place. */
  const at = (meters: number) => ({ latitude: meters / 111_195.08, longitude: -30 });
  const nearby = (viewer: Viewer, query = "") =>
    get(`/places/nearby?lng=-30&lat=0${query}`, viewer);

  test("offers what is within 75 m, also pending ones, nearest first and without their authors", async () => {
    const [anna, administrator] = [await someone(), await someone("administrator")];
    for (const meters of [74, 76, 1, 990, 1001]) {
      await post(meters === 1 ? anna : administrator, { ...place(), ...at(meters) });
    }
    for (const viewer of [anna, administrator]) {
      const response = await nearby(viewer);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      const { places } = await response.json();
      expect(places).toMatchObject([{ accepted: false }, { accepted: true }]);
      expect(places.map(({ distance }: { distance: number }) => Math.round(distance))).toEqual([
        1, 74,
      ]);
      expect(places.filter((found: object) => "added_by" in found)).toEqual([]);
    }
    const distances = async (query: string) =>
      (await (await nearby(anna, query)).json()).places.map(({ distance }: { distance: number }) =>
        Math.round(distance),
      );
    expect(await distances("&radius=76")).toEqual([1, 74, 76]);
    expect(await distances("&radius=1000")).toEqual([1, 74, 76, 990]);
    expect(await distances("&radius=2")).toEqual([1]);
  });

  test("shows the text of a pending place only to its author and to staff", async () => {
    const [anna, bea, administrator] = [
      await someone(),
      await someone(),
      await someone("administrator"),
    ];
    const stated = { comments: "A kapukód 1234", city: "Vác", address: "Kovács Éva, Fő tér 1." };
    await post(anna, { ...place(), ...stated, latitude: 30, longitude: -30 });
    const read = async (viewer: Viewer) =>
      (await get("/places/nearby?lng=-30&lat=30", viewer)).json();
    for (const viewer of [anna, administrator]) {
      expect((await read(viewer)).places).toMatchObject([stated]);
    }
    const { places } = await read(bea);
    expect(places).toMatchObject([{ accepted: false, distance: 0, latitude: 30, longitude: -30 }]);
    expect(JSON.stringify(places)).not.toMatch(/1234|Vác|Kovács/);
  });

  test("offers ten at most", async () => {
    const administrator = await someone("administrator");
    const here = { latitude: 60, longitude: -30 };
    for (let turn = 0; turn < 11; turn++) await post(administrator, { ...place(), ...here });
    const { places } = await (await get("/places/nearby?lng=-30&lat=60", administrator)).json();
    expect(places).toHaveLength(10);
  });

  test("finds nothing where there is nothing", async () => {
    const { places } = await (await get("/places/nearby?lng=0&lat=0", await someone())).json();
    expect(places).toEqual([]);
  });

  test("refuses unknown values", async () => {
    await expectProblem(await nearby(await someone(), "&radius=1001"), 422, "error.parameter");
    await expectProblem(await nearby(await someone(), "&limit=3"), 422, "error.parameter");
  });
});

describe("the limit of writes", () => {
  const minuteMs = 60_000;

  test("refuses the 61st call a minute that changes something, and says how long to wait", async () => {
    await using limited = await createTestApi(db.database, { config: { rateLimits: true } });
    const anna = await someone();
    const write = (viewer: Viewer, clientAddress: string) =>
      limited.call({ method: "POST", path: "/places", viewer, body: "{", clientAddress });
    for (let call = 1; call <= 60; call++) {
      expect((await write(anna, `192.0.2.${call}`)).status).toBe(422);
    }
    const response = await write(anna, "192.0.2.61");
    await expectProblem(response, 429, "error.toomanyrequests");
    const seconds = Number(response.headers.get("Retry-After"));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds * 1000).toBeLessThanOrEqual(minuteMs);
    expect((await limited.call({ path: "/places/nearby?lng=0&lat=0", viewer: anna })).status).toBe(
      200,
    );
    expect((await write(await someone(), "192.0.2.61")).status).toBe(422);
  });
});

describe("GET /places for a mirror", () => {
  test("pages through the changes by the cursor, and takes no parameter of the list", async () => {
    await using db = await createTestDatabase();
    await recordChangeMark(db.database);
    const ids = await addPlaces(db.database, [{}, {}, {}]);
    await using api = await createTestApi(db.database);
    const fetchIds = async (query: string) => {
      const response = await api.call({ path: `/places?${query}` });
      return { status: response.status, answer: await response.json() };
    };
    const since = `updated_since=${new Date().toISOString()}`;
    await untilTransactionsEnd(db.database);
    expect((await fetchIds(since)).answer.places).toHaveLength(3);
    const first = await fetchIds(`${since}&per_page=2`);
    expect(first.status).toBe(200);
    expect(first.answer).toMatchObject({
      places: [{ id: ids[0] }, { id: ids[1] }],
      has_more: true,
    });
    const second = await fetchIds(`cursor=${first.answer.cursor}&per_page=2`);
    expect(second.answer).toMatchObject({ places: [{ id: ids[2] }], has_more: false });
    const third = await fetchIds(`cursor=${second.answer.cursor}`);
    expect(third.answer).toMatchObject({ places: [], has_more: false });

    const errors = async (query: string) => {
      const { status, answer: response } = await fetchIds(query);
      return [status, ...response.errors.map(({ field }: { field: string }) => field)];
    };
    expect(await errors(`${since}&page=2`)).toEqual([422, "page"]);
    expect(await errors(`${since}&free=1`)).toEqual([422, "free"]);
    expect(await errors(`${since}&per_page=1001`)).toEqual([422, "per_page"]);
    expect(await errors(`${since}&cursor=${third.answer.cursor}`)).toEqual([422, "updated_since"]);
    expect(await errors("cursor=abc")).toEqual([422, "cursor"]);
    for (const wrong of [
      "",
      "yesterday",
      "2026-06",
      "2026-13-01",
      "2026-06-01T10:00",
      "2026-13-01T10:00Z",
    ]) {
      expect(await errors(`updated_since=${wrong}`), wrong).toEqual([422, "updated_since"]);
    }
    const { answer: refused } = await fetchIds("updated_since=yesterday");
    expect(refused.detail).toMatch(/^updated_since: .*2026-06-01T10:00:00Z, or a day/);
    const today = new Date().toISOString().slice(0, 10);
    expect((await fetchIds(`updated_since=${today}`)).answer.places).toHaveLength(3);
    const late = await fetchIds("updated_since=2020-01-01T00:00:00Z");
    expect(late).toMatchObject({ status: 410, answer: { code: "error.toofarback" } });
    expect((await fetchIds(`${since.replace("Z", "%2B00:00")}`)).status).toBe(200);
  });
});
