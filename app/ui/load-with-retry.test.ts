import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, loadWithRetry } from "./load-with-retry.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const chunkTimeoutMs = 120_000;
const never = () => new Promise<string>(() => {});

describe("loadWithRetry", () => {
  it("asks once when the first time works", async () => {
    const load = vi.fn(async () => "map");
    expect(await loadWithRetry(load)).toBe("map");
    expect(load).toHaveBeenCalledTimes(1);
  });

  it("asks again after a failure", async () => {
    const load = vi.fn<() => Promise<string>>().mockRejectedValueOnce(new Error("no network"));
    load.mockResolvedValueOnce("map");
    expect(await loadWithRetry(load)).toBe("map");
  });

  it("gives up after the second failure, keeping its cause", async () => {
    const cause = new Error("no network");
    const load = vi.fn(() => Promise.reject(cause));
    await expect(loadWithRetry(load)).rejects.toThrow(ChunkLoadError);
    await expect(loadWithRetry(load)).rejects.toMatchObject({ cause });
    expect(load).toHaveBeenCalledTimes(4);
  });

  it("waits 120 s, then asks again", async () => {
    const load = vi.fn(never);
    void loadWithRetry(load).catch(() => {});
    await vi.advanceTimersByTimeAsync(chunkTimeoutMs - 1);
    expect(load).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(load).toHaveBeenCalledTimes(2);
  });

  it("gives up when the second time takes 120 s too", async () => {
    const result = expect(loadWithRetry(never)).rejects.toThrow(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(2 * chunkTimeoutMs);
    await result;
  });
});
