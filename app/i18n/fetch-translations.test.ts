import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { fetchTranslations } from "./fetch-translations.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

const failure = (status: number) => new Response(null, { status });

describe("fetchTranslations", () => {
  it("asks for the language's file", async () => {
    const fetchFile = vi.fn(async () => Response.json({ a: "b" }));
    expect(await fetchTranslations("de", fetchFile)).toEqual({ a: "b" });
    expect(fetchFile).toHaveBeenCalledWith("/locales/de/translation.json");
  });

  it("tries again after a server failure and after no answer", async () => {
    const fetchFile = vi
      .fn<typeof fetch>()
      .mockResolvedValueOnce(failure(503))
      .mockRejectedValueOnce(new TypeError("no network"))
      .mockResolvedValueOnce(Response.json({ a: "b" }));
    const result = fetchTranslations("hu", fetchFile);
    await vi.advanceTimersByTimeAsync(350 + 700);
    expect(await result).toEqual({ a: "b" });
  });

  it("gives up after five retries", async () => {
    const fetchFile = vi.fn(async () => failure(500));
    const result = expect(fetchTranslations("hu", fetchFile)).rejects.toThrow("500");
    await vi.runAllTimersAsync();
    await result;
    expect(fetchFile).toHaveBeenCalledTimes(6);
  });

  it("does not try again when the file is not there", async () => {
    const fetchFile = vi.fn(async () => failure(404));
    await expect(fetchTranslations("hu", fetchFile)).rejects.toThrow("404");
    expect(fetchFile).toHaveBeenCalledTimes(1);
  });
});
