import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ContactMonitor, isNetworkError, offlineAfterMs } from "./offline-detection.ts";

const undecodable = (cause: unknown) => new Error("Unable to decode the response", { cause });

describe("isNetworkError", () => {
  it.each([
    ["no answer, in Chromium", new TypeError("Failed to fetch")],
    ["no answer, in Firefox", new TypeError("NetworkError when attempting to fetch resource.")],
    ["no answer, in Safari", new TypeError("Load failed")],
    ["a broken answer, in Chromium", undecodable(new TypeError("network error"))],
    ["a broken answer, in Firefox", undecodable(new TypeError("Error in input stream"))],
    ["a broken answer, in Safari", undecodable(new TypeError("The network connection was lost."))],
  ])("knows %s", (_, error) => {
    expect(isNetworkError(error)).toBe(true);
  });

  it.each([
    ["an answer that makes no sense", undecodable(new SyntaxError("Unexpected token"))],
    ["a wrong type in our code", new TypeError("x is undefined")],
    ["a fault of ours that names the network", new Error("network")],
    ["nothing", null],
  ])("does not take %s for a network error", (_, error) => {
    expect(isNetworkError(error)).toBe(false);
  });
});

const start = Date.parse("2026-05-04T10:00:00Z");

function monitorWith(isThere: () => boolean) {
  const onChange = vi.fn();
  const ping = vi.fn(async () => isThere());
  const monitor = new ContactMonitor({ ping, now: Date.now, onChange });
  return { monitor, ping, onChange };
}

describe("ContactMonitor", () => {
  beforeEach(() => {
    vi.useFakeTimers({ now: start });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it("sends no request while nothing has failed", () => {
    const { ping } = monitorWith(() => false);
    vi.advanceTimersByTime(60_000);
    expect(ping).not.toHaveBeenCalled();
  });

  it("reports after ten seconds without contact, not before, since when", async () => {
    const { monitor, onChange } = monitorWith(() => false);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(offlineAfterMs - 1);
    expect(onChange).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(start);
  });

  it("reports nothing when the server responds to the first request", async () => {
    const { monitor, ping, onChange } = monitorWith(() => true);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(ping).toHaveBeenCalledTimes(1);
    expect(onChange).not.toHaveBeenCalled();
  });

  it("counts from the first failure when more follow", async () => {
    const { monitor, onChange } = monitorWith(() => false);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(6_000);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(4_000);
    expect(onChange).toHaveBeenCalledExactlyOnceWith(start);
  });

  it("keeps asking, and reports when contact is back", async () => {
    let isThere = false;
    const { monitor, onChange } = monitorWith(() => isThere);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(12_000);
    isThere = true;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(onChange.mock.calls).toEqual([[start], [null]]);
  });

  it("reports again when contact is lost a second time", async () => {
    const { monitor, onChange } = monitorWith(() => false);
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(offlineAfterMs);
    monitor.confirm();
    monitor.doubt();
    await vi.advanceTimersByTimeAsync(offlineAfterMs);
    expect(onChange.mock.calls).toEqual([[start], [null], [start + offlineAfterMs]]);
  });
});
