import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { PausableTimer } from "./alert.tsx";

const timeoutMs = 5_000;

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function startTimer() {
  const onElapsed = vi.fn();
  const timer = new PausableTimer(timeoutMs, onElapsed);
  timer.resume();
  return { timer, onElapsed };
}

describe("PausableTimer", () => {
  it("calls back when its time is over, not a millisecond before", () => {
    const { onElapsed } = startTimer();
    vi.advanceTimersByTime(timeoutMs - 1);
    expect(onElapsed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onElapsed).toHaveBeenCalledTimes(1);
  });

  it("does not run while paused, and resumes with the time left", () => {
    const { timer, onElapsed } = startTimer();
    vi.advanceTimersByTime(4_000);
    timer.pause();
    vi.advanceTimersByTime(60_000);
    expect(onElapsed).not.toHaveBeenCalled();
    timer.resume();
    vi.advanceTimersByTime(999);
    expect(onElapsed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onElapsed).toHaveBeenCalledTimes(1);
  });

  it("counts a second pause or resume only once", () => {
    const { timer, onElapsed } = startTimer();
    vi.advanceTimersByTime(3_000);
    timer.resume();
    timer.pause();
    timer.pause();
    timer.resume();
    vi.advanceTimersByTime(1_999);
    expect(onElapsed).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(onElapsed).toHaveBeenCalledTimes(1);
  });
});
