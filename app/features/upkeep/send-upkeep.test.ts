import { describe, expect, it } from "vitest";
import { badAnswers, stubAnswers } from "#tests/support/stub-answers.ts";
import { sendConfirmation, sendReport } from "./send-upkeep.ts";

const answerWith = stubAnswers();
const last_confirmed = "2026-05-04T10:00:00.000Z";

describe("sendConfirmation", () => {
  it("tells when the place was confirmed", async () => {
    const fetchAnswer = answerWith(() => Response.json({ last_confirmed }, { status: 201 }));
    expect(await sendConfirmation(7)).toEqual({ ok: true, lastConfirmed: last_confirmed });
    expect(fetchAnswer.mock.calls[0]).toMatchObject([
      "/api/v1/places/7/confirmations",
      { method: "POST" },
    ]);
  });

  it.each([
    ["a place that is gone", () => new Response("{}", { status: 404 }), "notfound"],
    ["no answer", badAnswers.none, "unreachable"],
    ["a broken answer", badAnswers.broken, "unreachable"],
  ])("tells %s", async (_, answer, failure) => {
    answerWith(answer);
    expect(await sendConfirmation(7)).toEqual({ ok: false, failure });
  });
});

describe("sendReport", () => {
  const message = { kind: "report", report: { reason: "closed", text: "" } } as const;

  it("takes an answer without a body for done", async () => {
    const fetchAnswer = answerWith(() => new Response(null, { status: 201 }));
    expect(await sendReport(7, message)).toBeNull();
    expect(fetchAnswer.mock.calls[0]).toMatchObject([
      "/api/v1/places/7/reports",
      { method: "POST", body: JSON.stringify(message.report) },
    ]);
  });

  it("tells a refusal, and no answer", async () => {
    answerWith(() => new Response("{}", { status: 429 }));
    expect(await sendReport(7, message)).toBe("toomanyrequests");
    answerWith(badAnswers.none);
    expect(await sendReport(7, message)).toBe("unreachable");
  });

  it("tells that no more corrections may be sent today", async () => {
    answerWith(() => new Response("{}", { status: 429 }));
    const changes = { address: "Új utca 1." };
    const location = { longitude: 19, latitude: 47 };
    const correction = { action: "edit", reason: "", location, changes, placeName: "" } as const;
    expect(await sendReport(7, { kind: "correction", correction })).toBe("limit");
  });
});
