import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { requestTimeoutMs } from "./fetch-api.ts";
import { loadOrKeep } from "./load-or-keep.ts";

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
      await loadOrKeep(
        loading(async () => "new"),
        "old",
      ),
    ).toBe("new");
    expect(dispatchEvent).not.toHaveBeenCalled();
  });

  it("keeps the present data where no answer comes, and reports that", async () => {
    expect(await loadOrKeep(loading(lost), "old")).toBe("old");
    expect(dispatchEvent).toHaveBeenCalledOnce();
  });

  it("keeps the present data where the server takes longer than the time limit", async () => {
    const kept = loadOrKeep(
      loading(() => new Promise(() => {})),
      "old",
    );
    const settled = vi.fn();
    kept.then(settled);
    await vi.advanceTimersByTimeAsync(requestTimeoutMs - 1);
    expect(settled).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(settled).toHaveBeenCalledExactlyOnceWith("old");
  });

  it("fails without present data", async () => {
    await expect(loadOrKeep(loading(lost), null)).rejects.toThrow("Failed to fetch");
  });

  it("follows the server's redirect", async () => {
    const redirect = new Response(null, { status: 302, headers: { Location: "/login" } });
    await expect(
      loadOrKeep(
        loading(() => Promise.reject(redirect)),
        "old",
      ),
    ).rejects.toBe(redirect);
    expect(dispatchEvent).not.toHaveBeenCalled();
  });

  it("keeps nothing for a visitor who has left", async () => {
    const gone = abort();
    const kept = loadOrKeep(
      loading(() => new Promise(() => {}), gone),
      "old",
    );
    gone.abort(new Error("gone on"));
    await expect(kept).rejects.toThrow("gone on");
    expect(dispatchEvent).not.toHaveBeenCalled();
  });
});
