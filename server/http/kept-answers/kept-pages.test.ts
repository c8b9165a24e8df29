import { createHash } from "node:crypto";
import { createServer, request as nodeRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { setTimeout } from "node:timers/promises";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { getRequestListener } from "@hono/node-server";
import { Hono } from "hono";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { compressResponse } from "#server/http/middleware/compress.ts";
import { securityHeaders } from "#server/http/middleware/security-headers.ts";
import { answerFromMemory } from "./answer-memory.ts";
import { KeptPages } from "./kept-pages.ts";

const mapOrigins = () => ["https://maps.example"];
const embedOrigins = ["https://town.example"];

const servers: AsyncDisposable[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server[Symbol.asyncDispose]();
});

/** A server with one page, which tells the request that it was made from, and the version of the content behind it. */
function createPages(
  answer: Partial<{ status: number; headers: Record<string, string> }> = {},
  hasReports = true,
) {
  const state = { version: "1" as string | null, made: 0, gate: Promise.resolve() };
  const identity = {
    mayHaveSession: (headers: Headers) => (headers.get("Cookie") ?? "").includes("session="),
  };
  const logged: object[] = [];
  const counted: object[] = [];
  const log = { debug: () => {}, info: (line: object) => logged.push(line), error: () => {} };
  const pages = new KeptPages({
    services: { identity, contentVersion: () => state.version } as never,
    fixedHeaders: [["X-Fixed", "yes"]],
    mapOrigins,
    hasReports,
    embedOrigins,
    language: "de",
  });
  const app = new Hono<AppEnvironment>();
  const headers = { isDevelopment: false, mapOrigins, hasReports, embedOrigins };
  app.use(securityHeaders({ ...headers, isHttps: false }));
  app.use(compressResponse);
  app.use(pages.keep);
  app.all("*", async (context) => {
    state.made++;
    await state.gate;
    const { keptRequest, nonce } = context.var;
    const headers = Object.fromEntries((keptRequest ?? context.req.raw).headers);
    return context.html(
      `<style nonce="${nonce}">p{}</style><script>foreign()</script><script nonce="${nonce}">own()</script>` +
        `<script nonce="${nonce}" src="/a.js"></script>page ${state.made} ${JSON.stringify(headers)}` +
        "x".repeat(2_000),
      (answer.status ?? 200) as 200,
      { "Content-Language": "hu", ...answer.headers },
    );
  });
  const server = createServer(
    answerFromMemory(
      [pages],
      { log: log as never, count: (request) => void counted.push(request), hasApplied: () => true },
      getRequestListener(app.fetch),
    ),
  ).listen(0);
  servers.push({
    [Symbol.asyncDispose]: () => new Promise((done) => void server.close(() => done())),
  });
  const { port } = server.address() as AddressInfo;
  /** Asks without undoing the content coding, as `fetch` would. */
  const ask = async (path: string, headers: Record<string, string> = {}, method = "GET") => {
    const own = { Host: "mosdo.test", "Accept-Encoding": "br", "Accept-Language": "hu" };
    return new Promise<Response>((resolve, reject) => {
      const asked = { port, path, method, agent: false, headers: { ...own, ...headers } };
      const request = nodeRequest(asked, async (answer) => {
        const content = await buffer(answer);
        const { statusCode: status = 0 } = answer;
        const body = content.length > 0 ? new Uint8Array(content) : null;
        const names = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
        resolve(new Response(body, { status, headers: names as [string, string][] }));
      });
      request.on("error", reject).end();
    });
  };
  const textOf = async (response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const encoding = response.headers.get("Content-Encoding");
    const html =
      encoding === "br"
        ? brotliDecompressSync(bytes)
        : encoding === "gzip"
          ? gunzipSync(bytes)
          : bytes;
    return new TextDecoder().decode(html);
  };
  const read = async (path: string, headers: Record<string, string> = {}) =>
    /page \d+/.exec(await textOf(await ask(path, headers)))?.[0];
  return { state, ask, read, textOf, logged, counted };
}

