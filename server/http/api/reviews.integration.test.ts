import { Hono } from "hono";
import { pino } from "pino";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Viewer, visitor } from "#server/accounts/viewer.ts";
import { apiRoutes } from "#server/http/api-routes.ts";
import type { AppEnvironment } from "#server/http/app-environment.ts";
import { addAccount } from "#tests/support/accounts/add-account.ts";
import { addPlaces, addReviews } from "#tests/support/database/add-places.ts";
import { createTestDatabase, type TestDatabase } from "#tests/support/database/test-database.ts";
import { createTestServices } from "#tests/support/services/create-test-services.ts";
import { askingAs } from "#tests/support/services/test-api.ts";

let db: TestDatabase;
let testServices: Awaited<ReturnType<typeof createTestServices>>;
let anna: Viewer;
let placeId = 0;
let others: number[] = [];

beforeAll(async () => {
  db = await createTestDatabase();
  [placeId, ...others] = await addPlaces(db.database, [{}, {}, {}]);
  await addReviews(db.database, others[0], [4]);
  await addReviews(db.database, others[1], [3, 2]);
  const email = "anna@example.org";
  anna = { userId: await addAccount(db.database, email), email, role: "user" };
  testServices = await createTestServices(db.database);
});
afterAll(async () => {
  await testServices[Symbol.asyncDispose]();
  await db[Symbol.asyncDispose]();
});

/** Calls the API in process, as the given viewer; a body goes as JSON. */
async function call(method: string, path: string, viewer: Viewer, body?: unknown) {
  const app = new Hono<AppEnvironment>();
  app.use(askingAs(viewer));
  app.route("/api/v1", apiRoutes(testServices.services, pino({ level: "silent" })));
  const response = await app.request(`/api/v1/places${path}`, {
    method,
    headers: { "Content-Type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const text = await response.text();
  return { status: response.status, body: text === "" ? null : JSON.parse(text) };
}

async function orderByRating() {
  const { body } = await call("GET", "?sort=rating-desc", visitor);
  return body.places.map(({ id }: { id: number }) => id);
}

const own = () => `/${placeId}/reviews/me`;

describe("PUT and DELETE /places/{id}/reviews/me", () => {
  it("reviews, changes and takes back, and the list follows in the very next response", async () => {
    expect(await call("GET", own(), anna)).toEqual({ status: 204, body: null });
    const created = await call("PUT", own(), anna, { rating: 5, text: " Tiszta. " });
    expect(created.status).toBe(201);
    expect(created.body).toMatchObject({ rating: 5, text: "Tiszta.", own: true });
    expect(await call("GET", own(), anna)).toEqual({ status: 200, body: created.body });
    expect(await orderByRating()).toEqual([placeId, ...others]);
    expect((await call("GET", `/${placeId}`, visitor)).body.rating_calculated).toBe(5);

    expect((await call("PUT", own(), anna, { rating: 3 })).status).toBe(200);
    expect(await orderByRating()).toEqual([others[0], placeId, others[1]]);

    expect(await call("DELETE", own(), anna)).toEqual({ status: 204, body: null });
    expect(await orderByRating()).toEqual([...others, placeId]);
    expect((await call("DELETE", own(), anna)).status).toBe(404);
  });

  it.each([
    [{}, ["rating"]],
    [{ rating: 0, text: "\u0007" }, ["body"]],
    [{ rating: 6, text: "x".repeat(2001) }, ["rating", "text"]],
    [[], ["body"]],
    [undefined, ["body"]],
  ])("refuses %j, naming the fields", async (sent, fields) => {
    const { status, body } = await call("PUT", own(), anna, sent);
    expect(status).toBe(422);
    expect(body.errors.map(({ field }: { field: string }) => field)).toEqual(fields);
  });

  it.each(["0", "x", "2147483648", "999999"])("knows no place %s", async (id) => {
    for (const method of ["GET", "PUT", "DELETE"]) {
      const body = method === "PUT" ? { rating: 3 } : undefined;
      expect((await call(method, `/${id}/reviews/me`, anna, body)).status).toBe(404);
    }
  });
});

describe("DELETE /places/{id}/reviews/{user_id}", () => {
  const of = () => `/${others[1]}/reviews/reviewer-0`;

  it("removes the review, once", async () => {
    const administrator = { ...anna, role: "administrator" as const };
    expect((await call("DELETE", of(), administrator)).status).toBe(204);
    expect((await call("GET", `/${others[1]}`, visitor)).body.rating_calculated).toBe(2);
    expect((await call("DELETE", of(), administrator)).status).toBe(404);
    expect((await call("DELETE", `${of()}%00`, administrator)).status).toBe(404);
  });
});
