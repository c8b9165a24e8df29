import { describe, expect, it } from "vitest";
import { isNetworkError } from "./offline-detection.ts";

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
