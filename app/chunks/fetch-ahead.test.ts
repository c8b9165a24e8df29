import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, fetchAhead } from "./import-chunk.ts";

const timeoutMs = 120_000;
const request = vi.fn<(path: string, init: RequestInit) => Promise<Response>>();
let inDocument: string[] = [];
let files = 0;

/** An address of its own for each test: loaded files stay known as long as the page. */
function newPath(): string {
  files += 1;
  return `/assets/a-${files}.js`;
}

const response = (status = 200) => new Response("let a;", { status });

/** A fetch without an answer until it is aborted. */
function hang(_path: string, { signal }: RequestInit): Promise<never> {
  return new Promise((_, reject) => {
    signal?.addEventListener("abort", () => reject(signal.reason));
  });
}

beforeEach(() => {
  vi.useFakeTimers();
  request.mockReset();
  inDocument = [];
  vi.stubGlobal("fetch", request);
  vi.stubGlobal("document", {
    querySelector: (selector: string) =>
      inDocument.find((path) => selector.includes(`[href="${path}"]`)) ?? null,
  });
  vi.spyOn(AbortSignal, "timeout").mockImplementation((milliseconds) => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new Error("took too long")), milliseconds);
    return limit.signal;
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe("fetchAhead", () => {
  it("requests once when the first attempt works, however often the file is needed", async () => {
    const path = newPath();
    request.mockResolvedValueOnce(response());
    await Promise.all([fetchAhead(path), fetchAhead(path)]);
    await fetchAhead(path);
    expect(request).toHaveBeenCalledTimes(1);
    expect(request.mock.calls[0]?.[0]).toBe(path);
  });

  it("does not request what the document has loaded", async () => {
    const path = newPath();
    inDocument = [path];
    await fetchAhead(path);
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["an error", async () => response(503)],
  ])("requests once more after %s", async (_, failure) => {
    request.mockImplementationOnce(failure).mockResolvedValueOnce(response());
    const arrival = fetchAhead(newPath());
    await vi.runAllTimersAsync();
    await arrival;
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("requests once more when the response breaks off", async () => {
    const broken = new Response(
      new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) }),
    );
    request.mockResolvedValueOnce(broken).mockResolvedValueOnce(response());
    const arrival = fetchAhead(newPath());
    await vi.runAllTimersAsync();
    await arrival;
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("gives up after the second failure, keeps its cause, and starts again the next time", async () => {
    const path = newPath();
    const cause = new TypeError("Failed to fetch");
    request.mockRejectedValueOnce(new TypeError("first")).mockRejectedValueOnce(cause);
    const failure = expect(fetchAhead(path)).rejects.toMatchObject({ cause });
    await vi.runAllTimersAsync();
    await failure;
    expect(request).toHaveBeenCalledTimes(2);

    request.mockResolvedValueOnce(response());
    await fetchAhead(path);
    expect(request).toHaveBeenCalledTimes(3);
  });

  it("waits 120 s for the file, twice", async () => {
    request.mockImplementation(hang);
    const failure = expect(fetchAhead(newPath())).rejects.toThrow(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(request.mock.calls[0]?.[1].signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(request.mock.calls[0]?.[1].signal?.aborted).toBe(true);
    await vi.runAllTimersAsync();
    await failure;
    expect(request).toHaveBeenCalledTimes(2);
  });
});
