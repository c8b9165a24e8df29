import { afterEach, beforeEach, vi } from "vitest";
import { failureStatus } from "#domain/validation/failure-status.ts";

/** Answers that name the failures of a bad connection. */
export const failedResponses = {
  none: () => Promise.reject(new TypeError("Failed to fetch")),
  broken: () => new Response(brokenBody()),
};

/** A form to which no answer comes, as a `clientAction` gets it. */
export const lostForm = {
  request: new Request("http://mosdo.example/"),
  serverAction: failedResponses.none,
};

/** The server's answer to a call that failed: a problem document with the code. */
export function failing(code: string) {
  return () => Response.json({ code }, { status: failureStatus(code) });
}

/** The answer to a form that is stored: a redirect, of which a script sees nothing. */
export function storedForm(): Response {
  return { type: "opaqueredirect", ok: false, status: 0, headers: new Headers() } as Response;
}

/** The page of a form that failed. */
export function failedForm(code: string, headers: Record<string, string> = {}) {
  const init = { status: failureStatus(code), headers: { Failure: code, ...headers } };
  return () => new Response("<!doctype html>", init);
}

/** The fields of a form that was sent. */
export function sentFields(request: RequestInit | undefined): Record<string, string> {
  return Object.fromEntries(request?.body as URLSearchParams);
}

/**
 * Stub of the server's answers for a test file, with a browser's window around it.
 *
 * @returns a function that sets the answer to every request, and returns the stubbed fetch
 */
export function stubResponses() {
  beforeEach(() => {
    vi.stubGlobal("window", new EventTarget());
  });
  afterEach(() => {
    vi.unstubAllGlobals();
  });
  return (respond: () => Response | Promise<Response>) => {
    const fetchStub = vi.fn(async (_path: string, _request?: RequestInit) => respond());
    vi.stubGlobal("fetch", fetchStub);
    return fetchStub;
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
