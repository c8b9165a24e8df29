import { Hono } from "hono";
import { describe, expect, it } from "vitest";
import { respondToOtherMethods } from "./api-routes.ts";
import type { AppEnvironment } from "./app-environment.ts";
import { problem } from "./problem.ts";

const calls = new Hono<AppEnvironment>();
calls.use(respondToOtherMethods(calls));
calls.get("/places", (context) => context.text("places"));
calls.post("/places", (context) => context.text("added"));
calls.get("/places/nearby", (context) => context.text("nearby"));
calls.get("/places/:id", (context) => context.text("place"));
calls.delete("/places/:id", (context) => problem(context, "error.notfound"));
calls.post("/places/:id/accept", (context) => context.text("accepted"));
calls.all("*", (context) => problem(context, "error.notfound"));

const app = new Hono<AppEnvironment>().route("/api/v1", calls);

const request = (method: string, path: string) => app.request(`/api/v1${path}`, { method });

describe("a method that no call of a path has", () => {
  it.each([
    ["/places", "GET, HEAD, POST, OPTIONS"],
    ["/places/1", "GET, HEAD, DELETE, OPTIONS"],
    ["/places/nearby", "GET, HEAD, DELETE, OPTIONS"],
    ["/places/1/accept", "POST, OPTIONS"],
  ])("is refused with the methods of %s, which OPTIONS is told", async (path, allowed) => {
    const refused = await request("PUT", path);
    expect(refused.status).toBe(405);
    expect(refused.headers.get("Allow")).toBe(allowed);
    expect(refused.headers.get("Cache-Control")).toBe("no-store");
    expect(refused.headers.get("Content-Type")).toBe("application/problem+json");
    expect(await refused.json()).toMatchObject({ status: 405, code: "error.method" });
    const response = await request("OPTIONS", path);
    expect(response.status).toBe(204);
    expect(response.headers.get("Allow")).toBe(allowed);
    expect(await response.text()).toBe("");
  });

  it.each(["", "/", "/nothing", "/places/", "/places//accept", "/places/1/accept/2"])(
    "is not found at '%s', which no call has",
    async (path) => {
      for (const method of ["GET", "PUT", "OPTIONS"]) {
        const response = await request(method, path);
        expect(response.status).toBe(404);
        expect(response.headers.get("Allow")).toBeNull();
      }
    },
  );

  it("leaves the calls that there are alone, a place that is not found too", async () => {
    expect((await request("HEAD", "/places/1")).status).toBe(200);
    expect(await (await request("GET", "/places/1")).text()).toBe("place");
    const response = await request("DELETE", "/places/1");
    expect(response.status).toBe(404);
    expect(response.headers.get("Allow")).toBeNull();
  });
});
