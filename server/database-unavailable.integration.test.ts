import { setTimeout as delay } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from "vitest";
import { DatabaseProxy } from "#tests/support/database/database-proxy.ts";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/* Built server with a database on another host, which fails in every way (docs/product#database-unavailable). */

let proxy: DatabaseProxy;
let server: TestServer;
/** The session of a registered account. */
let cookie: string;

/** A place that has been requested before. */
let placePath: string;

const password = "Aa1!aaaa";

beforeAll(async () => {
  // Libraries print each failure.
  vi.spyOn(console, "error").mockImplementation(() => {});
  server = await startTestServer({
    settings: async ({ db }) => {
      proxy = await DatabaseProxy.start(db.connection);
      return { DATABASE_URL: proxy.url, SAMPLE_PLACES: "on", RATE_LIMITS: "on" };
    },
  });
  const registered = await fetchPath("/api/auth/sign-up/email", {
    body: JSON.stringify({ email: "anna@example.org", password, name: "" }),
  });
  expect(registered.status).toBe(200);
  cookie = registered.cookies.map((line) => line.split(";", 1)[0]).join("; ");
  // Requested places are cached.
  await fetchPath("/");
  await fetchPath("/places");
  const { places } = JSON.parse((await fetchPath("/api/v1/places")).text);
  placePath = `/places/${places[0].id}`;
  expect((await fetchPath(placePath)).status).toBe(200);
  // The files of the open data are made behind the first request.
  while (!(await fetchPath("/data/places.csv")).headers.has("ETag")) await delay(50);
});
afterEach(async () => {
  await proxy.set("pass");
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  await proxy?.[Symbol.asyncDispose]();
  vi.restoreAllMocks();
});

interface RequestOptions {
  readonly method?: string;
  readonly body?: string;
  readonly type?: string;
  readonly isSignedIn?: boolean;
  readonly accept?: string;
}

