import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { failing } from "#tests/support/app/stub-responses.ts";
import { type DirectionsRequest, directionsPath, fetchDirections } from "./use-walk.ts";

const request: DirectionsRequest = {
  ...{ from: [19.05, 47.5], to: [19.06, 47.51], locale: "hu", avoidsSteps: false },
};
const straight = { kind: "straight", distance: 1340, bearing: 34, steps: [] };

const load = () => fetchDirections(request, new AbortController().signal);

beforeEach(() => {
  vi.stubGlobal("window", new EventTarget());
});

afterEach(() => {
  vi.unstubAllGlobals();
});

function respondWith(body: unknown, init?: ResponseInit) {
  vi.stubGlobal("fetch", async () => Response.json(body, init));
}

describe("directionsAddress", () => {
  it("names both ends, longitude first, to eleven centimetres", () => {
    expect(directionsPath({ ...request, from: [19.05000049, 47.5] })).toBe(
      "/api/v1/geo/directions?from=19.05%2C47.5&to=19.06%2C47.51&lang=hu",
    );
  });

  it("requests a route without stairs", () => {
    expect(directionsPath({ ...request, avoidsSteps: true })).toMatch(/&avoid_steps=1$/);
  });
});

describe("fetchDirections", () => {
  it("says whether a better service did not respond", async () => {
    respondWith(straight);
    expect(await load()).toEqual({ ok: true, directions: straight, isFallback: false });
    respondWith(straight, { headers: { "X-Geo-Fallback": "1" } });
    expect(await load()).toMatchObject({ isFallback: true });
  });

  it.each([
    ["error.signin", "signin"],
    ["error.notfound", "noroute"],
    ["error.parameter", "unavailable"],
    ["error.toomanyrequests", "toomanyrequests"],
    ["error.unavailable", "unavailable"],
  ])("takes %s for %s", async (code, failure) => {
    vi.stubGlobal("fetch", async () => failing(code)());
    expect(await load()).toEqual({ ok: false, failure });
  });

  it("says that nothing came, and nothing of what was not waited for", async () => {
    vi.stubGlobal("fetch", () => Promise.reject(new TypeError("no network")));
    expect(await load()).toEqual({ ok: false, failure: "unreachable" });
    expect(await fetchDirections(request, AbortSignal.abort())).toBeNull();
  });
});
