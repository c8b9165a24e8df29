import { Hono } from "hono";
import { expect, test } from "vitest";
import { languages } from "#domain/text/language.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { getSecurityText, securityTextPath } from "./well-known-files.ts";

function fetchSecurityText(
  contactEmail: string | null,
  publicUrl: string | null = "https://mosdo.example",
) {
  const app = new Hono<AppEnvironment>();
  const services = {
    publicConfig: { contactEmail, publicUrl },
    now: () => new Date("2026-06-01T23:59:59Z"),
  };
  app.get(securityTextPath, (context) => getSecurityText(context, services as never));
  return app.request(`http://localhost${securityTextPath}`);
}

test("has the operator's contact address, its expiry, the languages and its own URL", async () => {
  const response = await fetchSecurityText("help@mosdo.example");
  expect(response.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect((await response.text()).split("\n")).toEqual([
    "Contact: mailto:help@mosdo.example",
    "Expires: 2026-08-30T00:00:00.000Z",
    `Preferred-Languages: ${languages.join(", ")}`,
    "Canonical: https://mosdo.example/.well-known/security.txt",
    "",
  ]);
  expect(await (await fetchSecurityText("a b@mosdo.example", null)).text()).toMatch(
    /mailto:a%20b@[\s\S]*Canonical: http:\/\/localhost\//,
  );
});

test("is 404 without a contact address", async () => {
  expect((await fetchSecurityText(null)).status).toBe(404);
});
