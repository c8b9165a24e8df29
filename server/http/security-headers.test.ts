import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnvironment } from "./app-environment.ts";
import { type SecurityHeaderOptions, securityHeaders } from "./security-headers.ts";

async function policyOf(options: SecurityHeaderOptions): Promise<Record<string, string>> {
  const app = new Hono<AppEnvironment>();
  app.use(securityHeaders(options));
  app.get("/", (context) => context.text(""));
  const policy = (await app.request("/")).headers.get("Content-Security-Policy") ?? "";
  return Object.fromEntries(policy.split("; ").map((rule) => rule.split(/ (.*)/, 2)));
}

test("lets pages fetch from nobody but us", async () => {
  const policy = await policyOf({ isDevelopment: false, mapOrigins: [] });
  expect(policy).toMatchObject({
    "default-src": "'self'",
    "img-src": "'self' data: blob:",
    "connect-src": "'self'",
    "style-src": "'self'",
  });
});

test("lets them fetch from the base map's hosts where one is in force, and run nothing of theirs", async () => {
  const policy = await policyOf({ isDevelopment: false, mapOrigins: ["https://maps.example"] });
  expect(policy["img-src"]).toBe("'self' data: blob: https://maps.example");
  expect(policy["connect-src"]).toBe("'self' https://maps.example");
  for (const rule of ["script-src", "style-src", "worker-src", "font-src"]) {
    expect(policy[rule]).not.toMatch(/maps/);
  }
});
