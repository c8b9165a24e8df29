import { afterEach, beforeEach, vi } from "vitest";
import { failureStatus } from "#domain/reading/failure-status.ts";

/** Answers by which a test names what a bad connection does. */
export const badAnswers = {
  none: () => Promise.reject(new TypeError("Failed to fetch")),
  broken: () => new Response(brokenBody()),
};

/** The server's answer to a call that failed: a problem document with the code. */
export function failing(code: string) {
  return () => Response.json({ code }, { status: failureStatus(code) });
}

/**
 * Lets a test file say what our server answers; in every other respect there is a browser's window.
 *
 * @returns a function that has every question answered so, and hands back the fetch that is asked
 */
export function stubAnswers() {
  beforeEach(() => {
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return (answer: () => Response | Promise<Response>) => {
    const fetchAnswer = vi.fn(async (_address: string, _request?: RequestInit) => answer());
    vi.stubGlobal("fetch", fetchAnswer);
    return fetchAnswer;
  };
}

/** A body whose connection breaks in the middle. */
export function brokenBody(): ReadableStream<Uint8Array> {
  let hasBegun = false;
  return new ReadableStream({
    pull(controller) {
      // An error would drop what was not read yet: it comes once the beginning has been.
      if (hasBegun) return controller.error(new TypeError("network error"));
      hasBegun = true;
      controller.enqueue(new TextEncoder().encode('{"a":'));
    },
  });
}
