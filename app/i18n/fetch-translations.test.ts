import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { brokenBody } from "#tests/support/app/stub-responses.ts";
import { fetchTexts, fetchTranslations, translationRetryDelayMs } from "./fetch-translations.ts";

const fetchFile = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("fetch", fetchFile);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  fetchFile.mockReset();
});

const failure = (status: number) => new Response(null, { status });

describe("fetchTranslations", () => {
  it("requests the language's file", async () => {
    fetchFile.mockResolvedValueOnce(Response.json({ a: "b" }));
    expect(await fetchTranslations("de")).toEqual({ a: "b" });
    expect(fetchFile.mock.calls[0][0]).toBe("/locales/de/translation.json");
  });

  it("requests another path where one is given", async () => {
    fetchFile.mockResolvedValueOnce(Response.json({}));
    await fetchTexts("/locales/de/translation.json?v=1");
    expect(fetchFile.mock.calls[0][0]).toBe("/locales/de/translation.json?v=1");
  });

  it("tries again after a server failure and after a missing response", async () => {
    fetchFile
      .mockResolvedValueOnce(failure(503))
      .mockRejectedValueOnce(new TypeError("no network"))
      .mockResolvedValueOnce(Response.json({ a: "b" }));
    const result = fetchTranslations("hu");
    await vi.advanceTimersByTimeAsync(350 + 700);
    expect(await result).toEqual({ a: "b" });
  });

  it.each([
    ["breaks off", () => new Response(brokenBody())],
    ["is no JSON", () => new Response("<html>")],
  ])("tries again after a response that %s", async (_, respond) => {
    fetchFile.mockResolvedValueOnce(respond()).mockResolvedValueOnce(Response.json({ a: "b" }));
    const result = fetchTranslations("hu");
    await vi.advanceTimersByTimeAsync(349);
    expect(fetchFile).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toEqual({ a: "b" });
  });

  it.each([
    ["500", () => failure(500)],
    ["no answer", () => new Response(brokenBody())],
  ])("gives up after five retries, with %s", async (reason, respond) => {
    fetchFile.mockImplementation(async () => respond());
    const result = expect(fetchTranslations("hu")).rejects.toThrow(reason);
    await vi.runAllTimersAsync();
    await result;
    expect(fetchFile).toHaveBeenCalledTimes(6);
  });

  it("does not try again when the file does not exist", async () => {
    fetchFile.mockResolvedValueOnce(failure(404));
    await expect(fetchTranslations("hu")).rejects.toThrow("404");
    expect(fetchFile).toHaveBeenCalledTimes(1);
  });
});

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
