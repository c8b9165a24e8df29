import { describe, expect, it } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { sendConfirmation, sendReport } from "./feedback-api.ts";

const respondWith = stubResponses();
const last_confirmed = "2026-05-04T10:00:00.000Z";

describe("sendConfirmation", () => {
  it("returns when the place was confirmed", async () => {
    const fetchStub = respondWith(() => Response.json({ last_confirmed }, { status: 201 }));
    expect(await sendConfirmation(7)).toEqual({ ok: true, lastConfirmed: last_confirmed });
    expect(fetchStub.mock.calls[0]).toMatchObject([
      "/api/v1/places/7/confirmations",
      { method: "POST" },
    ]);
  });

  it.each([
    ["a place that is gone", failing("error.notfound"), "notfound"],
    ["no answer", failedResponses.none, "unreachable"],
    ["a broken answer", failedResponses.broken, "unreachable"],
  ])("returns %s", async (_, response, failure) => {
    respondWith(response);
    expect(await sendConfirmation(7)).toEqual({ ok: false, failure });
  });
});

describe("sendReport", () => {
  const message = { kind: "report", report: { reason: "closed", text: "" } } as const;

  it("takes a response without a body as success", async () => {
    const fetchStub = respondWith(() => new Response(null, { status: 201 }));
    expect(await sendReport(7, message)).toBeNull();
    expect(fetchStub.mock.calls[0]).toMatchObject([
      "/api/v1/places/7/reports",
      { method: "POST", body: JSON.stringify(message.report) },
    ]);
  });

  it("tells a refusal, an unavailable database, and a missing response apart", async () => {
    respondWith(failing("error.toomanyrequests"));
    expect(await sendReport(7, message)).toEqual({ failure: "toomanyrequests" });
    respondWith(failing("error.unavailable"));
    expect(await sendReport(7, message)).toEqual({ failure: "unavailable" });
    respondWith(failedResponses.none);
    expect(await sendReport(7, message)).toEqual({ failure: "unreachable" });
  });

  describe("of a correction", () => {
    const changes = { address: "Új utca 1." };
    const location = { longitude: 19, latitude: 47 };
    const correction = { action: "edit", reason: "", location, changes, placeName: "" } as const;
    const refusedWith = (code: string, headers?: HeadersInit) => {
      respondWith(() => Response.json({ status: 429, code }, { status: 429, headers }));
      return sendReport(7, { kind: "correction", correction });
    };

    it("reports that the day's limit is reached", async () => {
      expect(await refusedWith("error.limit")).toEqual({ failure: "limit" });
    });

    it("tells the limit of a minute from that of a day, and returns how long to wait", async () => {
      const refused = await refusedWith("error.toomanyrequests", { "Retry-After": "17" });
      expect(refused).toEqual({ failure: "toomanyrequests", waitSeconds: 17 });
    });

    it("takes a 429 without a code, such as a proxy's, for the limit of a minute", async () => {
      respondWith(() => new Response("<html>", { status: 429 }));
      const refused = await sendReport(7, { kind: "correction", correction });
      expect(refused).toEqual({ failure: "toomanyrequests" });
    });
  });
});
