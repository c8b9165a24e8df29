import { Hono } from "hono";
import { expect, test } from "vitest";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { getSecurityText, securityTextPath } from "./security-text.ts";

function ask(contactEmail: string | null, publicUrl: string | null = "https://mosdo.example") {
  const app = new Hono<AppEnvironment>();
  const services = {
    publicConfig: { contactEmail, publicUrl },
    now: () => new Date("2026-06-01T23:59:59Z"),
  };
  app.get(securityTextPath, (context) => getSecurityText(context, services as never));
  return app.request(`http://localhost${securityTextPath}`);
}

test("names the operator's address, until when it holds, the languages and itself", async () => {
  const answer = await ask("help@mosdo.example");
  expect(answer.headers.get("Content-Type")).toMatch(/^text\/plain/);
  expect((await answer.text()).split("\n")).toEqual([
    "Contact: mailto:help@mosdo.example",
    "Expires: 2026-08-30T00:00:00.000Z",
    "Preferred-Languages: hu, en, de",
    "Canonical: https://mosdo.example/.well-known/security.txt",
    "",
  ]);
  expect(await (await ask("a b@mosdo.example", null)).text()).toMatch(
    /mailto:a%20b@[\s\S]*Canonical: http:\/\/localhost\//,
  );
});

test("is not there without an address", async () => {
  expect((await ask(null)).status).toBe(404);
});
