import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { RoutePatterns } from "#server/http/route-patterns.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { expectDescribed } from "#tests/support/services/expect-described.ts";
import { unwatched } from "#tests/support/services/stand-ins.ts";
import { askingAs } from "#tests/support/services/test-api.ts";

let db: TestDatabase;
beforeAll(async () => {
  db = await createTestDatabase();
});
afterAll(() => db[Symbol.asyncDispose]());

const userAgent =
  "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1";
const pages = new RoutePatterns(["/", "/places", "/places/:id/edit"]);
const operating = unwatched();

let lines: Record<string, unknown>[];
beforeEach(() => {
  lines = [];
});

type Given = Parameters<typeof createTestServices>[1];

/** Sends a body as a browser does; the response is checked against the OpenAPI document. */
async function openCalls(options?: Given) {
  const test = await createTestServices(db.database, { operating, ...options });
  const log = pino({ base: null }, { write: (line) => lines.push(JSON.parse(line)) });
  const routes = apiRoutes(test.services, log, undefined, (path) => pages.of(path));
  const send = async (
    path: string,
    body: unknown,
    headers: Record<string, string> = {},
    address = "::1",
  ) => {
    const app = new Hono<AppEnvironment>();
    app.use(askingAs(visitor, address));
    app.route("/api/v1", routes);
    const response = await app.request(`/api/v1${path}`, {
      method: "POST",
      headers: {
        Cookie: "session=anna",
        "Content-Type": "application/json",
        "User-Agent": userAgent,
        ...headers,
      },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
    await expectDescribed(response, "POST", path);
    return response;
  };
  return { send, [Symbol.asyncDispose]: () => test[Symbol.asyncDispose]() };
}

/** Values of a metric by label. */
const counted = () =>
  Object.fromEntries(
    operating.requestMetrics
      .metrics()
      .find(({ name }) => name === "mosdo_browser_reports_total")
      ?.samples.map(({ labels, value }) => [labels?.kind, value]) ?? [],
  );

const error = {
  name: "TypeError",
  message: "x is not a function",
  frames: ["/assets/map-B4aPUt7z.js:1:2345"],
  path: "/places/7/edit",
};

const violation = {
  "csp-report": {
    "document-uri": "https://mosdo.example/places/7/edit?near=47.4979,19.0402",
    referrer: "https://elsewhere.example/anna",
    "violated-directive": "script-src-elem",
    "effective-directive": "script-src-elem",
    "original-policy": "default-src 'self'",
    "blocked-uri": "https://evil.example/a.js?u=anna",
    "source-file": "https://mosdo.example/assets/map.js",
    "script-sample": "anna@example.org",
    "status-code": 200,
  },
};
const csp = { "Content-Type": "application/csp-report" };
const list = { "Content-Type": "application/reports+json" };

function listed(blockedURL: string, more: object = {}) {
  const body = {
    documentURL: "https://mosdo.example/places?q=anna",
    effectiveDirective: "img-src",
    blockedURL,
    sample: "anna",
    ...more,
  };
  return { type: "csp-violation", age: 10, url: body.documentURL, user_agent: userAgent, body };
}

describe("POST /browser-errors", () => {
  it("writes one line with the page's pattern and the browser's family, and counts it", async () => {
    await using calls = await openCalls();
    const before = counted().error;
    expect((await calls.send("/browser-errors", error)).status).toBe(204);
    const { path: _, ...reported } = error;
    expect(lines).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        msg: "error in a browser",
        browserError: { ...reported, page: "/places/:id/edit", browser: "Safari 18" },
      },
    ]);
    expect(counted().error).toBe(before + 1);
  });

  it("writes nothing of a person, whatever the client sends", async () => {
    await using calls = await openCalls();
    const sent = {
      ...error,
      message: "anna@example.org at https://mosdo.example/?q=anna near 47.4979,19.0402",
      path: "/anna",
      typed: "anna",
    };
    expect((await calls.send("/browser-errors", sent)).status).toBe(204);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatchObject({
      browserError: { message: "… at / near …,…", page: "unknown" },
    });
    expect(JSON.stringify(lines)).not.toMatch(/anna|iPhone|::1|\b47\b/);
  });

  it.each([
    ["a name that is none", { ...error, name: "anna@example.org" }],
    ["a message that is too long", { ...error, message: "x".repeat(301) }],
    ["no place in a script", { ...error, frames: [] }],
    ["a place on another site", { ...error, frames: ["https://evil.example/a.js:1:1"] }],
    ["a place with a query", { ...error, frames: ["/assets/a.js?q=anna:1:1"] }],
    ["too many places", { ...error, frames: Array(7).fill(error.frames[0]) }],
    ["a path that is too long", { ...error, path: "x".repeat(201) }],
    ["no JSON", "{"],
    ["a list", []],
  ])("refuses %s", async (_, body) => {
    await using calls = await openCalls();
    expect((await calls.send("/browser-errors", body)).status).toBe(422);
    expect(lines).toEqual([]);
  });

  it("refuses another content type", async () => {
    await using calls = await openCalls();
    const type = { "Content-Type": "text/plain" };
    expect((await calls.send("/browser-errors", error, type)).status).toBe(422);
  });
});

