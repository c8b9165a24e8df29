import { expect, test, vi } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { waysAbroad } from "./ways-abroad.ts";

const home: Coordinates = [19, 47];
const abroad: Coordinates = [16, 48];
const unsupported = { ok: false, code: "unsupported" };

function levelOf(isOutside: (position: Coordinates) => boolean) {
  const refuse = async () => {
    throw new Error("a service was asked");
  };
  const found = { ok: true, value: "a way" };
  const directions = vi.fn(async () => found);
  const open = { name: "open", retrieve: refuse, suggest: refuse, search: refuse, reverse: refuse };
  const others = { category: refuse, staticImage: refuse, correct: refuse };
  const provider = { ...createEmbeddedProvider(), ...open, ...others, directions } as never;
  const level = waysAbroad(provider, { isOutside: async (position) => isOutside(position) });
  return { level, directions, found };
}

test.each([
  ["begins outside the extracts", abroad, home, true],
  ["ends outside the extracts", home, abroad, true],
  ["begins and ends outside", abroad, abroad, true],
  ["begins and ends inside", home, home, false],
])("a way that %s is asked of the open service or not", async (_, from, to, isAsked) => {
  const { level, directions, found } = levelOf((position) => position === abroad);
  const answer = await level.directions(from, to, searchOptions());
  expect(answer).toEqual(isAsked ? found : unsupported);
  expect(directions).toHaveBeenCalledTimes(isAsked ? 1 : 0);
});

test("no text and no address is asked of the open service, wherever it is", async () => {
  const { level } = levelOf(() => true);
  const options = searchOptions();
  expect(await level.suggest("Wien", options)).toEqual(unsupported);
  expect(await level.search("Wien", options)).toEqual(unsupported);
  expect(await level.category("toilet", options)).toEqual(unsupported);
  expect(await level.reverse(abroad, options)).toEqual(unsupported);
});
