import { expect, test, vi } from "vitest";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { waysAbroad } from "./ways-abroad.ts";

const home: Coordinates = [19, 47];
const abroad: Coordinates = [16, 48];
const embedded = createEmbeddedProvider();
const unsupported = { ok: false, code: "unsupported" };

function providerOf(isOutside: (position: Coordinates) => boolean) {
  const refuse = async () => {
    throw new Error("a service was called");
  };
  const found = { ok: true, value: "a way" };
  const directions = vi.fn(async () => found);
  const open = { name: "open", retrieve: refuse, suggest: refuse, search: refuse, reverse: refuse };
  const others = { category: refuse, staticImage: refuse, correct: refuse };
  const openProvider = { ...embedded, ...open, ...others, directions } as never;
  const provider = waysAbroad(openProvider, { isOutside: async (position) => isOutside(position) });
  return { provider, directions, found };
}

test.each([
  ["begins outside the extracts", abroad, home, true],
  ["ends outside the extracts", home, abroad, true],
  ["begins and ends outside", abroad, abroad, true],
  ["begins and ends inside", home, home, false],
])(
  "a route that %s is requested from the open service or not",
  async (_, from, to, isRequested) => {
    const { provider, directions, found } = providerOf((position) => position === abroad);
    const result = await provider.directions(from, to, searchOptions());
    expect(result).toEqual(isRequested ? found : unsupported);
    expect(directions).toHaveBeenCalledTimes(isRequested ? 1 : 0);
  },
);

test("no text and no address is sent to the open service, wherever it is", async () => {
  const { provider } = providerOf(() => true);
  const options = searchOptions();
  expect(await provider.suggest("Wien", options)).toEqual(unsupported);
  expect(await provider.search("Wien", options)).toEqual(unsupported);
  expect(await provider.category("toilet", options)).toEqual(unsupported);
  expect(await provider.reverse(abroad, options)).toEqual(unsupported);
});
