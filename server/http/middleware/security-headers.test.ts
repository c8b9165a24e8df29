import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { type SecurityHeaderOptions, securityHeaders } from "./security-headers.ts";

const ours: SecurityHeaderOptions = {
  isDevelopment: false,
  mapOrigins: () => [],
  hasReports: true,
  embedOrigins: "everyone",
  isHttps: false,
};

async function headersOf(options: Partial<SecurityHeaderOptions>, path = "/"): Promise<Headers> {
  const app = new Hono<AppEnvironment>();
  app.use(securityHeaders({ ...ours, ...options }));
  app.get("/", (context) => context.html(""));
  app.get("/embed/?", (context) => context.html(""));
  app.get("/file", (context) => context.text(""));
  return (await app.request(path)).headers;
}

async function policyOf(
  options: Partial<SecurityHeaderOptions>,
  path = "/",
): Promise<Record<string, string>> {
  const policy = (await headersOf(options, path)).get("Content-Security-Policy") ?? "";
  return Object.fromEntries(policy.split("; ").map((rule) => rule.split(/ (.*)/, 2)));
}

test("lets pages fetch from our own origin only", async () => {
  const policy = await policyOf({});
  expect(policy).toMatchObject({
    "default-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "style-src": expect.stringMatching(/^'self' 'nonce-[\w+/=]+'$/),
  });
});

test("lets them fetch from the base map's hosts where one is in force, and run nothing of theirs", async () => {
  const policy = await policyOf({ mapOrigins: () => ["https://maps.example"] });
  expect(policy["img-src"]).toBe("'self' data: blob: https://maps.example");
  expect(policy["connect-src"]).toBe("'self' https://maps.example");
  for (const rule of ["script-src", "style-src", "worker-src", "font-src"]) {
    expect(policy[rule]).not.toMatch(/maps/);
  }
});

test("makes browsers report violations of a page's policy, where the operator wants it", async () => {
  expect((await policyOf({}))["report-uri"]).toBe("/api/v1/policy-reports");
  expect(await policyOf({ hasReports: false })).not.toHaveProperty("report-uri");
  expect(await policyOf({}, "/file")).not.toHaveProperty("report-uri");
});

test("sets HSTS for a year where the site's URL is https, and only there", async () => {
  const name = "Strict-Transport-Security";
  expect((await headersOf({ isHttps: true })).get(name)).toBe("max-age=31536000");
  expect((await headersOf({ isHttps: false })).has(name)).toBe(false);
});

test.each<[SecurityHeaderOptions["embedOrigins"], string]>([
  ["everyone", "*"],
  [["https://a.example", "http://b.example:81"], "'self' https://a.example http://b.example:81"],
  [[], "'none'"],
])(
  "with %o, the page for frames may be framed by %s, and no other",
  async (embedOrigins, framers) => {
    const of = async (path: string) => (await policyOf({ embedOrigins }, path))["frame-ancestors"];
    expect(await of("/embed")).toBe(framers);
    expect(await of("/embed/")).toBe(framers);
    expect(await of("/")).toBe("'none'");
    expect(await of("/file")).toBe("'none'");
    expect(await of("/embedded")).toBe("'none'");
  },
);
