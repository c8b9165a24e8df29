import { createHash } from "node:crypto";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { Hono } from "hono";
import { describe, expect, it, vi } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { compressResponse } from "#server/http/middleware/compress.ts";
import { securityHeaders } from "#server/http/middleware/security-headers.ts";
import { createCacheable } from "./cacheable.ts";
import { cacheablePage } from "./cacheable-page.ts";
import { ResponseCache } from "./response-cache.ts";

const mapOrigins = () => ["https://maps.example"];
const embedOrigins = ["https://town.example"];

/** An application with one page, which shows the request it was rendered from, and the number of renderings. */
function createApp(
  rendered: Partial<{ status: number; headers: Record<string, string> }> = {},
  hasReports = true,
) {
  const state = { version: "1" as string | null, made: 0, gate: Promise.resolve() };
  const services = { contentVersion: () => state.version, indexVersion: () => "index" };
  const app = new Hono<AppEnvironment>();
  const options = { mapOrigins, hasReports, embedOrigins };
  app.use(securityHeaders({ ...options, isDevelopment: false, isHttps: false }));
  app.use(compressResponse);
  app.use((context, next) => {
    const userId = /session=(\w+)/.exec(context.req.header("Cookie") ?? "")?.[1] ?? null;
    context.set("viewer", { ...visitor, userId });
    return next();
  });
  const policy = cacheablePage({ parameters: ["page", "lang"] }, { ...options, language: "de" });
  app.get("/places", createCacheable(services, new ResponseCache(1_000_000))(policy));
  app.all("*", async (context) => {
    state.made++;
    await state.gate;
    const { sharedRequest, nonce } = context.var;
    const headers = Object.fromEntries((sharedRequest ?? context.req.raw).headers);
    return context.html(
      `<style nonce="${nonce()}">p{}</style><script>foreign()</script>` +
        `<script nonce="${nonce()}">own()</script><script nonce="${nonce()}" src="/a.js"></script>` +
        `page ${state.made} ${JSON.stringify(headers)}${"x".repeat(2_000)}`,
      (rendered.status ?? 200) as 200,
      { "Content-Language": "hu", ...rendered.headers },
    );
  });
  const fetchPage = async (path: string, headers: Record<string, string> = {}, method = "GET") =>
    app.request(path, {
      method,
      headers: { "Accept-Encoding": "br", "Accept-Language": "hu", ...headers },
    });
  const textOf = async (response: Response) => {
    const bytes = new Uint8Array(await response.arrayBuffer());
    const encoding = response.headers.get("Content-Encoding");
    if (encoding === null) return new TextDecoder().decode(bytes);
    return `${encoding === "br" ? brotliDecompressSync(bytes) : gunzipSync(bytes)}`;
  };
  const read = async (path = "/places", headers: Record<string, string> = {}) =>
    /page \d+/.exec(await textOf(await fetchPage(path, headers)))?.[0];
  return { state, ask: fetchPage, read, textOf };
}