describe("KeptPages", () => {
  it.each([
    "/",
    "/places",
    "/guide",
    "/login",
    "/register",
    "/forgotpassword",
    "/?place=7",
    "/?accessible=1&open=1&unknown=1&view=19,47,12",
    "/places?page=2&per_page=20&sort=rating-desc&free=1&near=19,47&bbox=1,2,3,4",
  ])("makes %s once", async (path) => {
    const { read, state } = createPages();
    expect(await read(path)).toBe("page 1");
    expect(await read(path)).toBe("page 1");
    expect(state.made).toBe(1);
  });

  it("makes a page in the site's language for a request that asks for none", async () => {
    const { ask, textOf } = createPages();
    const texts = ["", "*", "fr"].map(async (language) =>
      textOf(await ask("/", { "Accept-Language": language })),
    );
    expect(await Promise.all(texts)).toEqual([
      expect.stringContaining('"accept-language":"de"'),
      expect.stringContaining('"accept-language":"de"'),
      expect.stringContaining('"accept-language":"en"'),
    ]);
  });

  it.each([
    "/account",
    "/moderation",
    "/logout",
    "/mail?mode=verifyEmail",
    "/auth/action",
    "/birthday",
    "/?lang=de",
    "/?x=1",
    "/places?q=Eger",
    "/places?reviews=7",
    "/places?add=1",
    "/places?added=1",
    "/login?error=error.googleerror",
    "/guide?place=7",
    "/places/7/report",
  ])("keeps nothing of %s", async (path) => {
    const { read } = createPages();
    expect(await read(path)).toBe("page 1");
    expect(await read(path)).toBe("page 2");
  });

  it.each(["POST", "PUT", "DELETE", "HEAD"])("passes a %s on", async (method) => {
    const { ask, read, state } = createPages();
    await read("/");
    await ask("/", {}, method);
    expect(state.made).toBe(2);
    expect(await read("/")).toBe("page 1");
  });

  it("tells addresses, hosts and languages apart", async () => {
    const { read, ask, textOf } = createPages();
    expect(await read("/places?page=1")).toBe("page 1");
    expect(await read("/places?page=2")).toBe("page 2");
    expect(await read("/places?page=1", { "Accept-Language": "de" })).toBe("page 3");
    expect(await read("/places?page=1", { Cookie: "i18next=de" })).toBe("page 3");
    expect(await read("/places?page=1", { "Accept-Language": "hu-HU,hu;q=0.9,de" })).toBe("page 1");
    expect(await textOf(await ask("/places?page=1"))).toContain("page 1");
  });

  it("makes a page anew when what it shows has changed", async () => {
    const { read, state } = createPages();
    expect(await read("/")).toBe("page 1");
    state.version = "2";
    expect(await read("/")).toBe("page 2");
    expect(await read("/")).toBe("page 2");
  });

  it("does not keep a page for a version that has passed while it was made", async () => {
    const { read, state } = createPages();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const first = read("/");
    await vi.waitFor(() => expect(state.made).toBe(1));
    state.version = "2";
    gate.resolve();
    expect(await first).toBe("page 1");
    expect(await read("/")).toBe("page 2");
  });

  it("does not keep a page that was made while the server fell behind", async () => {
    const { read, state } = createPages();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const first = read("/");
    await vi.waitFor(() => expect(state.made).toBe(1));
    state.version = null;
    gate.resolve();
    expect(await first).toBe("page 1");
    state.version = "1";
    expect(await read("/")).toBe("page 2");
  });

  it("keeps nothing, and answers from nothing kept, while the server may be behind", async () => {
    const { read, state } = createPages();
    expect(await read("/")).toBe("page 1");
    state.version = null;
    expect(await read("/")).toBe("page 2");
    expect(await read("/")).toBe("page 3");
    state.version = "1";
    expect(await read("/")).toBe("page 1");
  });

  it("never answers a session from a kept page, nor keeps its page", async () => {
    const { read } = createPages();
    const session = { Cookie: "session=anna" };
    expect(await read("/")).toBe("page 1");
    expect(await read("/", session)).toBe("page 2");
    expect(await read("/", session)).toBe("page 3");
    expect(await read("/")).toBe("page 1");
  });

  it("makes a kept page from address and language alone", async () => {
    const { ask, textOf } = createPages();
    const headers = {
      "Accept-Language": "de-AT,hu;q=0.5",
      Cookie: "theme=dark; other=secret",
      "User-Agent": "Anna's phone",
      "X-Forwarded-For": "203.0.113.9",
      Referer: "https://elsewhere.test/",
    };
    const page = await textOf(await ask("/", headers));
    expect(page).toContain('{"accept-language":"de"}');
    expect(page).not.toContain("secret");
  });

  it.each([
    ["another status", { status: 404 }],
    ["a failure", { status: 503 }],
    ["a cookie", { headers: { "Set-Cookie": "i18next=de" } }],
    ["no page", { headers: { "Content-Type": "text/plain" } }],
  ])("does not keep an answer with %s", async (_, answer) => {
    const { read, state } = createPages(answer);
    await read("/");
    await read("/");
    expect(state.made).toBe(2);
  });

  it("makes one page for all who ask meanwhile", async () => {
    const { read, state } = createPages();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const all = Array.from({ length: 20 }, () => read("/"));
    // All have come long before; one that had not would find the page made.
    await setTimeout(100);
    gate.resolve();
    expect(new Set(await Promise.all(all))).toEqual(new Set(["page 1"]));
    expect(state.made).toBe(1);
  });

  it("answers 304 to a visitor who has the page, until it changes", async () => {
    const { ask, state } = createPages();
    const etag = (await ask("/")).headers.get("ETag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await ask("/", { "If-None-Match": known });
      expect(again.status).toBe(304);
      expect(again.headers.get("ETag")).toBe(etag);
      expect(await again.text()).toBe("");
    }
    expect((await ask("/", { "If-None-Match": '"other"' })).status).toBe(200);
    state.version = "2";
    expect((await ask("/", { "If-None-Match": etag })).status).toBe(200);
  });

  it("answers the first and every later visitor with the same page, in the coding that each takes", async () => {
    const { ask, textOf } = createPages();
    const first = await ask("/");
    expect(first.headers.get("Content-Encoding")).toBe("br");
    const html = await textOf(first);
    for (const [accepted, encoding] of [
      ["br", "br"],
      ["gzip", "gzip"],
      ["identity", null],
    ]) {
      const answer = await ask("/", { "Accept-Encoding": accepted ?? "" });
      expect(answer.headers.get("Content-Encoding")).toBe(encoding);
      expect(answer.headers.get("Vary")).toBe("Cookie, Accept-Language, Accept-Encoding");
      expect(answer.headers.get("Cache-Control")).toBe("public, no-cache");
      expect(answer.headers.get("Content-Language")).toBe("hu");
      expect(await textOf(answer)).toBe(html);
    }
  });

  it("permits the page's own inline scripts and styles by their hashes, and no other", async () => {
    const { ask, textOf } = createPages();
    const answer = await ask("/");
    const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");
    const policy = answer.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain(`script-src 'self' 'sha256-${sha256("own()")}';`);
    expect(policy).toContain(`style-src 'self' 'sha256-${sha256("p{}")}';`);
    expect(policy).toContain("connect-src 'self' https://maps.example");
    expect(policy).not.toContain("nonce");
    expect(policy).toMatch(/; report-uri \/api\/v1\/policy-reports$/);
    expect(await textOf(answer)).not.toContain("nonce");
  });

  it("asks for no reports where the operator does not want them", async () => {
    const { ask } = createPages({}, false);
    for (const path of ["/", "/", "/?x=1"]) {
      const { headers } = await ask(path);
      expect(headers.get("Content-Security-Policy")).not.toContain("report");
    }
  });

  it("sends a kept page with the headers of every answer and its length, and logs it", async () => {
    const { ask, logged } = createPages();
    await ask("/places?page=2");
    expect(logged).toEqual([]);
    const answer = await ask("/places?page=2");
    expect(answer.headers.get("X-Fixed")).toBe("yes");
    const length = (await answer.arrayBuffer()).byteLength;
    expect(answer.headers.get("Content-Length")).toBe(String(length));
    const line = { method: "GET", path: "/places", status: 200, durationMs: expect.any(Number) };
    expect(logged).toEqual([line]);
    await ask("/places?page=2", { "If-None-Match": answer.headers.get("ETag") ?? "" });
    expect(logged.at(-1)).toMatchObject({ status: 304 });
  });

  it("counts a kept page with what asked for it, as the application counts one that it makes", async () => {
    const { ask, counted } = createPages();
    await ask("/");
    expect(counted).toEqual([]);
    await ask("/", { "User-Agent": "Firefox", "Sec-Fetch-Dest": "iframe" });
    await ask("/");
    const request = { method: "GET", path: "/", status: 200, seconds: expect.any(Number) };
    expect(counted).toEqual([
      { ...request, userAgent: "Firefox", destination: "iframe" },
      { ...request, userAgent: undefined, destination: undefined },
    ]);
  });

  it("gives a page that is not kept a nonce of its own", async () => {
    const { ask } = createPages();
    const policies = await Promise.all([ask("/?x=1"), ask("/?x=1")]);
    const [one, other] = policies.map(({ headers }) => headers.get("Content-Security-Policy"));
    expect(one).toContain("nonce-");
    expect(one).not.toBe(other);
  });
});
