import { Hono } from "hono";
import { pino } from "pino";
import { describe, expect, it } from "vitest";
import { visitor } from "#server/accounts/viewer.ts";
import { ConcurrencyLimiter } from "#server/concurrency/concurrency-limiter.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { Services } from "#server/services.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { setViewer } from "#tests/support/services/test-api.ts";
import { limitConcurrency } from "./limit-concurrency.ts";

/** The API with a low limit, in which a visitor's list takes a moment. */
function createApi(queued: number) {
  const served: string[] = [];
  const list = async () => {
    await new Promise((resolve) => setTimeout(resolve, 2));
    return {
      places: [],
      page: 1,
      per_page: 20,
      total: 0,
      unknown_count: 0,
      likely_count: 0,
      unstated_count: 0,
      open_now_count: 0,
    };
  };
  const services = servicesWith({
    places: {
      listPlaces: list,
      findNearestPlaces: list as unknown as Services["places"]["findNearestPlaces"],
      findSimilarPlaces: async () => ({ ok: true, places: [] }),
    },
    reviews: { listReviews: list as unknown as Services["reviews"]["listReviews"] },
  });
  const limiter = new ConcurrencyLimiter({
    task: "tests",
    maxRunning: 1,
    maxQueued: queued,
    maxWaitMs: 60_000,
  });
  const routes = apiRoutes(services, pino({ level: "silent" }), limitConcurrency(limiter));
  const fetchPath = async (clientAddress: string, path: string) => {
    const app = new Hono<AppEnvironment>();
    app.use(setViewer({ ...visitor, userId: "anna", role: "user" }, clientAddress));
    app.route("/", routes);
    const response = await app.request(path);
    if (response.status === 200) served.push(clientAddress);
    return response;
  };
  return { ask: fetchPath, served };
}

const many = (length: number) => Array.from({ length });

describe("limitConcurrency", () => {
  it("lets another client have its list before the rest of a flood", async () => {
    const { ask: fetchPath, served } = createApi(100);
    const flood = many(50).map(() => fetchPath("192.0.2.1", "/places"));
    const other = await fetchPath("192.0.2.2", "/places?per_page=1");
    expect(other.status).toBe(200);
    expect(served.indexOf("192.0.2.2")).toBeLessThanOrEqual(2);
    await Promise.all(flood);
    expect(served).toHaveLength(51);
  });

  it("keeps a place for another client where a flood has taken all", async () => {
    const { ask: fetchPath } = createApi(10);
    const flood = many(50).map(() => fetchPath("192.0.2.1", "/places"));
    const other = await fetchPath("192.0.2.2", "/places");
    expect(other.status).toBe(200);
    const statuses = (await Promise.all(flood)).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(10);
  });

  it("counts the IP addresses of one IPv6 site as one client", async () => {
    const { ask: fetchPath, served } = createApi(100);
    const flood = many(50).map((_, n) => fetchPath(`2001:db8:0:${n + 10}00::1`, "/places"));
    await fetchPath("2001:db8:1::1", "/places");
    expect(served.indexOf("2001:db8:1::1")).toBeLessThanOrEqual(2);
    await Promise.all(flood);
  });

  it.each([
    ["a form", { text: 'a "b" <i>' }, 'name="text" value="a &quot;b&quot; &lt;i&gt;"'],
    ["one with a password", { email: "a@example.org", password: "Secret-1" }, 'href="/form?a=1"'],
  ])(
    "repeats what was typed on the page that refuses %s without script",
    async (_, typed, part) => {
      const limits = { task: "tests", maxRunning: 0, maxQueued: 0, maxWaitMs: 5_000 };
      const app = new Hono<AppEnvironment>();
      app.use(setViewer(visitor), limitConcurrency(new ConcurrencyLimiter(limits)));
      const body = new URLSearchParams(typed);
      const headers = { Accept: "text/html", "Content-Length": String(String(body).length) };
      const response = await app.request("/form?a=1", { method: "POST", body, headers });
      expect([response.status, response.headers.get("Retry-After")]).toEqual([503, "5"]);
      const page = await response.text();
      expect(page).toContain(part);
      expect(page).not.toContain("Secret-1");
    },
  );

  it.each([
    "/places",
    "/places?sort=distance&near=19,47",
    "/places/nearby?lng=19&lat=47",
    "/places/nearest?near=19,47",
    "/places/7/reviews",
  ])("answers %s 503 with Retry-After beyond what is answered soon", async (path) => {
    const { ask: fetchPath } = createApi(1);
    const responses = await Promise.all(many(3).map(() => fetchPath("192.0.2.1", path)));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 503]);
    expect(responses[2].headers.get("Retry-After")).toBe("60");
    expect(await responses[2].json()).toMatchObject({ code: "error.unavailable", retry_after: 60 });
  });
});
