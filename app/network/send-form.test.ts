import { describe, expect, it, vi } from "vitest";
import {
  failedForm,
  failedResponses,
  failing,
  sentFields,
  storedForm,
  stubResponses,
} from "#tests/support/app/stub-responses.ts";
import { sendForm } from "./send-form.ts";

const respondWith = stubResponses();

describe("sendForm", () => {
  const page = "/places/7/report";

  it("sends the form as a browser does, and takes the redirect for success", async () => {
    const fetchStub = respondWith(storedForm);
    expect(await sendForm(page, { reason: "other", text: "Nincs víz & papír" })).toMatchObject({
      ok: true,
    });
    const [path, request] = fetchStub.mock.calls[0];
    expect([path, request]).toMatchObject([page, { method: "POST", redirect: "manual" }]);
    expect(sentFields(request)).toEqual({ reason: "other", text: "Nincs víz & papír" });
  });

  it.each<[string, () => Response, object]>([
    [
      "the page that names it",
      failedForm("error.toomanyrequests", { "Retry-After": "17" }),
      { status: 429, code: "error.toomanyrequests", waitSeconds: 17 },
    ],
    ["a problem document", failing("error.toolarge"), { status: 413, code: "error.toolarge" }],
    ["a page that is no answer to it", () => new Response("<html>"), { code: "error.error" }],
    ["a proxy", () => new Response("<html>", { status: 503 }), { code: "error.unavailable" }],
  ])("hands on a failure from %s", async (_, respond, failure) => {
    const fetchStub = respondWith(respond);
    expect(await sendForm(page, {})).toMatchObject({ ok: false, ...failure });
    expect(fetchStub).toHaveBeenCalledOnce();
  });

  it("is sent once more where the server is overloaded, after its time", async () => {
    const busy = { code: "error.unavailable", retry_after: 5 };
    const fetchStub = respondWith(() => Response.json(busy, { status: 503 }));
    vi.useFakeTimers();
    const pending = sendForm(page, {});
    await vi.advanceTimersByTimeAsync(4_999);
    expect(fetchStub).toHaveBeenCalledOnce();
    await vi.advanceTimersByTimeAsync(1);
    expect(await pending).toMatchObject({ ok: false, code: "error.unavailable" });
    expect(fetchStub).toHaveBeenCalledTimes(2);
    vi.useRealTimers();
  });

  it("takes a lost connection for a missing response", async () => {
    respondWith(failedResponses.none);
    expect(await sendForm(page, {})).toMatchObject({ code: "error.unreachable" });
  });
});
