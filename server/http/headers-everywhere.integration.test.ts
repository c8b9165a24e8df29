import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { startTestServer, type TestServer } from "#tests/support/test-server.ts";

/** Security headers of every response: pages, calls, files, cached ones, failures. */
const expected: Record<string, RegExp> = {
  "Content-Security-Policy": /^default-src '(self|none)'; .*frame-ancestors 'none'/,
  "Cross-Origin-Opener-Policy": /^same-origin-allow-popups$/,
  "Cross-Origin-Resource-Policy": /^same-origin$/,
  "Origin-Agent-Cluster": /^\?1$/,
  "Permissions-Policy": /geolocation=\(self\)/,
  "Referrer-Policy": /^strict-origin-when-cross-origin$/,
  "Strict-Transport-Security": /^max-age=31536000$/,
  "X-Content-Type-Options": /^nosniff$/,
};

/** Calls that everyone may make and that change nothing (docs/product#pages-of-other-sites). */
const openPaths =
  /^\/(?:data\/.*|api\/v1\/(?:places(?:\/(?:nearest|set|\d+(?:\/(?:history|reviews))?))?|geo\/(?!directions)[^?]*|opening-hours|ways|openapi\.json))(?:\?|$)/;

/** Whether pages of other sites may read the response: never to a call that changes something. */
function isOpen(path: string, { method = "GET" }: RequestInit): boolean {
  return (method === "GET" || method === "HEAD") && openPaths.test(path);
}

/** The page for frames of other sites (docs/product#embed). */
const framedPath = /^\/embed(?:[?/]|$)/;

/** Headers that tell an attacker which software runs here. */
const unwanted = ["Server", "X-Powered-By"];

/** Files, and the server's own state. */
const files = [
  "/favicon.ico",
  "/manifest.webmanifest",
  "/locales/hu/translation.json",
  "/map-picture.svg?view=19,47,10&size=300x200",
  "/tiles/places/0/0/0.mvt",
  "/tiles/places/0/9/0.mvt",
  ...["/data/places.geojson", "/data/places-bom.csv", "/data/catalog.jsonld"],
  "/.well-known/security.txt",
  "/robots.txt",
  "/sitemap.xml",
  "/sitemap.xml?part=1",
  "/healthz",
  "/readyz",
  "/metrics",
  "/api/docs",
];

let server: TestServer;

/** Calls of the API. */
let calls: { method: string; path: string }[];

beforeAll(async () => {
  server = await startTestServer({
    settings: () => ({
      PUBLIC_URL: "https://mosdo.example",
      SAMPLE_PLACES: "on",
      EMBED_ORIGINS: "https://town.example",
    }),
  });
  // A quarter of an hour in which no sample place opens or closes: what is cached stays valid.
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-06-22T03:16:00Z") });
  const document = await (await fetch(`${server.origin}/api/v1/openapi.json`)).json();
  calls = Object.entries<object>(document.paths).flatMap(([path, operations]) =>
    Object.keys(operations)
      .filter((key) => ["get", "post", "put", "patch", "delete"].includes(key))
      .map((method) => ({ method: method.toUpperCase(), path: path.replace(/\{\w+\}/g, "1") })),
  );
});
afterAll(async () => {
  await server?.[Symbol.asyncDispose]();
  vi.useRealTimers();
});

/**
 * Sends a request, and expects every header in the response.
 *
 * @returns the status
 */
async function expectHeaders(path: string, init: RequestInit = {}): Promise<number> {
  const response = await fetch(server.origin + path, { redirect: "manual", ...init });
  await response.arrayBuffer();
  const what = `${init.method ?? "GET"} ${path}: ${response.status}`;
  const open = isOpen(path, init);
  expect(response.headers.get("Access-Control-Allow-Origin"), what).toBe(open ? "*" : null);
  const allowed = {
    ...expected,
    ...(framedPath.test(path) && {
      "Content-Security-Policy":
        /^default-src 'self'; .*frame-ancestors 'self' https:\/\/town\.example;/,
    }),
    ...(open && { "Cross-Origin-Resource-Policy": /^cross-origin$/ }),
  };
  const lacking = Object.entries(allowed)
    // A 304 keeps the policy of the stored response.
    .filter(([name]) => response.status !== 304 || name !== "Content-Security-Policy")
    .filter(([name, value]) => !value.test(response.headers.get(name) ?? ""))
    .map(([name]) => `${name}: ${response.headers.get(name)}`);
  expect(lacking, what).toEqual([]);
  expect(
    unwanted.filter((name) => response.headers.has(name)),
    what,
  ).toEqual([]);
  const varying = (response.headers.get("Vary") ?? "").toLowerCase().split(/,\s*/);
  expect(new Set(varying).size, what).toBe(varying.length);
  return response.status;
}

