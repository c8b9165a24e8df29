import { describe, expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { ChosenSkeleton, findChosen } from "./chosen-notice.tsx";

const respondWith = stubResponses();

describe("findChosen", () => {
  it("sends no request without a chosen place", async () => {
    const fetchStub = respondWith(failedResponses.none);
    expect(await findChosen(null)).toEqual({ kind: "none" });
    expect(fetchStub).not.toHaveBeenCalled();
  });

  it("returns the place", async () => {
    const fetchStub = respondWith(() => Response.json({ id: 7 }));
    expect(await findChosen(7)).toEqual({ kind: "place", place: { id: 7 } });
    expect(fetchStub.mock.calls[0][0]).toBe("/api/v1/places/7");
  });

  it.each([
    ["no such place", failing("error.notfound"), "missing"],
    ["a server that can't", () => new Response("{}", { status: 503 }), "failed"],
    ["no answer", failedResponses.none, "failed"],
    ["a broken answer", failedResponses.broken, "failed"],
  ] as const)("returns %s", async (_, response, kind) => {
    respondWith(response);
    expect(await findChosen(7)).toEqual({ kind });
  });
});

it("a place that is loading has the name and the status that list or marker know", () => {
  const skeleton = <ChosenSkeleton name="Fő tér 1., Győr" status="open" />;
  expect(textOf(renderInLanguage(skeleton, "hu"))).toMatch(/Fő tér 1\., Győr Nyitva/);
});
