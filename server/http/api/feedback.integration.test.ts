import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, expect, it } from "vitest";
import { correctionLimit } from "#domain/account/daily-limits.ts";
import { unreadViewer, type Viewer, visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import type { Services } from "#server/services.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces } from "#tests/support/database/add-places.ts";
import { createTestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { setViewer } from "#tests/support/services/test-api.ts";

const resources = new AsyncDisposableStack();
const now = new Date("2026-06-10T10:00:00.000Z");
let anna: Viewer;
let bela: Viewer;
let placeId: number;
let pendingId: number;
let visitedId: number;
type Call = (path: string, body: unknown, viewer: Viewer, type?: string) => Promise<Response>;
let call: Call;
/** Where visitors without an account confirm and report. */
let callOpen: Call;

beforeAll(async () => {
  const { database } = resources.use(await createTestDatabase());
  const { services } = resources.use(await createTestServices(database, { now: () => now }));
  const userId = await addAccount(database, "anna@example.org");
  anna = { userId, email: "anna@example.org", role: "user" };
  bela = { ...anna, userId: await addAccount(database, "bela@example.org") };
  [placeId, pendingId, visitedId] = await addPlaces(database, [{}, { accepted: false }, {}]);
  const open = { config: { visitorReports: true }, now: () => now };
  const opened = resources.use(await createTestServices(database, open));
  call = clientOf(services);
  callOpen = clientOf(opened.services);
});
afterAll(() => resources.disposeAsync());

function clientOf(services: Services): Call {
  const routes = apiRoutes(services, pino({ level: "silent" }));
  return async (path, body, viewer, type = "application/json") => {
    const app = new Hono<AppEnvironment>();
    app.use(setViewer(viewer));
    app.route("/", routes);
    return app.request(path, {
      method: "POST",
      headers: { "Content-Type": type },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  };
}

const correction = {
  action: "edit",
  location: { longitude: 19, latitude: 47 },
  changes: { address: "Új utca 1." },
};

it("confirms a place, and says the same again the same day", async () => {
  for (const _ of [1, 2]) {
    const response = await call(`/places/${placeId}/confirmations`, "", anna);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({ last_confirmed: now.toISOString() });
  }
});

it("accepts a visitor's confirmation and report where the operator takes them", async () => {
  const path = `/places/${visitedId}`;
  for (const _ of [1, 2]) {
    const response = await callOpen(`${path}/confirmations`, "", visitor);
    expect(response.status).toBe(201);
    expect(await response.json()).toEqual({
      last_confirmed: null,
      visitor_confirmed: now.toISOString(),
    });
  }
  expect((await callOpen(`${path}/reports`, { reason: "hours" }, visitor)).status).toBe(201);
  expect((await callOpen(`${path}/reports`, { reason: "other" }, visitor)).status).toBe(422);
  expect(
    (await callOpen(`/places/${pendingId}/reports`, { reason: "hours" }, visitor)).status,
  ).toBe(404);
  expect((await callOpen(`${path}/confirmations`, "", unreadViewer)).status).toBe(503);
});

it("accepts whether a place is open, also of an earlier time", async () => {
  for (const body of [{ open: false }, { open: true, at: "2026-06-09T10:00:00.000Z" }]) {
    const response = await call(`/places/${placeId}/observations`, body, anna);
    expect([response.status, await response.text()]).toEqual([201, ""]);
  }
  expect(
    (await callOpen(`/places/${visitedId}/observations`, { open: true }, visitor)).status,
  ).toBe(201);
});

it("accepts a report and a correction", async () => {
  const report = await call(`/places/${placeId}/reports`, { reason: "hours" }, anna);
  expect([report.status, await report.text()]).toEqual([201, ""]);
  expect((await call("/corrections", correction, anna)).status).toBe(201);
});

it("accepts no correction beyond the limit of a day, and says so", async () => {
  const statuses: number[] = [];
  for (let turn = 0; turn <= correctionLimit; turn++) {
    const response = await call("/corrections", correction, bela);
    statuses.push(response.status);
    if (turn === correctionLimit)
      expect(await response.json()).toMatchObject({ code: "error.limit" });
  }
  expect(statuses).toEqual([...Array(correctionLimit).fill(201), 429]);
});

it.each([
  ["/places/1/reports", {}, ["reason"]],
  ["/places/1/reports", { reason: "other" }, ["text"]],
  ["/places/1/reports", { reason: "hours", text: "x".repeat(2001) }, ["text"]],
  ["/places/1/reports", { reason: "hours", text: "\0" }, ["body"]],
  ["/places/1/reports", "{", ["body"]],
  ["/places/1/confirmations?x=1", "", ["x"]],
  ["/places/1/observations", {}, ["open"]],
  ["/places/1/observations", { open: "yes" }, ["open"]],
  ["/places/1/observations", { open: true, at: "yesterday" }, ["at"]],
  ["/places/1/observations", { open: true, at: "2026-06-10T10:00:00.001Z" }, ["at"]],
  ["/places/1/observations", { open: true, at: "2026-06-09T09:59:59.999Z" }, ["at"]],
  ["/places/1/observations", { open: true, hour: 14 }, ["hour"]],
  ["/corrections", { ...correction, location: { longitude: 181, latitude: 0 } }, ["location"]],
  ["/corrections", {}, ["action", "location", "changes"]],
  ["/corrections", [], ["action", "location", "changes"]],
  ["/corrections", "null", ["body"]],
])("%s refuses %j and names the field", async (path, body, fields) => {
  const response = await call(path, body, anna);
  expect(response.status).toBe(422);
  const { code, errors } = await response.json();
  expect(code).toBe("error.parameter");
  expect(errors.map(({ field }: { field: string }) => field)).toEqual(fields);
});

it("accepts JSON only", async () => {
  const form = "reason=hours";
  const type = "application/x-www-form-urlencoded";
  expect((await call(`/places/${placeId}/reports`, form, anna, type)).status).toBe(422);
});

it.each(["0", "abc", "2147483648"])("knows no place %s, nor a pending one", async (id) => {
  for (const path of [`/places/${id}`, `/places/${pendingId}`]) {
    expect((await call(`${path}/confirmations`, "", anna)).status).toBe(404);
    expect((await call(`${path}/observations`, { open: true }, anna)).status).toBe(404);
    expect((await call(`${path}/reports`, { reason: "hours" }, anna)).status).toBe(404);
  }
});
