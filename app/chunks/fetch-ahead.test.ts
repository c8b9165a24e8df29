import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ChunkLoadError, fetchAhead } from "./import-chunk.ts";

const timeoutMs = 120_000;
const request = vi.fn<(address: string, init: RequestInit) => Promise<Response>>();
let inDocument: string[] = [];
let files = 0;

/** An address of its own for each test: loaded files stay known as long as the page. */
function newAddress(): string {
  files += 1;
  return `/assets/a-${files}.js`;
}

const answer = (status = 200) => new Response("let a;", { status });

/** A fetch without an answer until it is aborted. */
function hang(_address: string, { signal }: RequestInit): Promise<never> {
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
      inDocument.find((address) => selector.includes(`[href="${address}"]`)) ?? null,
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
  it("asks once when the first attempt works, however often the file is needed", async () => {
    const address = newAddress();
    request.mockResolvedValueOnce(answer());
    await Promise.all([fetchAhead(address), fetchAhead(address)]);
    await fetchAhead(address);
    expect(request).toHaveBeenCalledTimes(1);
    expect(request.mock.calls[0]?.[0]).toBe(address);
  });

  it("does not ask for what the document has loaded", async () => {
    const address = newAddress();
    inDocument = [address];
    await fetchAhead(address);
    expect(request).not.toHaveBeenCalled();
  });

  it.each([
    ["no answer", () => Promise.reject(new TypeError("Failed to fetch"))],
    ["an error", async () => answer(503)],
  ])("asks once more after %s", async (_, failure) => {
    request.mockImplementationOnce(failure).mockResolvedValueOnce(answer());
    const arrival = fetchAhead(newAddress());
    await vi.runAllTimersAsync();
    await arrival;
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("asks once more when the answer breaks off", async () => {
    const broken = new Response(
      new ReadableStream({ start: (stream) => stream.error(new TypeError("network error")) }),
    );
    request.mockResolvedValueOnce(broken).mockResolvedValueOnce(answer());
    const arrival = fetchAhead(newAddress());
    await vi.runAllTimersAsync();
    await arrival;
    expect(request).toHaveBeenCalledTimes(2);
  });

  it("gives up after the second failure, keeps its cause, and starts again the next time", async () => {
    const address = newAddress();
    const cause = new TypeError("Failed to fetch");
    request.mockRejectedValueOnce(new TypeError("first")).mockRejectedValueOnce(cause);
    const failure = expect(fetchAhead(address)).rejects.toMatchObject({ cause });
    await vi.runAllTimersAsync();
    await failure;
    expect(request).toHaveBeenCalledTimes(2);

    request.mockResolvedValueOnce(answer());
    await fetchAhead(address);
    expect(request).toHaveBeenCalledTimes(3);
  });

  it("waits 120 s for the file, twice", async () => {
    request.mockImplementation(hang);
    const failure = expect(fetchAhead(newAddress())).rejects.toThrow(ChunkLoadError);
    await vi.advanceTimersByTimeAsync(timeoutMs - 1);
    expect(request.mock.calls[0]?.[1].signal?.aborted).toBe(false);
    await vi.advanceTimersByTimeAsync(1);
    expect(request.mock.calls[0]?.[1].signal?.aborted).toBe(true);
    await vi.runAllTimersAsync();
    await failure;
    expect(request).toHaveBeenCalledTimes(2);
  });
});
