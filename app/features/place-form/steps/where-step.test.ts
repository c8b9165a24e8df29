import { expect, it } from "vitest";
import { badAnswers, failing, stubAnswers } from "#tests/support/app/stub-answers.ts";
import { findAddress } from "./where-step.tsx";

const answerWith = stubAnswers();
const find = () => findAddress([19.05, 47.5], "hu", new AbortController().signal);

it("returns the address of a point", async () => {
  const fetchAnswer = answerWith(() => Response.json({ city: "Vác" }));
  expect(await find()).toEqual({ city: "Vác" });
  expect(fetchAnswer.mock.calls[0][0]).toMatch(/^\/api\/v1\/geo\/reverse\?lng=19\.05\d*&lat=47\.5/);
});

it.each([
  ["nothing near", failing("error.notfound"), "nothing"],
  ["a server that can't", () => new Response("{}", { status: 503 }), "failed"],
  ["no answer", badAnswers.none, "failed"],
  ["a broken answer", badAnswers.broken, "failed"],
])("returns %s", async (_, answer, expected) => {
  answerWith(answer);
  expect(await find()).toBe(expected);
});
