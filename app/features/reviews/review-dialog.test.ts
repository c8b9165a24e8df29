import { describe, expect, it } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { fetchOwnReview } from "./review-dialog.tsx";

const respondWith = stubResponses();
const status = (code: number) => () => new Response(code === 204 ? null : "{}", { status: code });

describe("fetchOwnReview", () => {
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
