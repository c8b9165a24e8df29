import fc from "fast-check";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { createTestApi, type TestApi } from "#tests/support/services/test-api.ts";
import {
  brokenJson,
  hostileTexts,
  isTriedInEachField,
  jsonText,
  mutatedJson,
  swapEach,
} from "./hostile-json.ts";
import { type WriteCall, writeCalls } from "./write-calls.ts";
import { expectIntact, setWriteScene, type WriteScene } from "./write-scene.ts";

/*
 * Every call below /api/v1 that changes something, found in the routes themselves, is sent every
 * kind of JSON. The calls are described in tests/hostile-writes/write-calls.ts.
 */

const safeMethods = new Set(["GET", "HEAD", "OPTIONS", "ALL"]);

const routes = [
  ...new Set(
    apiRoutes(servicesWith({}), pino({ level: "silent" }))
      .routes.filter(({ method }) => !safeMethods.has(method))
      .map(({ method, path }) => `${method} ${path}`),
  ),
];

const calls = routes.map(
  (route): WriteCall => writeCalls.find((call) => call.route === route) ?? { route },
);

let db: TestDatabase;
let api: TestApi;

beforeAll(async () => {
  db = await createTestDatabase();
  api = await createTestApi(db.database, {
    config: { visitorReports: true },
    // The place index has what was published, and nothing else.
    feedIntervalMs: 3_600_000,
  });
});
afterAll(async () => {
  await api[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

const setScene = () => setWriteScene(api, db.database);

/** Sends a call, after which this process's place index has all that it has changed. */
async function send({ route, headers }: WriteCall, path: string, viewer: Viewer, body?: unknown) {
  const [method] = route.split(" ");
  const response = await api.call({ method, path, viewer, body, headers });
  if (!response.ok) return response;
  const { changes } = api.feed;
  await api.feed.catchUp();
  expect(api.feed.changes, `${route} is published`).toBe(changes);
  return response;
}

/** The call's path by ids: the scene's own but for those that are given. */
async function pathsOf(call: WriteCall, scene: WriteScene) {
  const own: Record<string, string> = {
    id: String(scene.placeId),
    user_id: scene.user.userId,
    review_id: String(scene.reviewId),
    ...(await call.ids?.(scene)),
  };
  // What the scene has stored on its own.
  await api.feed.catchUp();
  const template = call.route.split(" ")[1];
  return (given: Record<string, string> = {}) =>
    template.replace(/:(\w+)/g, (_, name: string) => ({ ...own, ...given })[name]);
}

const pathOf = async (call: WriteCall, scene: WriteScene) => (await pathsOf(call, scene))();

/** 2xx, or a 4xx problem with the error. */
async function expectExpectedStatus(response: Response): Promise<void> {
  if (response.ok) return;
  const text = await response.clone().text();
  expect([response.status, text]).toEqual([expect.toSatisfy(isClientError), expect.anything()]);
  expect(response.headers.get("Content-Type")).toBe("application/problem+json");
  const code = expect.stringMatching(/^error\.[a-z]+$/);
  expect(JSON.parse(text)).toMatchObject({ status: response.status, code });
}

const isClientError = (status: number) => status >= 400 && status < 500;

test("what is known of calls is known of calls that are there", () => {
  expect(routes).toEqual(expect.arrayContaining(writeCalls.map(({ route }) => route)));
});

test.each(calls)("$route responds to any body with 2xx or a 4xx problem", async (call) => {
  const scene = await setScene();
  const { body } = call;
  const anything = fc.oneof(
    { weight: 2, arbitrary: jsonText },
    { weight: 1, arbitrary: brokenJson },
  );
  // A body of its own for each run: an accepted one may be refused as a duplicate the next time.
  const likely = fc.constant(scene).chain((given) => mutatedJson(body?.(given) ?? {}));
  const bodies = body ? fc.oneof({ weight: 3, arbitrary: likely }, anything) : anything;
  const viewers = fc.constantFrom(scene.user, scene.moderator, scene.administrator, visitor);
  const path = await pathOf(call, scene);
  const responses = fc.asyncProperty(bodies, viewers, async (sent, viewer) =>
    expectExpectedStatus(await send(call, path, viewer, sent)),
  );
  // More of them, with a seed, in tests/faults/fuzz.integration.test.ts.
  await fc.assert(responses, { numRuns: 6 });
  await expectIntact(scene);
});

/** Segments of a path that are not ids of ours, percent-encoded. */
const strangeIds = [
  "0",
  "-1",
  "1.5",
  "x",
  "2147483647",
  "2147483648",
  "1e9",
  "%00",
  "%ff",
  "%",
  "🚽",
];

const parameters = calls.flatMap((call) =>
  [...call.route.matchAll(/:(\w+)/g)].map(([, name]) => ({ call, route: call.route, name })),
);

test.each(parameters)("$route finds nothing by a strange $name", async ({ call, name }) => {
  const scene = await setScene();
  const pathBy = await pathsOf(call, scene);
  for (const strange of strangeIds) {
    const path = pathBy({ [name]: strange });
    for (const viewer of [scene.user, scene.administrator]) {
      const response = await send(call, path, viewer, call.body?.(scene));
      await expectExpectedStatus(response);
      expect(response.ok, path).toBe(false);
    }
  }
});

describe.each(calls.filter(({ body }) => body))("$route", (call) => {
  test("lets through what is well", async () => {
    const scene = await setScene();
    const viewer = call.isAdministrators ? scene.administrator : scene.user;
    const response = await send(call, await pathOf(call, scene), viewer, call.body?.(scene));
    await expectExpectedStatus(response);
    expect(response.ok).toBe(true);
  });

  test("responds to every hostile value of every field with 2xx or a 4xx problem", async () => {
    const scene = await setScene();
    const { administrator } = scene;
    const path = await pathOf(call, scene);
    for (const body of swapEach(() => call.body?.(scene) ?? {})) {
      await expectExpectedStatus(await send(call, path, administrator, body));
    }
    await expectIntact(scene);
  });
});

const texts = calls.flatMap((call) =>
  Object.entries(call.texts ?? {}).map(([field, readAgain]) => ({
    call,
    route: call.route,
    field,
    readAgain,
  })),
);

describe.each(texts)("$route, $field", ({ call, field, readAgain }) => {
  const tried = hostileTexts.filter((_, n) => field === texts[0].field || isTriedInEachField(n));
  test.each(tried)("stores %s exactly, or refuses it", async (_, text) => {
    const scene = await setScene();
    const body = { ...call.body?.(scene), [field]: text };
    const viewer = call.isAdministrators ? scene.administrator : scene.user;
    const response = await send(call, await pathOf(call, scene), viewer, body);
    await expectExpectedStatus(response);
    if (response.ok) {
      expect(await readAgain(scene)).toBe(text);
    } else {
      const { errors } = await response.json();
      expect([field, "body"]).toContain(errors[0].field);
    }
  });
});
