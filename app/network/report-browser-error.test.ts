import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { isNetworkError } from "./offline-detection.ts";

const sent = vi.fn<(path: string, body: Blob) => boolean>();
let isOff = false;
/** The function of a page that has just been loaded. */
let reportBrowserError: typeof import("./report-browser-error.ts").reportBrowserError;

beforeEach(async () => {
  vi.resetModules();
  sent.mockReset();
  isOff = false;
  vi.stubGlobal("navigator", { sendBeacon: sent });
  vi.stubGlobal("location", { origin: "https://mosdo.example", pathname: "/places/7/edit" });
  vi.stubGlobal("document", { querySelector: () => (isOff ? {} : null) });
  ({ reportBrowserError } = await import("./report-browser-error.ts"));
});
afterEach(() => vi.unstubAllGlobals());

/** Error of our own script. */
function errorOf(message: string, { name = "TypeError", column = 5 } = {}): Error {
  const stack = `${name}: ${message}\n    at e (https://mosdo.example/assets/map-x.js:1:${column})`;
  return Object.assign(new Error(message), { name, stack });
}

const thrown = (error: unknown) => reportBrowserError({ error } as ErrorEvent, isNetworkError);
const rejected = (reason: unknown) =>
  reportBrowserError({ reason } as PromiseRejectionEvent, isNetworkError);

const bodies = () =>
  Promise.all(sent.mock.calls.map(async ([, body]) => JSON.parse(await body.text())));

describe("tellError", () => {
  it("reports name, message and places in our scripts, and the path of the page", async () => {
    thrown(errorOf("anna@example.org at 47.4979,19.0402"));
    expect(sent.mock.calls[0][0]).toBe("/api/v1/browser-errors");
    expect(sent.mock.calls[0][1].type).toBe("application/json");
    expect(await bodies()).toEqual([
      {
        name: "TypeError",
        message: "… at …,…",
        frames: ["/assets/map-x.js:1:5"],
        path: "/places/7/edit",
      },
    ]);
  });

  it("reports the same error once, and three at most", async () => {
    for (const message of ["one", "one", "two", "one", "three", "four"]) {
      thrown(errorOf(message));
    }
    expect((await bodies()).map(({ message }) => message)).toEqual(["one", "two", "three"]);
  });

  it("reports a promise that nothing has caught", async () => {
    rejected(errorOf("one"));
    expect((await bodies())[0].message).toBe("one");
  });

  it("reports an invalid name as an error", async () => {
    thrown(errorOf("a", { name: "anna@example.org" }));
    expect((await bodies())[0].name).toBe("Error");
  });

  it.each<[string, unknown]>([
    ["a script that could not be loaded", errorOf("a", { name: "ChunkLoadError" })],
    ["a request that was given up", errorOf("a", { name: "AbortError" })],
    [
      "a connection that is lost",
      Object.assign(new TypeError("Failed to fetch"), { stack: errorOf("").stack }),
    ],
    ["an answer of the server", { status: 500, data: "at https://mosdo.example/assets/a.js:1:1" }],
    ["a text", "anna"],
    ["nothing", undefined],
    [
      "an error of the server, which has no stack here",
      Object.assign(new Error("a"), { stack: undefined }),
    ],
    ["an extension", Object.assign(new Error("a"), { stack: "at chrome-extension://x/a.js:1:1" })],
  ])("does not report %s", (_, error) => {
    thrown(error);
    expect(sent).not.toHaveBeenCalled();
  });

  it("reports nothing where the operator does not want it", () => {
    isOff = true;
    thrown(errorOf("a"));
    expect(sent).not.toHaveBeenCalled();
  });
});
