import { describe, expect, it } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { findChosen } from "./map-page-data.ts";

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