async function fetchPath(
  path: string,
  {
    body,
    method = body === undefined ? "GET" : "POST",
    type = "application/json",
    isSignedIn = false,
    accept = path.startsWith("/api/") ? "application/json" : "text/html",
  }: RequestOptions = {},
) {
  const response = await fetch(server.origin + path, {
    method,
    body,
    redirect: "manual",
    headers: {
      Accept: accept,
      "Accept-Language": "en",
      Origin: server.origin,
      ...(body !== undefined && { "Content-Type": type }),
      ...(isSignedIn && { Cookie: cookie }),
    },
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    cookies: response.headers.getSetCookie(),
    text,
  };
}

const isReady = async () => (await fetchPath("/readyz")).status === 200;

/** Resolves when the server is ready again; polls twenty times a second. */
async function untilReady(): Promise<void> {
  while (!(await isReady())) await delay(50);
}

const form = (fields: Record<string, string> | string[][]) => ({
  body: String(new URLSearchParams(fields)),
  type: "application/x-www-form-urlencoded",
});

describe("while the database is gone", () => {
  beforeAll(async () => {
    await proxy.set("refuse");
    // The change feed may be the first to notice; the first part that notices marks the database as unavailable for
    // all.
    await fetchPath("/readyz");
    return () => proxy.set("pass").then(untilReady);
  });

  // The hook of the file would start it again between these.
  const gone = async () => proxy.set("refuse");

  const forEveryone = [
    "/",
    "/places",
    "/guide",
    "/api/v1/places",
    "/tiles/places/5/17/11.mvt",
    "/map-picture.svg",
    "/api/v1/geo/suggest?q=Budapest",
    "/api/v1/openapi.json",
  ];

  test.each([...forEveryone, "/login"])("a visitor gets %s from memory", async (path) => {
    await gone();
    expect(await fetchPath(path)).toMatchObject({ status: 200 });
  });

  test("a place's page and its history are shown, and name what is missing", async () => {
    await gone();
    const page = await fetchPath(placePath);
    expect(page.status).toBe(200);
    expect(page.text).toContain("The reviews and the history can’t be shown just now.");
    const history = await fetchPath(`${placePath}/history`);
    expect(history.status).toBe(200);
    expect(history.text).toContain("The service is not answering for the moment.");
    expect(page.headers.get("Cache-Control")).toMatch(/no-(store|cache)/);
  });

  test.each(["/data", "/data/places.csv", "/data/places.geojson", "/data/catalog.jsonld"])(
    "the open data of before is there: %s",
    async (path) => {
      await gone();
      expect(await fetchPath(path)).toMatchObject({ status: 200 });
    },
  );

  test.each(forEveryone)(
    "a signed-in visitor gets %s as any visitor does, and no cache keeps it",
    async (path) => {
      await gone();
      const response = await fetchPath(path, { isSignedIn: true });
      expect(response.status).toBe(200);
      expect(response.headers.get("Cache-Control")).toBe("private, no-store");
      expect(response.cookies).toEqual([]);
    },
  );

  test("and is neither asked to sign in nor shown as signed in", async () => {
    await gone();
    const { text } = await fetchPath("/guide", { isSignedIn: true });
    expect(text).toContain("see right now whether you are signed in");
    expect(text).not.toContain('href="/login"');
    const visitor = await fetchPath("/guide");
    expect(visitor.text).toContain('href="/login"');
  });

  test("the map of an area that was never requested comes without its list, with a message", async () => {
    await gone();
    const { status, headers, text } = await fetchPath("/?view=20.148,46.253,13");
    expect(status).toBe(200);
    expect(headers.get("Retry-After")).toBeNull();
    // Not the translations that the page contains for its script.
    const visibleText = text.replaceAll(/<!-- -->|<script.*?<\/script>/gs, "");
    expect(visibleText).toContain("just now. The map still shows the toilets.");
    // The way to try again, without script.
    expect(text).toContain('href="/?view=20.148,46.253,13"');
    expect(visibleText).not.toContain("The list is loading");
    expect(visibleText).not.toContain("We know of no toilet");
    // The request is for the place, and not the map around it.
    expect((await fetchPath("/?place=999999")).status).toBe(503);
  });

  test("a list shows its age", async () => {
    await gone();
    const { text } = await fetchPath("/api/v1/places");
    expect(JSON.parse(text).as_of).toMatch(/^\d{4}-.*Z$/);
    expect((await fetchPath("/places")).text).toMatch(/You see it as it was on \d/);
  });

  test.each<[string, RequestOptions]>([
    ["/account", { isSignedIn: true }],
    ["/moderation", { isSignedIn: true }],
    ["/login", { isSignedIn: true }],
    ["/register", { isSignedIn: true }],
    ["/places/1/review", { isSignedIn: true }],
    ["/places/1/report", { isSignedIn: true }],
    ["/mail?mode=resetPassword&oobCode=x", {}],
    ["/auth/google/done", { isSignedIn: true }],
    // A page that no visitor has opened before.
    ["/api/v1/places?page=3&sort=rating-asc", {}],
    ["/api/v1/places/999999", {}],
    ["/api/v1/places/1/reviews", {}],
    ["/api/v1/moderation", { isSignedIn: true }],
    ["/api/v1/account/export", { isSignedIn: true }],
    ["/api/v1/account/sessions", { isSignedIn: true }],
    ["/api/v1/account/sessions", { isSignedIn: true, method: "DELETE" }],
    ["/api/v1/account/second-factor", { isSignedIn: true }],
    ["/api/v1/sign-in/code", { body: JSON.stringify({ code: "123456" }) }],
    ["/account/second-factor", { isSignedIn: true }],
    ["/api/v1/places/nearby?lng=19&lat=47", { isSignedIn: true }],
    ["/api/v1/places", { isSignedIn: true, body: "{}" }],
    ["/api/v1/places", { body: "{}" }],
    ["/api/v1/places/1/confirmations", { isSignedIn: true, body: "" }],
    ["/api/v1/account", { isSignedIn: true, method: "DELETE" }],
    ["/api/auth/get-session", { isSignedIn: true }],
    ["/api/auth/sign-in/email", { body: JSON.stringify({ email: "anna@example.org", password }) }],
    [
      "/api/auth/sign-up/email",
      { body: JSON.stringify({ email: "bela@example.org", password, name: "" }) },
    ],
    ["/login", form({ email: "anna@example.org", password })],
    [
      "/register",
      form({ email: "bela@example.org", password, confirmation: password, terms: "1" }),
    ],
    ["/forgotpassword", form({ email: "anna@example.org" })],
    ["/logout", { isSignedIn: true, ...form({}) }],
    ["/account", { isSignedIn: true, ...form({ intent: "delete", confirmed: "1" }) }],
    ["/account", { isSignedIn: true, ...form({ intent: "devices", session: "others" }) }],
    ["/account/second-factor", { isSignedIn: true, ...form({ intent: "renew", code: "123456" }) }],
    [
      "/moderation",
      {
        isSignedIn: true,
        ...form({ intent: "decide", kind: "waiting", outcome: "accept", id: "1" }),
      },
    ],
    ["/places/1/review", { isSignedIn: true, ...form({ rating: "5", text: "" }) }],
    ["/places/1/report", { isSignedIn: true, ...form({ intent: "confirm" }) }],
  ])("%s %oresponds with 503 and when to come back", async (path, options) => {
    await gone();
    const response = await fetchPath(path, options);
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("2");
    expect(response.cookies).toEqual([]);
    // By which a script that sent the form knows the failure.
    if (/^\/places\/1\/re(view|port)$/.test(path) && "body" in options)
      expect(response.headers.get("Failure")).toBe("error.unavailable");
    if (path.startsWith("/api/v1/"))
      expect(JSON.parse(response.text).code).toBe("error.unavailable");
  });

  test.each<[string, Record<string, string> | string[][], string[]]>([
    [
      "/places/1/review",
      { rating: "4", text: 'Tiszta, <de> "drága".' },
      ['name="rating" checked value="4"', "Tiszta, &lt;de&gt; &quot;drága&quot;.</textarea>"],
    ],
    [
      "/places/1/report",
      {
        intent: "report",
        reason: "address",
        city: "Vác",
        address: "Fő tér 2.",
        text: "Elköltözött.",
      },
      ['checked value="address"', 'value="Vác"', 'value="Fő tér 2."', "Elköltözött.</textarea>"],
    ],
    [
      "/places/1/position?from=moderation",
      { latitude: "47,49801", longitude: " 19.04" },
      ['value="47,49801"', 'value=" 19.04"', 'href="/moderation"'],
    ],
    [
      "/moderation",
      [
        ["intent", "decide"],
        ["kind", "waiting"],
        ["outcome", "accept"],
        ["id", "11"],
        ["id", "12"],
      ],
      ['name="outcome" value="accept"', 'name="id" value="11"', 'name="id" value="12"'],
    ],
    [
      "/moderation",
      { intent: "decide", kind: "reports", outcome: "declined", id: "11@12", reason: "Nem" },
      ['value="declined"', 'name="id" value="11@12"', 'name="reason" value="Nem"'],
    ],
    [
      "/moderation",
      { intent: "remove-sent", account: "abc" },
      ['value="remove-sent"', 'name="account" value="abc"'],
    ],
  ])("what was typed at %s stays in its form without script", async (path, fields, expected) => {
    await gone();
    const sent = { isSignedIn: true, ...form(fields) };
    const { status, headers, text } = await fetchPath(path, sent);
    expect(status).toBe(503);
    expect(headers.get("Retry-After")).toBe("2");
    expect(text).toContain("The service is not answering for the moment");
    const markup = text.replaceAll('=""', "");
    for (const part of expected) expect(markup).toContain(part);
    expect(markup).toContain(`action="${path}"`);
  });

  test("what was typed stays in a form without script", async () => {
    await gone();
    const { text } = await fetchPath("/login", form({ email: "anna@example.org", password }));
    expect(text).toContain('value="anna@example.org"');
    expect(text).toContain("The service is not answering for the moment");
  });
});

test("a database that cuts its connections is gone too", async () => {
  await proxy.set("reset");
  expect((await fetchPath("/places", { isSignedIn: true })).status).toBe(200);
  expect((await fetchPath("/account", { isSignedIn: true })).status).toBe(503);
  await proxy.set("pass");
  await untilReady();
});

test("a session outlives all of it", async () => {
  await proxy.set("refuse");
  expect((await fetchPath("/account", { isSignedIn: true })).status).toBe(503);
  await proxy.set("pass");
  await untilReady();
  const { status, text } = await fetchPath("/account", { isSignedIn: true });
  expect(status).toBe(200);
  expect(text).toContain("anna@example.org");
});

test("a database that falls silent costs the first requests, and then no page nor tile", async () => {
  await proxy.set("swallow");
  // A page or a form waits, for all that it needs, for less than one statement of the API may take.
  let isOver = false;
  const statement = fetchPath("/api/v1/places/99999").finally(() => {
    isOver = true;
  });
  const review = { rating: "4", text: "Tiszta." };
  const [place, map, signIn, written] = await Promise.all([
    fetchPath(`${placePath}?lang=de`),
    fetchPath("/", { isSignedIn: true }),
    fetchPath("/login", form({ email: "anna@example.org", password })),
    fetchPath("/places/1/review", { isSignedIn: true, ...form(review) }),
  ]);
  expect(isOver).toBe(false);
  expect([place.status, map.status]).toEqual([200, 200]);
  expect([signIn.status, written.status]).toEqual([503, 503]);
  expect(signIn.text).toContain('value="anna@example.org"');
  expect(written.text).toContain("Tiszta.</textarea>");
  await statement;
  await proxy.set("pass");
  await untilReady();
  await proxy.set("swallow");
  // Ten at once take every connection.
  const first = await Promise.all(
    Array.from({ length: 10 }, (_, at) => fetchPath(`/api/v1/places/${at + 100_000}`)),
  );
  for (const { status } of first) expect(status).toBe(503);
  for (const [path, isSignedIn] of [
    ["/tiles/places/5/17/11.mvt", true],
    ["/places", true],
    ["/places", false],
  ] as const) {
    expect((await fetchPath(path, { isSignedIn })).status).toBe(200);
  }
  await proxy.set("pass");
  await untilReady();
  expect((await fetchPath("/account", { isSignedIn: true })).status).toBe(200);
});

test("an unresponsive database does not keep the server from stopping", async () => {
  await proxy.set("swallow");
  const pending = fetchPath("/api/v1/places/123456").catch(() => null);
  await server[Symbol.asyncDispose]();
  await pending;
});
