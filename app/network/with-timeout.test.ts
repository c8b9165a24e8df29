import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { withTimeout } from "./with-timeout.ts";

const limitMs = 1000;
const never = () => new Promise<never>(() => {});

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

describe("withTimeout", () => {
  it("returns the result of the work, and leaves no timer", async () => {
    expect(await withTimeout({ limitMs }, async () => "done")).toBe("done");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("passes on the error of the work, and leaves no timer", async () => {
    const work = async () => Promise.reject(new TypeError("no network"));
    await expect(withTimeout({ limitMs }, work)).rejects.toThrow("no network");
    expect(vi.getTimerCount()).toBe(0);
  });

  it("waits for the whole time, and no longer, also for work that ignores its signal", async () => {
    const failed = vi.fn();
    withTimeout({ limitMs }, never).catch(failed);
    await vi.advanceTimersByTimeAsync(limitMs - 1);
    expect(failed).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(failed).toHaveBeenCalledOnce();
  });

  it("aborts the work when its time is over", async () => {
    const work = vi.fn<(limited: AbortSignal) => Promise<never>>(never);
    const waiting = expect(withTimeout({ limitMs }, work)).rejects.toThrow("not done in 1000 ms");
    expect(work.mock.calls[0][0].aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(limitMs);
    await waiting;
    expect(work.mock.calls[0][0].aborted).toBe(true);
  });

  it("aborts the work with the caller's signal, and gives its reason", async () => {
    const { signal, ...asker } = abortable();
    const work = vi.fn<(limited: AbortSignal) => Promise<never>>(never);
    const waiting = expect(withTimeout({ limitMs, signal }, work)).rejects.toBe("left");
    asker.abort("left");
    await waiting;
    expect(work.mock.calls[0][0].aborted).toBe(true);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("begins nothing after the caller's signal is aborted", async () => {
    const work = vi.fn(never);
    const waiting = withTimeout({ limitMs, signal: AbortSignal.abort("left") }, work);
    await expect(waiting).rejects.toBe("left");
    expect(work).not.toHaveBeenCalled();
  });
});

function abortable() {
  const controller = new AbortController();
  return { signal: controller.signal, abort: (why: string) => controller.abort(why) };
}