/** Every page, of the first place where it is a place's. */
function pagePaths(): string[] {
  const routes = readFileSync(join(import.meta.dirname, "../../app/routes.ts"), "utf8");
  return [...routes.matchAll(/route\("([^"*]+)"/g)].map(([, path = ""]) =>
    `/${path}`.replace(/:\w+/g, "1"),
  );
}

/** Number of cache hits, by the metrics. */
async function hitsOf(cache: string): Promise<number> {
  const metrics = await (await fetch(`${server.origin}/metrics`)).text();
  const name = `mosdo_kept_answer_hits_total{memory="${cache}"} `;
  const line = metrics.split("\n").find((line) => line.startsWith(name));
  expect(line, cache).toBeDefined();
  return Number(line?.slice(name.length));
}

describe("every response has the security headers:", () => {
  test("each page; some of them from the cache, and without a body", async () => {
    const pages = pagePaths();
    expect(pages.length).toBeGreaterThan(15);
    for (const page of [
      ...pages,
      "/nothing-here",
      "/?place=x",
      "/places?page=0",
      "/embed?view=x",
    ]) {
      await expectHeaders(page);
    }
    for (const page of ["/", "/guide", "/account", "/nothing-here"]) {
      const first = await expectHeaders(page);
      expect(await expectHeaders(page), page).toBe(first);
      await expectHeaders(page, { method: "HEAD" });
    }
  });

  test("one that has not changed, from a cache", async () => {
    // Each by its cache: the second request is a hit, and so is that of a client that has the response.
    for (const [path, cache] of [
      ["/guide", "pages"],
      ["/api/v1/places", "tiles and lists"],
      ["/tiles/places/0/0/0.mvt", "tiles and lists"],
    ]) {
      const requested = { "Accept-Encoding": "br" };
      await expectHeaders(path, { headers: requested });
      const hits = await hitsOf(cache);
      const { headers } = await fetch(server.origin + path, { headers: requested });
      const known = { ...requested, "If-None-Match": headers.get("ETag") ?? "" };
      expect(await expectHeaders(path, { headers: known }), path).toBe(304);
      expect(await hitsOf(cache), path).toBe(hits + 2);
    }
  });

  test("visitors' pages, from a cache where their parameters say only what is shown", async () => {
    const isCached = async (path: string) => {
      const requested = { redirect: "manual" as const, headers: { "Accept-Encoding": "br" } };
      await (await fetch(server.origin + path, requested)).arrayBuffer();
      const hits = await hitsOf("pages");
      await expectHeaders(path, requested);
      return (await hitsOf("pages")) > hits;
    };
    for (const path of [
      ...["/", "/?place=1", "/?accessible=1&open=1&unknown=1&unstated=1&view=19,47,12"],
      ...["/places", "/places?page=2&per_page=20&sort=rating-desc&free=1&near=19,47&bbox=1,2,3,4"],
      ...["/embed?lang=de&place=1&view=19,47,12", "/guide", "/privacy", "/terms"],
      ...["/login", "/register", "/forgotpassword"],
    ]) {
      expect(await isCached(path), path).toBe(true);
    }
    for (const path of [
      ...["/account", "/moderation", "/logout", "/mail?mode=verifyEmail", "/auth/action"],
      ...["/birthday", "/places/1/report", "/?lang=de", "/?x=1", "/places?q=Eger"],
      ...["/places?reviews=1", "/places?add=1", "/places?added=1"],
      ...["/login?error=error.googleerror", "/guide?place=1"],
    ]) {
      expect(await isCached(path), path).toBe(false);
    }
  });

  test("each call of the API, also without the permission or with an invalid body", async () => {
    expect(calls.length).toBeGreaterThan(30);
    for (const { method, path } of calls) {
      await expectHeaders(path, { method, headers: { Origin: "https://mosdo.example" } });
      await expectHeaders(path, { method: method === "GET" ? "DELETE" : method, body: "{" });
    }
    await expectHeaders("/api/v1/nothing");
    await expectHeaders("/api/auth/nothing");
    await expectHeaders("/api/auth/get-session");
  });

  test("files, and the server's own state", async () => {
    const assets = readdirSync(join(import.meta.dirname, "../../build/client/assets"));
    const script = assets.find((name) => name.endsWith(".js"));
    for (const path of [`/assets/${script}`, "/assets/nothing.js", ...files]) {
      await expectHeaders(path);
    }
  });

  test("a call of a page of another site: what everyone may read, and nothing else", async () => {
    const elsewhere = { Origin: "https://other.example" };
    for (const { method, path } of calls) {
      const response = await fetch(server.origin + path, {
        method: "OPTIONS",
        headers: { ...elsewhere, "Access-Control-Request-Method": method },
      });
      const { headers } = response;
      const what = `${method} ${path}`;
      expect(headers.get("Access-Control-Allow-Credentials"), what).toBe(null);
      if (!openPaths.test(path)) {
        expect(headers.get("Access-Control-Allow-Origin"), what).toBe(null);
        expect(headers.get("Access-Control-Allow-Methods"), what).toBe(null);
        continue;
      }
      expect(response.status, what).toBe(204);
      expect(headers.get("Access-Control-Allow-Origin"), what).toBe("*");
      expect(headers.get("Access-Control-Allow-Methods"), what).toBe("GET, HEAD");
      expect(headers.get("Access-Control-Allow-Headers"), what).toBe("*");
    }
    // Missed, cached, and refused: the page reads the reason.
    for (const path of ["/api/v1/places", "/api/v1/places", "/api/v1/places?page=0"]) {
      const { headers } = await fetch(server.origin + path, { headers: elsewhere });
      expect(headers.get("Access-Control-Expose-Headers"), path).toMatch(
        /\bETag, Link, RateLimit-/,
      );
      expect(headers.get("Vary"), path).toMatch(/\bCookie\b/);
    }
  });

  test("a refusal", async () => {
    const form = { method: "POST", body: new URLSearchParams({ email: "a" }) };
    expect(
      await expectHeaders("/login", { ...form, headers: { Origin: "https://other.example" } }),
    ).toBe(403);
    const large = { method: "POST", body: "x".repeat(3_000_000) };
    const own = { Origin: "https://mosdo.example", "Content-Type": "application/json" };
    expect(await expectHeaders("/api/v1/places", { ...large, headers: own })).toBe(413);
  });
});

