import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { offlineAfterMs } from "#app/network/offline-detection.ts";
import { ContactMonitor } from "./offline-notice.tsx";

const start = Date.parse("2026-05-04T10:00:00Z");

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

function monitorWith(isThere: () => boolean) {
  const onChange = vi.fn();
  const ping = vi.fn(async () => isThere());
  const monitor = new ContactMonitor({ ping, now: Date.now, onChange });
  return { monitor, ping, onChange };
}

describe("ContactMonitor", () => {
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

  it("reports nothing when the server answers the first request", async () => {
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
