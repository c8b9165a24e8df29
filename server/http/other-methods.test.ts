import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import type { AppEnvironment } from "./app-environment.ts";
import { answerOtherMethods } from "./other-methods.ts";
import { problem } from "./problem.ts";

const calls = new Hono<AppEnvironment>();
calls.use(answerOtherMethods(calls));
calls.get("/places", (context) => context.text("places"));
calls.post("/places", (context) => context.text("added"));
calls.get("/places/nearby", (context) => context.text("nearby"));
calls.get("/places/:id", (context) => context.text("place"));
calls.delete("/places/:id", (context) => problem(context, "error.notfound"));
calls.post("/places/:id/accept", (context) => context.text("accepted"));
calls.all("*", (context) => problem(context, "error.notfound"));

const app = new Hono<AppEnvironment>().route("/api/v1", calls);

const ask = (method: string, path: string) => app.request(`/api/v1${path}`, { method });

describe("a method that no call of a path has", () => {
  it.each([
    ["/places", "GET, HEAD, POST, OPTIONS"],
    ["/places/1", "GET, HEAD, DELETE, OPTIONS"],
    ["/places/nearby", "GET, HEAD, DELETE, OPTIONS"],
    ["/places/1/accept", "POST, OPTIONS"],
  ])("is refused with the methods of %s, which OPTIONS is told", async (path, allowed) => {
    const refused = await ask("PUT", path);
    expect(refused.status).toBe(405);
    expect(refused.headers.get("Allow")).toBe(allowed);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
    expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ status: 405, code: "error.method" });
    const told = await ask("OPTIONS", path);
    expect(told.status).toBe(204);
    expect(told.headers.get("Allow")).toBe(allowed);
    expect(await told.text()).toBe("");
  });

  it.each(["", "/", "/nothing", "/places/", "/places//accept", "/places/1/accept/2"])(
    "is not found at '%s', which no call has",
    async (path) => {
      for (const method of ["GET", "PUT", "OPTIONS"]) {
        const answer = await ask(method, path);
        expect(answer.status).toBe(404);
        expect(answer.headers.get("Allow")).toBeNull();
      }
    },
  );

  it("leaves the calls that there are alone, a place that is not found too", async () => {
    expect((await ask("HEAD", "/places/1")).status).toBe(200);
    expect(await (await ask("GET", "/places/1")).text()).toBe("place");
    const answer = await ask("DELETE", "/places/1");
    expect(answer.status).toBe(404);
    expect(answer.headers.get("Allow")).toBeNull();
  });
});
