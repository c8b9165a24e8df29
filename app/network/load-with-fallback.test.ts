import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestTimeoutMs } from "./fetch-api.ts";
import { loadWithFallback } from "./load-with-fallback.ts";

const dispatchEvent = vi.fn();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { dispatchEvent });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  dispatchEvent.mockReset();
});

const abort = () => new AbortController();
const loading = (serverLoader: () => Promise<string>, { signal } = abort()) => ({
  request: new Request("http://mosdo.example/places", { signal }),
  serverLoader,
});
const lost = () => Promise.reject(new TypeError("Failed to fetch"));

describe("loadOrKeep", () => {
  it("gives the server's data", async () => {
    expect(
      await loadWithFallback(
        loading(async () => "new"),
        "old",
      ),
    ).toBe("new");
    expect(dispatchEvent).not.toHaveBeenCalled();
  });

  it("keeps the present data where no response comes, and reports that", async () => {
    expect(await loadWithFallback(loading(lost), "old")).toBe("old");
    expect(dispatchEvent).toHaveBeenCalledOnce();
  });

  it("keeps the present data where the server takes longer than the time limit", async () => {
    const fallback = loadWithFallback(
      loading(() => new Promise(() => {})),
      "old",
    );
    const settled = vi.fn();
    fallback.then(settled);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith("old");
  });

  it("fails without present data", async () => {
    await expect(loadWithFallback(loading(lost), null)).rejects.toThrow("Failed to fetch");
  });

  it("follows the server's redirect", async () => {
    const redirect = new Response(null, { status: 302, headers: { Location: "/login" } });
    await expect(
      loadWithFallback(
        loading(() => Promise.reject(redirect)),
        "old",
      ),
    ).rejects.toBe(redirect);
    expect(dispatchEvent).not.toHaveBeenCalled();
  });

  it("keeps nothing for a visitor who has left", async () => {
    const gone = abort();
    const fallback = loadWithFallback(
      loading(() => new Promise(() => {}), gone),
      "old",
    );
    gone.abort(new Error("gone on"));
    await expect(fallback).rejects.toThrow("gone on");
    expect(dispatchEvent).not.toHaveBeenCalled();
  });
});
