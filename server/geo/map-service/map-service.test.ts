import { afterEach, beforeEach, expect, test } from "vitest";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import {
  MapService,
  type MapServiceOptions,
  type MapServiceResponse,
  serviceUrl,
} from "./map-service.ts";

let stub: StubService;
let logged: unknown[];
const nobody = new AbortController().signal;

beforeEach(async () => {
  stub = await startStubService(({ query }) => ({ json: { received: query.q ?? null } }));
  logged = [];
});
afterEach(() => stub[Symbol.asyncDispose]());

function serviceOf(options: Partial<MapServiceOptions> = {}) {
  const record = (entry: unknown) => logged.push(entry);
  const log = { warn: record, info: record };
  return new MapService({
    name: "stub",
    userAgent: "Mosdo (+https://a.example)",
    log,
    // A limit so long that a busy machine does not reach it.
    timeLimitMs: 20_000,
    ...options,
  });
}

const read = ({ status, bytes }: MapServiceResponse) =>
  status === 200
    ? ({ ok: true, value: JSON.parse(new TextDecoder().decode(bytes)) } as const)
    : ({ ok: false, code: status === 404 ? "notfound" : "unavailable" } as const);

const call = (q: string, url = stub.url) => ({ url: serviceUrl(url, "x", { q }), read });
const unavailable = { ok: false, code: "unavailable" };

test("sends its own User-Agent and returns the response", async () => {
  const service = serviceOf();
  expect(await service.request(call("a"), nobody)).toEqual({ ok: true, value: { received: "a" } });
  expect(stub.requests[0]).toMatchObject({ method: "GET", path: "/x", query: { q: "a" } });
  expect(stub.requests[0].headers["user-agent"]).toBe("Mosdo (+https://a.example)");
});

test("sends identical requests once: at the same time, and for some minutes", async () => {
  const clock = { ms: 1 };
  const service = serviceOf({ nowMs: () => clock.ms, ttlMs: 600_000 });
  await Promise.all([1, 2, 3].map(() => service.request(call("a"), nobody)));
  await service.request(call("a"), nobody);
  expect(stub.requests).toHaveLength(1);
  clock.ms += 600_000;
  await service.request(call("a"), nobody);
  expect(stub.requests).toHaveLength(1);
  clock.ms += 1;
  await service.request(call("a"), nobody);
  expect(stub.requests).toHaveLength(2);
});

test("caches no more responses than the limit, and none where it must not", async () => {
  const few = serviceOf({ cacheCapacity: 2 });
  for (const q of ["a", "b", "c", "a"]) await few.request(call(q), nobody);
  expect(stub.requests).toHaveLength(4);
  const none = serviceOf({ ttlMs: 0 });
  for (const q of ["a", "a"]) await none.request(call(q), nobody);
  expect(stub.requests).toHaveLength(6);
});

test("waits no longer than its time limit", async () => {
  stub.answer = () => null;
  // Without the limit it would wait for ever.
  expect(await serviceOf({ timeLimitMs: 100 }).request(call("a"), nobody)).toEqual(unavailable);
});

test("is unavailable at once where no server listens", async () => {
  const url = `http://127.0.0.1:${await findFreePort()}`;
  expect(await serviceOf().request(call("a", url), nobody)).toEqual(unavailable);
});

test.each([401, 403, 429, 500, 503])(
  "counts status %i as a failure, and logs it",
  async (status) => {
    stub.answer = () => ({ status, json: { message: "secret" } });
    expect(await serviceOf().request(call("typed words"), nobody)).toEqual(unavailable);
    expect(logged).toEqual([{ service: "stub", status }]);
    expect(JSON.stringify(logged)).not.toMatch(/typed|secret/);
  },
);

test("accepts 404 as a response, but not an unexpected one", async () => {
  const service = serviceOf();
  stub.answer = () => ({ status: 404, json: {} });
  expect(await service.request(call("a"), nobody)).toEqual({ ok: false, code: "notfound" });
  stub.answer = () => ({ status: 418, json: {} });
  expect(await service.request(call("b"), nobody)).toEqual(unavailable);
  expect(logged).toHaveLength(1);
});

test("leaves a service alone after three failures, tries once after a while, and comes back", async () => {
  const clock = { ms: 0 };
  const service = serviceOf({ nowMs: () => clock.ms });
  stub.answer = () => ({ status: 503 });
  for (const q of ["a", "b", "c", "d", "e"]) await service.request(call(q), nobody);
  expect(stub.requests).toHaveLength(3);
  clock.ms = 30_000;
  await service.request(call("f"), nobody);
  await service.request(call("g"), nobody);
  expect(stub.requests).toHaveLength(4);
  stub.answer = () => ({ json: {} });
  clock.ms = 60_000;
  expect(await service.request(call("h"), nobody)).toMatchObject({ ok: true });
  expect(await service.request(call("i"), nobody)).toMatchObject({ ok: true });
});

test("queues no call while the circuit is open", async () => {
  let started = 0;
  const take = async () => {
    started++;
    return true;
  };
  const service = serviceOf({ throttle: { take } });
  stub.answer = () => ({ status: 503 });
  for (const q of ["a", "b", "c", "d", "e"]) await service.request(call(q), nobody);
  expect(started).toBe(3);
});

test("does not count a client error as a failure, but a wrong URL", async () => {
  const service = serviceOf();
  stub.answer = () => ({ status: 400 });
  for (const q of ["a", "b", "c", "d"]) await service.request(call(q), nobody);
  expect(stub.requests).toHaveLength(4);
  stub.answer = () => ({ status: 410 });
  for (const q of ["e", "f", "g", "h"]) await service.request(call(q), nobody);
  expect(stub.requests).toHaveLength(7);
});

test("ends at once when the client disconnects, without a log entry", async () => {
  stub.answer = () => null;
  const controller = new AbortController();
  const response = serviceOf({ timeLimitMs: 60_000 }).request(call("a"), controller.signal);
  controller.abort();
  expect(await response).toEqual(unavailable);
  expect(logged).toEqual([]);
});

test("stops reading a response that is too large", async () => {
  stub.answer = () => ({ text: "x".repeat(5_000_000) });
  expect(await serviceOf().request(call("a"), nobody)).toEqual(unavailable);
});

test("follows no redirect to another host, which would receive the query", async () => {
  await using other = await startStubService(() => ({ json: { received: "caught" } }));
  stub.answer = ({ query }) => ({ status: 302, location: `${other.url}/x?q=${query.q}` });
  expect(await serviceOf().request(call("typed words"), nobody)).toEqual(unavailable);
  expect(other.requests).toEqual([]);
  expect(logged).toEqual([{ service: "stub", reason: "Redirected" }]);
});

test("follows a redirect within the host, once, and none of a POST", async () => {
  stub.answer = ({ path }) =>
    path === "/x" ? { status: 301, location: "/x/" } : { json: { received: "a" } };
  expect(await serviceOf().request(call("a"), nobody)).toEqual({
    ok: true,
    value: { received: "a" },
  });
  expect(await serviceOf().request({ ...call("a"), body: {} }, nobody)).toEqual(unavailable);
  expect(stub.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
    "GET /x",
    "GET /x/",
    "POST /x",
  ]);
  stub.answer = () => ({ status: 301, location: "/x" });
  expect(await serviceOf().request(call("b"), nobody)).toEqual(unavailable);
  expect(stub.requests).toHaveLength(5);
});
