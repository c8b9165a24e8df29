import { describe, expect, it } from "vitest";
import { badAnswers, stubAnswers } from "#tests/support/stub-answers.ts";
import { findSplitZoom } from "./find-split-zoom.ts";

const answerWith = stubAnswers();
const find = () => findSplitZoom([19.05, 47.5], 7, "?free=1");

describe("findSplitZoom", () => {
  it("asks which of the cluster's places pass the filters, and goes to where they part", async () => {
    const places = [{ coordinates: [19, 47] }, { coordinates: [21, 48] }];
    const fetchAnswer = answerWith(() => Response.json({ places }));
    expect(await find()).toBe(8);
    const { searchParams } = new URL(fetchAnswer.mock.calls[0][0], "http://localhost");
    expect([...searchParams.keys()]).toEqual(["free", "bbox", "per_page"]);
  });

  it.each([
    ["a server that can't", () => new Response("{}", { status: 503 })],
    ["no answer", badAnswers.none],
    ["a broken answer", badAnswers.broken],
  ])("goes on two steps blindly after %s", async (_, answer) => {
    answerWith(answer);
    expect(await find()).toBe(9);
  });
});