describe("cacheablePage", () => {
  it.each(["/places", "/places?page=2&lang=de"])("renders %s once", async (path) => {
    const { read } = createApp();
    expect(await read(path)).toBe("page 1");
    expect(await read(path)).toBe("page 1");
  });

  it.each(["/places?x=1", "/places?page=2&q=Eger", "/other", "/places/"])(
    "renders %s each time",
    async (path) => {
      const { read } = createApp();
      expect(await read(path)).toBe("page 1");
      expect(await read(path)).toBe("page 2");
    },
  );

  it.each(["POST", "HEAD"])("leaves %s to the page", async (method) => {
    const { ask: fetchPage, read, state } = createApp();
    await read();
    await fetchPage("/places", {}, method);
    expect(state.made).toBe(2);
    expect(await read()).toBe("page 1");
  });

  it("distinguishes URLs, hosts and languages", async () => {
    const { read } = createApp();
    expect(await read("/places?page=1")).toBe("page 1");
    expect(await read("/places?page=2")).toBe("page 2");
    expect(await read("/places?page=1", { "Accept-Language": "de" })).toBe("page 3");
    expect(await read("/places?page=1", { Cookie: "i18next=de" })).toBe("page 3");
    expect(await read("/places?page=1", { "Accept-Language": "hu-HU,hu;q=0.9,de" })).toBe("page 1");
    expect(await read("http://other.example/places?page=1")).toBe("page 4");
  });

  it("renders a page in the site's language for a request that names none", async () => {
    const { ask: fetchPage, textOf } = createApp();
    const texts = ["", "*", "fr"].map(async (language) =>
      textOf(await fetchPage("/places", { "Accept-Language": language })),
    );
    expect(await Promise.all(texts)).toEqual([
      expect.stringContaining('"accept-language":"de"'),
      expect.stringContaining('"accept-language":"de"'),
      expect.stringContaining('"accept-language":"en"'),
    ]);
  });

  it("renders a page anew when what it shows has changed", async () => {
    const { read, state } = createApp();
    expect(await read()).toBe("page 1");
    state.version = "2";
    expect(await read()).toBe("page 2");
    expect(await read()).toBe("page 2");
  });

  it.each([["2"], [null]])(
    "does not cache a page where the version became %s meanwhile",
    async (version) => {
      const { read, state } = createApp();
      const gate = Promise.withResolvers<void>();
      state.gate = gate.promise;
      const first = read();
      await vi.waitFor(() => expect(state.made).toBe(1));
      state.version = version;
      gate.resolve();
      expect(await first).toBe("page 1");
      state.version ??= "1";
      expect(await read()).toBe("page 2");
    },
  );

  it("caches nothing, and uses nothing, while the process may be behind the database", async () => {
    const { read, state } = createApp();
    expect(await read()).toBe("page 1");
    state.version = null;
    expect(await read()).toBe("page 2");
    expect(await read()).toBe("page 3");
    state.version = "1";
    expect(await read()).toBe("page 1");
  });

  it("never gives a session a cached page, nor caches its page", async () => {
    const { read } = createApp();
    const session = { Cookie: "session=anna" };
    expect(await read()).toBe("page 1");
    expect(await read("/places", session)).toBe("page 2");
    expect(await read("/places", session)).toBe("page 3");
    expect(await read()).toBe("page 1");
  });

  it("renders a cached page from URL and language alone", async () => {
    const { ask: fetchPage, textOf } = createApp();
    const headers = {
      "Accept-Language": "de-AT,hu;q=0.5",
      Cookie: "theme=dark; other=secret",
      "User-Agent": "Anna's phone",
      "X-Forwarded-For": "203.0.113.9",
      Referer: "https://elsewhere.test/",
    };
    const page = await textOf(await fetchPage("/places", headers));
    expect(page).toContain('{"accept-language":"de"}');
    expect(page).not.toContain("secret");
  });

  it.each([
    ["another status", { status: 404 }],
    ["a failure", { status: 503 }],
    ["a cookie", { headers: { "Set-Cookie": "i18next=de" } }],
    ["another media type", { headers: { "Content-Type": "text/plain" } }],
  ])("does not cache a response with %s", async (_, rendered) => {
    const { read, state } = createApp(rendered);
    await read();
    await read();
    expect(state.made).toBe(2);
  });

  it("renders one page for concurrent requests", async () => {
    const { read, state } = createApp();
    const gate = Promise.withResolvers<void>();
    state.gate = gate.promise;
    const all = Array.from({ length: 20 }, () => read());
    gate.resolve();
    expect(new Set(await Promise.all(all))).toEqual(new Set(["page 1"]));
    expect(state.made).toBe(1);
  });

  it("responds with 304 to a visitor who has the page, with its policy, until it changes", async () => {
    const { ask: fetchPage, state } = createApp();
    const { headers } = await fetchPage("/places");
    const etag = headers.get("ETag") ?? "";
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, "*"]) {
      const again = await fetchPage("/places", { "If-None-Match": known });
      expect([again.status, await again.text()]).toEqual([304, ""]);
      for (const name of ["ETag", "Content-Security-Policy", "Cache-Control"]) {
        expect(again.headers.get(name), name).toBe(headers.get(name));
      }
    }
    expect((await fetchPage("/places", { "If-None-Match": '"other"' })).status).toBe(200);
    state.version = "2";
    expect((await fetchPage("/places", { "If-None-Match": etag })).status).toBe(200);
  });

  it.each([
    ["br", "br"],
    ["gzip", "gzip"],
    ["identity", null],
  ])("responds with the same to the first and to later visitors (%s)", async (accepted, coding) => {
    const { ask: fetchPage, textOf } = createApp();
    const [first, later] = [
      await fetchPage("/places", { "Accept-Encoding": accepted }),
      await fetchPage("/places", { "Accept-Encoding": accepted }),
    ];
    expect(Object.fromEntries(later.headers)).toEqual(Object.fromEntries(first.headers));
    expect(later.headers.get("Content-Encoding")).toBe(coding);
    expect(later.headers.get("Vary")).toBe("Cookie, Accept-Language, Accept-Encoding");
    expect(later.headers.get("Cache-Control")).toBe("public, no-cache");
    expect(later.headers.get("Content-Language")).toBe("hu");
    expect(await textOf(later)).toBe(await textOf(first));
  });

  it("allows the page's own inline scripts and styles by their hashes, and no other", async () => {
    const { ask: fetchPage, textOf } = createApp();
    const response = await fetchPage("/places");
    const sha256 = (text: string) => createHash("sha256").update(text).digest("base64");
    const policy = response.headers.get("Content-Security-Policy") ?? "";
    expect(policy).toContain(`script-src 'self' 'sha256-${sha256("own()")}';`);
    expect(policy).toContain(`style-src 'self' 'sha256-${sha256("p{}")}';`);
    expect(policy).toContain("connect-src 'self' https://maps.example");
    expect(policy).not.toContain("nonce");
    expect(policy).toMatch(/; report-uri \/api\/v1\/policy-reports$/);
    expect(await textOf(response)).not.toContain("nonce");
  });

  it("asks for no reports where the operator does not want them", async () => {
    const { ask: fetchPage } = createApp({}, false);
    for (const path of ["/places", "/places", "/places?x=1"]) {
      const { headers } = await fetchPage(path);
      expect(headers.get("Content-Security-Policy")).not.toContain("report");
    }
  });

  it("gives each page that is not cached a nonce of its own", async () => {
    const { ask: fetchPage } = createApp();
    const responses = await Promise.all([fetchPage("/places?x=1"), fetchPage("/places?x=1")]);
    const [one, other] = responses.map(({ headers }) => headers.get("Content-Security-Policy"));
    expect(one).toContain("nonce-");
    expect(one).not.toBe(other);
  });
});
