import { describe, expect, it } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { fetchOwnReview, removeReview, saveReview } from "./write-review.ts";

const respondWith = stubResponses();
const status = (code: number) => () => new Response(code === 204 ? null : "{}", { status: code });

describe("saveReview", () => {
  it("sends the review as JSON to the path of the visitor's own review", async () => {
    const fetchStub = respondWith(status(201));
    expect(await saveReview(7, { rating: 4, text: "Tiszta." })).toBeNull();
    expect(fetchStub.mock.calls[0]).toMatchObject([
      "/api/v1/places/7/reviews/me",
      { method: "PUT", body: '{"rating":4,"text":"Tiszta."}' },
    ]);
  });

  it.each([
    ["a refusal", failing("error.signin"), "signin"],
    ["no answer", failedResponses.none, "unreachable"],
    ["a database that is away", failing("error.unavailable"), "unavailable"],
    ["an answer that breaks off when all is done", failedResponses.broken, null],
  ])("returns %s", async (_, response, failure) => {
    respondWith(response);
    expect(await saveReview(7, { rating: 4, text: "" })).toBe(failure);
  });
});

describe("removeReview", () => {
  it("removes another's with the reason", async () => {
    const fetchStub = respondWith(status(204));
    expect(await removeReview(7, { reviewId: 9, reason: "Reklám" })).toBeNull();
    expect(fetchStub.mock.calls[0]).toMatchObject([
      "/api/v1/moderation/reviews/9",
      { method: "POST", body: JSON.stringify({ decision: "remove", reason: "Reklám" }) },
    ]);
  });

  it.each([
    ["a review that is gone already", failing("error.notfound"), null],
    ["a refusal", failing("error.forbidden"), "forbidden"],
    ["no answer", failedResponses.none, "unreachable"],
  ])("returns %s", async (_, response, failure) => {
    respondWith(response);
    expect(await removeReview(7, "me")).toBe(failure);
  });
});

describe("findOwnReview", () => {
  it.each([
    ["a review", () => Response.json({ rating: 4 }), { review: { rating: 4 } }],
    ["none yet", status(204), { review: null }],
    ["a refusal", failing("error.signin"), { failure: "signin" }],
    ["a database that is away", failing("error.unavailable"), { failure: "unavailable" }],
    ["a doubtful one without an answer", failedResponses.none, { review: null, isDoubtful: true }],
    [
      "a doubtful one with a broken answer",
      failedResponses.broken,
      { review: null, isDoubtful: true },
    ],
  ])("returns %s", async (_, response, found) => {
    respondWith(response);
    expect(await fetchOwnReview(7)).toEqual(found);
  });
});