test("two bodies of one URL have two validators: in another language, and before and after a change", async () => {
  const readable = [
    ...pagePaths(),
    ...calls.flatMap(({ method, path }) => (method === "GET" ? [path] : [])),
    ...[...files, "/", "/data/feed.atom", "/data/feed.atom?v=1", "/preview.png"],
    ...["/places/1/preview.png", "/tiles/places/5/17/11.mvt", "/api/v1/places?per_page=1"],
    "/api/v1/places/set?bbox=16,45,23,49",
  ];
  const hungarian = { "Accept-Language": "hu", "Accept-Encoding": "br" };
  /** In two languages from the cache of pages, and past it. */
  const wishes = [
    hungarian,
    { ...hungarian, "Accept-Language": "de" },
    { ...hungarian, "Accept-Encoding": "identity" },
  ];
  /** By URL, the digests of the bodies that came with a validator. */
  const bodies = new Map<string, Map<string, string>>();
  let validated = 0;
  const readAll = async (paths: readonly string[], wishes: readonly Record<string, string>[]) => {
    for (const path of paths) {
      for (const headers of wishes) {
        // The first response has shown that this one comes without a validator.
        if (headers !== hungarian && !bodies.has(path)) continue;
        const response = await fetch(server.origin + path, { redirect: "manual", headers });
        const bytes = Buffer.from(await response.arrayBuffer());
        const etag = response.headers.get("ETag")?.replace(/^W\//, "");
        if (etag === undefined || response.status !== 200) continue;
        validated++;
        // Each response has a new nonce for the page's own scripts.
        const sent = bytes.toString("latin1").replaceAll(/nonce(="|-)[\w+/=-]+/g, "");
        const digest = createHash("sha1").update(sent).digest("hex");
        const known = bodies.get(path) ?? new Map<string, string>();
        const before = known.get(etag) ?? digest;
        expect(digest, `${path} ${Object.values(headers)} ${etag}`).toBe(before);
        bodies.set(path, known.set(etag, digest));
      }
    }
  };
  await readAll(readable, wishes);
  const list = await (await fetch(`${server.origin}/api/v1/places?per_page=100`)).json();
  for (const { id } of list.places.slice(0, 5)) {
    const { status } = await fetch(`${server.origin}/api/v1/places/${id}/reports`, {
      method: "POST",
      headers: { Origin: "https://mosdo.example", "Content-Type": "application/json" },
      body: JSON.stringify({ reason: "out-of-order" }),
    });
    expect(status).toBe(201);
  }
  await readAll([...bodies.keys()], [hungarian]);
  expect(validated).toBeGreaterThan(90);
  // What was changed has shown: places have two bodies now.
  expect(new Set(bodies.get("/api/v1/places")?.values()).size).toBeGreaterThan(1);
});