describe("POST /policy-reports", () => {
  it("accepts a report of report-uri, and writes origins and the page's pattern alone", async () => {
    await using calls = await openCalls();
    const before = counted().policy;
    expect((await calls.send("/policy-reports", violation, csp)).status).toBe(204);
    expect(lines).toEqual([
      {
        level: 40,
        time: expect.any(Number),
        msg: "refused by the policy of a page",
        policyViolation: {
          directive: "script-src-elem",
          blocked: "https://evil.example",
          page: "/places/:id/edit",
          browser: "Safari 18",
        },
      },
    ]);
    expect(counted().policy).toBe(before + 1);
  });

  it("accepts reports of report-to, each kind of violation once", async () => {
    await using calls = await openCalls();
    const reports = [
      listed("https://a.example/1.png"),
      listed("https://a.example/2.png"),
      listed("inline", { effectiveDirective: "style-src-elem" }),
      { type: "deprecation", url: "https://mosdo.example/", body: { id: "anna" } },
      { type: "csp-violation" },
    ];
    expect((await calls.send("/policy-reports", reports, list)).status).toBe(204);
    expect(lines.map(({ policyViolation }) => policyViolation)).toEqual([
      { directive: "img-src", blocked: "https://a.example", page: "/places", browser: "Safari 18" },
      { directive: "style-src-elem", blocked: "inline", page: "/places", browser: "Safari 18" },
    ]);
    expect(JSON.stringify(lines)).not.toContain("anna");
  });

  it("writes ten lines at most for one request", async () => {
    await using calls = await openCalls();
    const reports = Array.from({ length: 30 }, (_, at) => listed(`https://${at}.example/`));
    expect((await calls.send("/policy-reports", reports, list)).status).toBe(204);
    expect(lines).toHaveLength(10);
  });

  it("leaves out what an extension of the browser does", async () => {
    await using calls = await openCalls();
    const source = { "source-file": "chrome-extension://abc/a.js" };
    const byExtension = { "csp-report": { ...violation["csp-report"], ...source } };
    expect((await calls.send("/policy-reports", byExtension, csp)).status).toBe(204);
    const reports = [
      listed("moz-extension://abc/a.png"),
      listed("a", { sourceFile: "safari-web-extension" }),
    ];
    expect((await calls.send("/policy-reports", reports, list)).status).toBe(204);
    expect(lines).toEqual([]);
  });

  it.each([
    ["no report", {}, csp],
    ["a report as a list's", violation, { "Content-Type": "application/json" }],
    ["a list of texts", ["anna"], list],
    ["no JSON", "{", csp],
  ])("refuses %s", async (_, body, headers) => {
    await using calls = await openCalls();
    expect((await calls.send("/policy-reports", body, headers)).status).toBe(422);
    expect(lines).toEqual([]);
  });
});

describe.each([
  ["/browser-errors", error, {}],
  ["/policy-reports", violation, csp],
] as const)("%s", (path, body, headers) => {
  it("refuses more than 16 KB", async () => {
    await using calls = await openCalls();
    const padded = { ...body, padding: "x".repeat(16 * 1024) };
    expect((await calls.send(path, padded, headers)).status).toBe(413);
    const fitting = { ...body, padding: "x".repeat(15 * 1024) };
    expect((await calls.send(path, fitting, headers)).status).toBe(204);
  });

  it("does not exist where the operator does not want it", async () => {
    await using calls = await openCalls({ config: { browserErrors: false } });
    expect((await calls.send(path, body, headers)).status).toBe(404);
    expect(lines).toEqual([]);
  });

  it("is accepted twenty times a minute from an address, and from others where five have used up the hundred further ones", async () => {
    await using calls = await openCalls({ config: { rateLimits: true } });
    const statuses = async (address: string, count: number) => {
      const all: number[] = [];
      for (let call = 0; call < count; call++) {
        all.push((await calls.send(path, body, headers, address)).status);
      }
      return all;
    };
    const taken = Array<number>(20).fill(204);
    expect(await statuses("192.0.2.1", 21)).toEqual([...taken, 429]);
    for (const last of [2, 3, 4, 5]) expect(await statuses(`192.0.2.${last}`, 20)).toEqual(taken);
    expect(await statuses("192.0.2.6", 7)).toEqual([...Array<number>(6).fill(204), 429]);
    expect(await statuses("192.0.2.7", 2)).toEqual([204, 429]);
    const refused = await calls.send(path, body, headers, "192.0.2.7");
    expect(Number(refused.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(lines).toHaveLength(107);
  });
});
