import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, importChunk } from "./import-chunk.ts";

const request = vi.fn<(path: string) => Promise<Response>>();

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  vi.stubGlobal("fetch", request);
  vi.stubGlobal("document", { querySelector: () => null });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe("importChunk", () => {
  it("imports once every file has been fetched", async () => {
    const late = Promise.withResolvers<Response>();
    request.mockResolvedValueOnce(new Response("")).mockReturnValueOnce(late.promise);
    const load = vi.fn(async () => "map");
    const module = importChunk(load, ["/assets/import-1.js", "/assets/import-2.js"]);
    await vi.runAllTimersAsync();
    expect(load).not.toHaveBeenCalled();
    late.resolve(new Response(""));
    expect(await module).toBe("map");
  });

  it("does not import a file that could not be fetched: the browser would remember the failure", async () => {
    request.mockRejectedValue(new TypeError("Failed to fetch"));
    const load = vi.fn(async () => "map");
    const failure = expect(importChunk(load, ["/assets/import-3.js"])).rejects.toThrow(
      ChunkLoadError,
    );
    await vi.runAllTimersAsync();
    await failure;
    expect(load).not.toHaveBeenCalled();
  });

  it("names an import that fails nevertheless, and why", async () => {
    request.mockResolvedValue(new Response(""));
    const cause = new TypeError("not a module");
    const failure = importChunk(() => Promise.reject(cause), ["/assets/import-4.js"]);
    await expect(failure).rejects.toThrow("/assets/import-4.js");
    await expect(failure).rejects.toThrow(ChunkLoadError);
    await expect(failure).rejects.toMatchObject({ cause });
  });
});
