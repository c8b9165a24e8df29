import { expect, it } from "vitest";
import { failedResponses, failing, stubResponses } from "#tests/support/app/stub-responses.ts";
import { findAddress } from "./find-address.ts";

const respondWith = stubResponses();
const find = () => findAddress([19.05, 47.5], "hu", new AbortController().signal);

it("returns the address of a point", async () => {
  const fetchStub = respondWith(() => Response.json({ city: "Vác" }));
  expect(await find()).toEqual({ city: "Vác" });
  expect(fetchStub.mock.calls[0][0]).toMatch(/^\/api\/v1\/geo\/reverse\?lng=19\.05\d*&lat=47\.5/);
});

it.each([
  ["nothing near", failing("error.notfound"), "nothing"],
  ["a server that can't", () => new Response("{}", { status: 503 }), "failed"],
  ["no answer", failedResponses.none, "failed"],
  ["a broken answer", failedResponses.broken, "failed"],
])("returns %s", async (_, response, expected) => {
  respondWith(response);
  expect(await find()).toBe(expected);
});
