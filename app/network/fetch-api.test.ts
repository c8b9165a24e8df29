import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { brokenBody } from "#tests/support/app/stub-responses.ts";
import { fetchApi, requestTimeoutMs, withTimeLimit } from "./fetch-api.ts";
import { listenForContact } from "./offline-detection.ts";

const path = "/api/v1/places";
const noResponse = { ok: false, status: null, code: "error.unreachable" };
const contact = vi.fn();
const failedLoad = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  listenForContact(failedLoad, contact);
});
afterEach(() => {
  expect(vi.getTimerCount()).toBe(0);
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.clearAllMocks();
});

/** Answers every call in this way. */
function respondWith(respond: (signal: AbortSignal) => Response | Promise<Response>) {
  const fetchStub = vi.fn(async (_: string, { signal }: { signal: AbortSignal }) =>
    respond(signal),
  );
  vi.stubGlobal("fetch", fetchStub);
  return fetchStub;
}

/** Headers that never come until the call is aborted: as in a browser, that rejects. */
function noHeaders(signal: AbortSignal): Promise<Response> {
  return new Promise((_, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason));
  });
}

/** Headers and the beginning of a body that never ends until the call is aborted. */
function endlessBody(signal: AbortSignal): Response {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode("{"));
      signal.addEventListener("abort", () => controller.error(signal.reason));
    },
  });
  return new Response(body);
}

function expectReported(what: "contact" | "failed load" | "nothing") {
  expect(contact).toHaveBeenCalledTimes(what === "contact" ? 1 : 0);
  expect(failedLoad).toHaveBeenCalledTimes(what === "failed load" ? 1 : 0);
}

describe("fetchApi", () => {
  it("returns the whole response, and reports contact", async () => {
    respondWith(() => Response.json({ total: 3 }, { headers: { "X-Geo-Level": "embedded" } }));
    const result = await fetchApi<{ total: number }>(path);
    expect(result).toMatchObject({ ok: true, body: { total: 3 } });
    expect(result.ok && result.headers.get("x-geo-level")).toBe("embedded");
    expectReported("contact");
  });

  it("takes a 204 for a response without a body", async () => {
    respondWith(() => new Response(null, { status: 204 }));
    expect(await fetchApi<null>(path)).toMatchObject({ ok: true, body: null });
    expectReported("contact");
  });

  it.each([
    [400, "error.error"],
    [404, "error.error"],
    [422, "error.error"],
    [429, "error.toomanyrequests"],
    [500, "error.error"],
    [503, "error.unavailable"],
  ])("takes a proxy's %d for the failure %s, and for contact", async (status, code) => {
    respondWith(() => new Response("<html>", { status }));
    expect(await fetchApi(path)).toEqual({ ok: false, status, code });
    expectReported("contact");
  });

  it("keeps the status of a failure whose body breaks off", async () => {
    respondWith(() => new Response(brokenBody(), { status: 503 }));
    const failure = { ok: false, status: 503, code: "error.unavailable" };
    expect(await fetchApi(path)).toEqual(failure);
    expectReported("contact");
  });

  it.each([
    ["seconds", "17", { waitSeconds: 17 }],
    ["a date", "Wed, 21 Oct 2026 07:28:00 GMT", {}],
    ["no wait", "0", {}],
  ])(
    "hands on the code of the problem document and how long to wait: %s",
    async (_, after, wait) => {
      const headers = { "Retry-After": after };
      respondWith(() => Response.json({ code: "error.limit" }, { status: 429, headers }));
      const failure = { ok: false, status: 429, code: "error.limit", ...wait };
      expect(await fetchApi(path)).toEqual(failure);
    },
  );

  it.each([
    ["nothing that comes back", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["a body that breaks off", () => new Response(brokenBody())],
    ["a body that is no JSON", () => new Response("<html>")],
    ["an empty body", () => new Response("")],
  ])("takes %s for a missing response", async (_, respond) => {
    respondWith(respond);
    expect(await fetchApi(path)).toEqual(noResponse);
    expectReported("failed load");
  });

  it.each([
    ["headers", noHeaders],
    ["the body", endlessBody],
  ])("waits fifteen seconds for %s, and no longer", async (_, respond) => {
    expect(requestTimeoutMs).toBe(15_000);
    respondWith(respond);
    const settled = vi.fn();
    void fetchApi(path).then(settled);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(noResponse);
    expectReported("failed load");
  });

  it("waits for a shorter time where that is requested", async () => {
    respondWith(noHeaders);
    const settled = vi.fn();
    void fetchApi(path, { limitMs: 3_000 }).then(settled);
    await vi.advanceTimersByTimeAsync(2_999);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith(noResponse);
  });

  it.each([
    ["during the headers", noHeaders],
    ["during the body", endlessBody],
  ])("reports nothing about the response to an aborted call, %s", async (_, respond) => {
    respondWith(respond);
    const aborter = new AbortController();
    const pending = fetchApi(path, { signal: aborter.signal });
    await vi.advanceTimersByTimeAsync(1);
    aborter.abort();
    expect(await pending).toEqual(noResponse);
    expectReported("nothing");
  });

  it("sends nothing for an aborted call", async () => {
    const fetchStub = respondWith(() => Response.json({}));
    expect(await fetchApi(path, { signal: AbortSignal.abort() })).toEqual(noResponse);
    expect(fetchStub).not.toHaveBeenCalled();
    expectReported("nothing");
  });
});

const limitMs = 1000;
const never = () => new Promise<never>(() => {});

describe("withTimeout", () => {
  it("returns the result of the work, and leaves no timer", async () => {
    expect(await withTimeLimit({ limitMs }, async () => "done")).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes on the error of the work, and leaves no timer", async () => {
    const work = async () => Promise.reject(new TypeError("no network"));
    await expect(withTimeLimit({ limitMs }, work)).rejects.toThrow("no network");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits for the whole time, and no longer, also for work that ignores its signal", async () => {
    const failed = vi.fn();
    withTimeLimit({ limitMs }, never).catch(failed);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledOnce();
  });

  it("aborts the work when its time is over", async () => {
    const work = vi.fn<(limited: AbortSignal) => Promise<never>>(never);
    const pending = expect(withTimeLimit({ limitMs }, work)).rejects.toThrow("not done in 1000 ms");
    expect(work.mock.calls[0][0].aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(limitMs);
    await pending;
    expect(work.mock.calls[0][0].aborted).toBe(true);
  });

  it("aborts the work with the caller's signal, and gives its reason", async () => {
    const { signal, ...aborter } = abortable();
    const work = vi.fn<(limited: AbortSignal) => Promise<never>>(never);
    const pending = expect(withTimeLimit({ limitMs, signal }, work)).rejects.toBe("left");
    aborter.abort("left");
    await pending;
    expect(work.mock.calls[0][0].aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("begins nothing after the caller's signal is aborted", async () => {
    const work = vi.fn(never);
    const pending = withTimeLimit({ limitMs, signal: AbortSignal.abort("left") }, work);
    await expect(pending).rejects.toBe("left");
    expect(work).not.toHaveBeenCalled();
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (why: string) => controller.abort(why) };
}
