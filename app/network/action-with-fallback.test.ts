import { data, UNSAFE_ErrorResponseImpl as ErrorResponse } from "react-router";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { actionWithFallback } from "./action-with-fallback.ts";

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal("window", { dispatchEvent: () => true });
});

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const overloaded = new ErrorResponse(503, "", JSON.stringify({ retry_after: 5 }));
const failed = data({ code: "error.unavailable" }, { status: 503 });

/** Sends a form to a server with these responses, as React Router does: it reads the body each time. */
function sendForm(responses: unknown[], { signal }: { signal?: AbortSignal } = {}) {
  const body = new URLSearchParams({ email: "anna@example.org" });
  const request = new Request("http://mosdo.example/login", { method: "POST", body, signal });
  const received: string[] = [];
  const serverAction = async () => {
    received.push(await request.text());
    const response = responses.shift();
    if (response instanceof ErrorResponse) throw response;
    return response;
  };
  return { received, result: actionWithFallback({ request, serverAction }, (failure) => failure) };
}

describe("a form that an overloaded server refuses", () => {
  it("is sent again by itself after the time that the server names, with the same text", async () => {
    const { received, result } = sendForm([overloaded, "done"]);
    await vi.advanceTimersByTimeAsync(4_999);
    expect(received).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(await result).toBe("done");
    expect(received).toEqual(["email=anna%40example.org", "email=anna%40example.org"]);
  });

  it("fails the second time", async () => {
    const { received, result } = sendForm([overloaded, overloaded, "done"]);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await result).toEqual(failed);
    expect(received).toHaveLength(2);
  });

  it("is not sent again once its visitor has left the page", async () => {
    const gone = new AbortController();
    const { received, result } = sendForm([overloaded, "done"], gone);
    await vi.advanceTimersByTimeAsync(1_000);
    gone.abort();
    await vi.advanceTimersByTimeAsync(60_000);
    await result;
    expect(received).toHaveLength(1);
  });
});

it.each([
  ["the database is away", new ErrorResponse(503, "", null)],
  ["a proxy", new ErrorResponse(503, "", "<h1>Bad gateway</h1>")],
  ["a problem without a time", new ErrorResponse(503, "", '{"code":"error.unavailable"}')],
])("a form fails at once where %s refuses it", async (_, response) => {
  const { received, result } = sendForm([response, "done"]);
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await result).toEqual(failed);
  expect(received).toHaveLength(1);
});
