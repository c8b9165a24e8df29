import { describe, expect, it } from "vitest";
import { badAnswers, failing, stubAnswers } from "#tests/support/app/stub-answers.ts";
import { findChosen } from "./map-page-state.ts";

const answerWith = stubAnswers();

describe("findChosen", () => {
  it("sends no request without a chosen place", async () => {
    const fetchAnswer = answerWith(badAnswers.none);
    expect(await findChosen(null)).toEqual({ kind: "none" });
    expect(fetchAnswer).not.toHaveBeenCalled();
  });

  it("returns the place", async () => {
    const fetchAnswer = answerWith(() => Response.json({ id: 7 }));
    expect(await findChosen(7)).toEqual({ kind: "place", place: { id: 7 } });
    expect(fetchAnswer.mock.calls[0][0]).toBe("/api/v1/places/7");
  });

  it.each([
    ["no such place", failing("error.notfound"), "missing"],
    ["a server that can't", () => new Response("{}", { status: 503 }), "failed"],
    ["no answer", badAnswers.none, "failed"],
    ["a broken answer", badAnswers.broken, "failed"],
  ] as const)("returns %s", async (_, answer, kind) => {
    answerWith(answer);
    expect(await findChosen(7)).toEqual({ kind });
  });
});
