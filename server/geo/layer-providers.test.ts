import { describe, expect, test } from "vitest";
import type { GeoProviderName } from "#domain/address-search/geo-address.ts";
import { straightLine } from "#server/geo/embedded/embedded-provider.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import type { GeoProvider, GeoResult } from "./geo.ts";
import { layerProviders } from "./layer-providers.ts";

const unsupported = { ok: false, code: "unsupported" } as const;
const unavailable = { ok: false, code: "unavailable" } as const;
const notFound = { ok: false, code: "notfound" } as const;
const found = <Value>(value: Value): GeoResult<Value> => ({ ok: true, value });

/** Provider with the given calls; every other call is 'unsupported'. */
function provider(name: GeoProviderName, calls: Partial<Omit<GeoProvider, "name">>): GeoProvider {
  const none = async () => unsupported;
  return {
    name,
    suggest: none,
    retrieve: none,
    search: none,
    category: none,
    reverse: none,
    directions: none,
    staticImage: none,
    correct: none,
    ...calls,
  };
}

const options = searchOptions();
const suggestion = {
  id: "embedded.s1",
  name: "Szeged",
  detail: "",
  precision: "settlement",
} as const;
const address = {
  address_line1: "",
  address_line2: "",
  place: "Szeged",
  county: "",
  postcode: "",
  country: "HU",
  latitude: 46.25,
  longitude: 20.15,
  confidence: "low",
  precision: "settlement",
} as const;
const route = straightLine([19, 47], [19, 48]);
const embedded = provider("embedded", {
  suggest: async () => found([suggestion]),
  retrieve: async () => found(address),
  reverse: async () => found(address),
  directions: async () => found(route),
});

test("contains the number of known towns where no provider knows more", async () => {
  const towns = { ...embedded, knownTowns: 848 };
  const alone = await layerProviders([towns]).suggest("szeged", options);
  expect(alone).toMatchObject({ provider: "embedded", knownTowns: 848 });
  const below = layerProviders([provider("open", { suggest: async () => found([]) }), towns]);
  const response = await below.suggest("szeged", options);
  expect(response.provider).toBe("embedded");
  expect(response.knownTowns).toBeUndefined();
  const retrieved = await below.retrieve("embedded.s1", options);
  expect(retrieved).toMatchObject({ ok: true, provider: "embedded" });
  expect(retrieved.knownTowns).toBeUndefined();
});

describe("with a better provider that", () => {
  test("has a result, that is the result", async () => {
    const open = provider("open", {
      suggest: async () => found([{ ...suggestion, id: "open.1" }]),
    });
    expect(await layerProviders([open, embedded]).suggest("szeged", options)).toMatchObject({
      value: [{ id: "open.1" }],
      provider: "open",
      isFallback: false,
    });
  });

  test("is unavailable, the next one is its fallback, and the response is marked so", async () => {
    const open = provider("open", { suggest: async () => unavailable });
    expect(await layerProviders([open, embedded]).suggest("szeged", options)).toEqual({
      ...found([suggestion]),
      provider: "embedded",
      isFallback: true,
    });
  });

  test("is unavailable, the response is marked so however many providers follow", async () => {
    const local = provider("local", { suggest: async () => found([]) });
    const open = provider("open", { suggest: async () => unavailable });
    const expected = { provider: "embedded", isFallback: true };
    expect(await layerProviders([local, open, embedded]).suggest("szeged", options)).toMatchObject(
      expected,
    );
    expect(await layerProviders([open, local, embedded]).suggest("szeged", options)).toMatchObject(
      expected,
    );
  });

  test("has no such call, the next one is not a fallback", async () => {
    const open = provider("open", {});
    expect(await layerProviders([open, embedded]).directions([19, 47], [19, 48], options)).toEqual({
      ...found(route),
      provider: "embedded",
      isFallback: false,
    });
  });

  test("finds nothing for a text or a point, the next one is used", async () => {
    const local = provider("local", {
      suggest: async () => found([]),
      reverse: async () => notFound,
    });
    const geo = layerProviders([local, embedded]);
    const expected = { provider: "embedded", isFallback: false };
    expect(await geo.suggest("szeged", options)).toMatchObject({ ...expected, ok: true });
    expect(await geo.reverse([20, 46], options)).toMatchObject({ ...expected, ok: true });
  });

  test("finds that no route exists, that is the result", async () => {
    const local = provider("local", { directions: async () => notFound });
    expect(await layerProviders([local, embedded]).directions([19, 47], [19, 48], options)).toEqual(
      { ...notFound, provider: "local", isFallback: false },
    );
  });
});

test("is unavailable where the only provider that has a call is unavailable", async () => {
  const open = provider("open", { category: async () => unavailable });
  expect(await layerProviders([open, embedded]).category("toilet", options)).toEqual({
    ...unavailable,
    provider: "open",
    isFallback: false,
  });
});

test("is unsupported where no provider has the call", async () => {
  expect(
    await layerProviders([embedded]).staticImage(
      { center: [19, 47], zoom: 16, width: 1, height: 1, theme: "light", isRetina: false },
      options,
    ),
  ).toMatchObject(unsupported);
});

test("retrieves from the provider that made the suggestion, and from no other", async () => {
  const open = provider("open", { retrieve: async () => unavailable });
  const geo = layerProviders([open, embedded]);
  expect(await geo.retrieve("embedded.s1", options)).toMatchObject({
    ok: true,
    provider: "embedded",
  });
  expect(await geo.retrieve("open.x", options)).toMatchObject({ ...unavailable, provider: "open" });
  expect(await geo.retrieve("mapbox.x", options)).toMatchObject(notFound);
});

test("uses no provider for fewer than three letters", async () => {
  const open = provider("open", {
    suggest: async () => {
      throw new Error("asked");
    },
  });
  expect(await layerProviders([open]).suggest("Gy", options)).toMatchObject(found([]));
});
