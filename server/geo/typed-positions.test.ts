import { expect, it } from "vitest";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { createFallbackChain } from "./fallback-chain.ts";
import { takeTypedPositions } from "./typed-positions.ts";

const geo = takeTypedPositions(createFallbackChain([createEmbeddedProvider()]));
const options = searchOptions("hu");
const point = { longitude: 19.0402, latitude: 47.4979 };

it("suggests a typed position alone, with its address, and retrieves the very point", async () => {
  for (const text of ["47.4979, 19.0402", "geo:47.4979,19.0402"]) {
    const response = await geo.suggest(text, options);
    expect(response).toEqual({
      ...{ ok: true, provider: "embedded", isFallback: false },
      value: [
        {
          id: "position.19.0402,47.4979",
          name: "47.4979, 19.0402",
          detail: "Budapest, Magyarország",
          precision: "address",
        },
      ],
    });
  }
  const exact = { ...point, place: "Budapest", country: "HU", confidence: "exact" };
  expect(await geo.retrieve("position.19.0402,47.4979", options)).toMatchObject({
    ok: true,
    value: { ...exact, precision: "address" },
  });
  expect(await geo.search("47.4979 19.0402", options)).toMatchObject({ ok: true, value: [exact] });
});

it("finds a position with an unknown address, and none outside the scope", async () => {
  const [sea] = [await geo.suggest("0.5, -30.25", options)];
  expect(sea).toMatchObject({ ok: true, value: [{ name: "0.5, -30.25", detail: "" }] });
  const here = { ...options, bbox: { west: 16, south: 45, east: 23, north: 49 } };
  expect(await geo.suggest("0.5, -30.25", here)).toMatchObject({ ok: true, value: [] });
  const abroad = { ...options, countries: ["AT"] };
  expect(await geo.search("47.4979, 19.0402", abroad)).toMatchObject({ ok: true, value: [] });
});

it("forwards every other text and id to the providers", async () => {
  expect(await geo.suggest("Szeged", options)).toMatchObject({ value: [{ name: "Szeged" }] });
  expect(await geo.search("Szeged", options)).toMatchObject({ value: [{ place: "Szeged" }] });
  for (const id of ["position.", "position.1", "position.181,0", "x"]) {
    expect(await geo.retrieve(id, options)).toMatchObject({ ok: false, code: "notfound" });
  }
});
