import { describe, expect, it } from "vitest";
import { translationRetryDelayMs } from "./translation-retry.ts";

describe("translationRetryDelayMs", () => {
  it.each([
    [0, 350],
    [1, 700],
    [2, 1400],
    [3, 2800],
    [4, 5600],
    [5, null],
  ])("after %i retries of a server failure waits %s ms", (retries, delay) => {
    expect(translationRetryDelayMs(500, retries)).toBe(delay);
  });

  it.each([
    [null, 350],
    [399, null],
    [400, null],
    [404, null],
    [499, null],
    [500, 350],
    [599, 350],
    [600, null],
  ])("for status %s first waits %s ms", (status, delay) => {
    expect(translationRetryDelayMs(status, 0)).toBe(delay);
  });
});
