import { writeFileSync } from "node:fs";
import { Hono } from "hono";
import { pino } from "pino";
import type { ServerBuild } from "react-router";
import { expect, it, vi } from "vitest";
import { DatabaseUnavailable } from "#server/database/database-errors.ts";
import { servicesWith } from "#tests/support/services/stand-ins.ts";
import { apiRoutes } from "./api-routes.ts";
import { failureResponse, unavailablePages } from "./failure-response.ts";

const coded = (code: string) => Object.assign(new Error(code), { code });

function respondTo(error: Error, accept: string) {
  const log = { info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const app = new Hono();
  app.get("/", () => {
    throw error;
  });
  app.onError((thrown, context) => failureResponse(context, thrown, { log, what: "failed" }));
  return Promise.resolve(app.request("/", { headers: { Accept: accept } })).then((response) => ({
    response,
    log,
  }));
}

it.each([
  [new DatabaseUnavailable("gone")],
  [Object.assign(new Error("disk full"), { code: "53100" })],
  [Object.assign(new Error("starting up"), { code: "57P03" })],
  [coded("ENOSPC")],
  [coded("EDQUOT")],
  [new Error("while keeping a mail", { cause: coded("ENOSPC") })],
])("asks a program to come back after %s, without a stack in the log", async (error) => {
  const { response, log } = await respondTo(error, "application/json");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("2");
  expect(await response.json()).toMatchObject({ code: "error.unavailable" });
  expect(log.warn).toHaveBeenCalledOnce();
  expect(log.error).not.toHaveBeenCalled();
});

it("gives a person a page with a link", async () => {
  const { response } = await respondTo(new DatabaseUnavailable("gone"), "text/html");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("2");
  expect(await response.text()).toContain("Not available right now");
});

it("sets Retry-After where the queue is full, without a line in the log", async () => {
  // As of another copy of its class: the built application has its own.
  const overloaded = Object.assign(new Error(), { name: "Overloaded", retryAfterSeconds: 20 });
  const { response, log } = await respondTo(overloaded, "*/*");
  expect(response.status).toBe(503);
  expect(response.headers.get("Retry-After")).toBe("20");
  expect(await response.json()).toMatchObject({ code: "error.unavailable", retry_after: 20 });
  expect([log.info, log.warn, log.error].flatMap(({ mock }) => mock.calls)).toEqual([]);
});

it("logs a full disk and an unavailable database as different causes", async () => {
  const { log } = await respondTo(coded("ENOSPC"), "application/json");
  expect(log.warn).toHaveBeenCalledWith(expect.anything(), "failed: the disk is full");
});

it.runIf(process.platform === "linux")(
  "answers 503 through the API where a call writes to a full disk",
  async () => {
    const consumeWriteLimit = async () => {
      writeFileSync("/dev/full", "x");
      return null;
    };
    const api = apiRoutes(servicesWith({ consumeWriteLimit }), pino({ level: "silent" }));
    const response = await api.request("/corrections", { method: "POST" });
    expect(response.status).toBe(503);
    expect(response.headers.get("Retry-After")).toBe("2");
    expect(await response.json()).toMatchObject({ code: "error.unavailable" });
  },
);

it.each([[new Error("a fault of ours")], [coded("ENOENT")], [coded("EACCES")]])(
  "owns a fault of ours: %s",
  async (error) => {
    const { response, log } = await respondTo(error, "application/json");
    expect(response.status).toBe(500);
    expect(response.headers.has("Retry-After")).toBe(false);
    expect(log.error).toHaveBeenCalledOnce();
  },
);

it("turns what loaders and actions throw into a 503 while the database is unavailable or the disk full, and of nothing else", async () => {
  const error = new Error("a fault of ours");
  const unavailable = () => Promise.reject(new DatabaseUnavailable("gone"));
  const onFullDisk = () => Promise.reject(coded("ENOSPC"));
  const failing = () => Promise.reject(error);
  const build = {
    routes: {
      away: { id: "away", module: { default: "page", loader: unavailable, action: unavailable } },
      full: { id: "full", module: { loader: onFullDisk, action: onFullDisk } },
      failing: { id: "failing", module: { loader: failing } },
      working: { id: "working", module: { loader: async (given: string) => given } },
    },
  } as unknown as ServerBuild;
  const { routes } = unavailablePages(build) as unknown as {
    routes: Record<string, { module: Record<string, (given?: string) => Promise<unknown>> }>;
  };
  await expect(routes.away.module.loader()).rejects.toMatchObject({ init: { status: 503 } });
  await expect(routes.away.module.action()).rejects.toMatchObject({ init: { status: 503 } });
  await expect(routes.full.module.loader()).rejects.toMatchObject({ init: { status: 503 } });
  await expect(routes.full.module.action()).rejects.toMatchObject({ init: { status: 503 } });
  expect(routes.away.module.default).toBe("page");
  await expect(routes.failing.module.loader()).rejects.toBe(error);
  expect(await routes.working.module.loader("value")).toBe("value");
});
