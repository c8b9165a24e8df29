import { describe, expect, it, test, vi } from "vitest";
import type { GeoAddress, GeoProviderName } from "#domain/address-search/geo-address.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { straightLine } from "#server/geo/embedded/embedded-provider.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { createFallbackChain, createForeignRouter, mergeSettlements } from "./fallback-chain.ts";
import {
  type GeoFit,
  type GeoMatch,
  type GeoProvider,
  type GeoResult,
  unsupportedCalls,
} from "./geo.ts";

const unsupported = { ok: false, code: "unsupported" } as const;
const unavailable = { ok: false, code: "unavailable" } as const;
const notFound = { ok: false, code: "notfound" } as const;
const found = <Value>(value: Value): GeoResult<Value> => ({ ok: true, value });

/** Provider with the given calls; every other call is 'unsupported'. */
function provider(name: GeoProviderName, calls: Partial<Omit<GeoProvider, "name">>): GeoProvider {
  return { ...unsupportedCalls, name, ...calls };
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
  const alone = await createFallbackChain([towns]).suggest("szeged", options);
  expect(alone).toMatchObject({ provider: "embedded", knownTowns: 848 });
  const below = createFallbackChain([provider("open", { suggest: async () => found([]) }), towns]);
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
    expect(await createFallbackChain([open, embedded]).suggest("szeged", options)).toMatchObject({
      value: [{ id: "open.1" }],
      provider: "open",
      isFallback: false,
    });
  });

  test("is unavailable, the next one is its fallback, and the response is marked so", async () => {
    const open = provider("open", { suggest: async () => unavailable });
    expect(await createFallbackChain([open, embedded]).suggest("szeged", options)).toEqual({
      ...found([suggestion]),
      provider: "embedded",
      isFallback: true,
    });
  });

  test("is unavailable, the response is marked so however many providers follow", async () => {
    const local = provider("local", { suggest: async () => found([]) });
    const open = provider("open", { suggest: async () => unavailable });
    const expected = { provider: "embedded", isFallback: true };
    expect(
      await createFallbackChain([local, open, embedded]).suggest("szeged", options),
    ).toMatchObject(expected);
    expect(
      await createFallbackChain([open, local, embedded]).suggest("szeged", options),
    ).toMatchObject(expected);
  });

  test("has no such call, the next one is not a fallback", async () => {
    const open = provider("open", {});
    expect(
      await createFallbackChain([open, embedded]).directions([19, 47], [19, 48], options),
    ).toEqual({
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
    const geo = createFallbackChain([local, embedded]);
    const expected = { provider: "embedded", isFallback: false };
    expect(await geo.suggest("szeged", options)).toMatchObject({ ...expected, ok: true });
    expect(await geo.reverse([20, 46], options)).toMatchObject({ ...expected, ok: true });
  });

  test("finds that no route exists, that is the result", async () => {
    const local = provider("local", { directions: async () => notFound });
    expect(
      await createFallbackChain([local, embedded]).directions([19, 47], [19, 48], options),
    ).toEqual({ ...notFound, provider: "local", isFallback: false });
  });
});

test("is unavailable where the only provider that has a call is unavailable", async () => {
  const open = provider("open", { category: async () => unavailable });
  expect(await createFallbackChain([open, embedded]).category("toilet", options)).toEqual({
    ...unavailable,
    provider: "open",
    isFallback: false,
  });
});

test("is unsupported where no provider has the call", async () => {
  expect(
    await createFallbackChain([embedded]).staticImage(
      { center: [19, 47], zoom: 16, width: 1, height: 1, theme: "light", isRetina: false },
      options,
    ),
  ).toMatchObject(unsupported);
});

test("retrieves from the provider that made the suggestion, and from no other", async () => {
  const open = provider("open", { retrieve: async () => unavailable });
  const geo = createFallbackChain([open, embedded]);
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
  expect(await createFallbackChain([open]).suggest("Gy", options)).toMatchObject(found([]));
});

const budapest = [19.04, 47.4983] as const;

/** A match in Hungary, by default a settlement in the middle of Budapest. */
function match(fit: GeoFit, name: string, address: Partial<GeoAddress> = {}): GeoMatch {
  const precision = address.precision ?? "settlement";
  return {
    fit,
    suggestion: { id: name, name, detail: "", precision },
    address: {
      address_line1: precision === "street" ? name : "",
      address_line2: precision === "district" ? name : "",
      place: precision === "settlement" ? name : "Budapest",
      county: "",
      postcode: "",
      country: "HU",
      longitude: budapest[0],
      latitude: budapest[1],
      confidence: "high",
      precision,
      ...address,
    },
  };
}

const street = (fit: GeoFit, name: string) => match(fit, name, { precision: "street" });
const north = (kilometers: number) => ({ latitude: budapest[1] + kilometers / 111.195 });
const vienna = (fit: GeoFit) =>
  match(fit, "Bécs", { country: "AT", longitude: 16.3721, latitude: 48.2085 });

function namesOf(found: readonly GeoMatch[], settlements: readonly GeoMatch[]): string[] {
  return mergeSettlements(found, settlements).map(({ suggestion }) => suggestion.name);
}

describe("mergeSettlements", () => {
  it("puts a settlement whose exact name was typed before names that begin with the text", () => {
    const found = [street("unfinished", "Bécsi út"), street("unfinished", "Bécsi kapu tér")];
    expect(namesOf(found, [vienna("exact")])).toEqual(["Bécs", "Bécsi út", "Bécsi kapu tér"]);
  });

  it("puts it after an address that matches as well", () => {
    const found = [match("exact", "Velence"), street("unfinished", "Velencei út")];
    const venice = match("exact", "Velence (IT)", { country: "IT" });
    expect(namesOf(found, [venice])).toEqual(["Velence", "Velence (IT)", "Velencei út"]);
  });

  it.each([
    ["vague", "unfinished", true],
    ["vague", "vague", false],
    ["unfinished", "unfinished", false],
    ["unfinished", "vague", false],
    ["exact", "unfinished", false],
  ] as const)("beside a %s match of the extract, a %s one is added: %s", (fit, other, joins) => {
    const names = namesOf([street(fit, "Barát utca")], [vienna(other)]);
    expect(names).toEqual(joins ? ["Bécs", "Barát utca"] : ["Barát utca"]);
  });

  it("names a settlement that both know once, as the extract has it", () => {
    const known = match("exact", "Budapest");
    expect(mergeSettlements([known], [match("exact", "BUDAPEST", north(1))])).toEqual([known]);
    expect(namesOf([known], [match("exact", "Budapest", { country: "" })])).toEqual(["Budapest"]);
  });

  it("treats two names on the same spot as one settlement, and the same name nearby too", () => {
    const known = [match("unfinished", "Gamprin-Bendern")];
    expect(namesOf(known, [match("exact", "Gamprin", north(1.9))])).toHaveLength(1);
    expect(namesOf(known, [match("exact", "Gamprin", north(2.1))])).toHaveLength(2);
    expect(namesOf(known, [match("exact", "Gamprin-bendern", north(19))])).toHaveLength(1);
    expect(namesOf(known, [match("exact", "Gamprin-bendern", north(21))])).toHaveLength(2);
  });

  it("parts two towns that face each other across a border, and a town from its streets", () => {
    const komarno = match("exact", "Komárom", { country: "SK", ...north(1) });
    expect(namesOf([match("exact", "Komárom")], [komarno])).toEqual(["Komárom", "Komárom"]);
    expect(namesOf([street("exact", "Pest")], [match("exact", "Pest")])).toEqual(["Pest", "Pest"]);
  });

  it("treats a part of a town as the settlement of its own name only", () => {
    const part = match("unfinished", "Pestszentlőrinc", { precision: "district" });
    expect(namesOf([part], [match("exact", "Budapest")])).toHaveLength(2);
    expect(namesOf([part], [match("exact", "Pestszentlőrinc")])).toHaveLength(1);
  });

  it("returns eight, three of them from outside at most, and drops no exact one", () => {
    const streets = Array.from({ length: 8 }, (_, index) => street("exact", `utca ${index}`));
    const towns = Array.from({ length: 5 }, (_, index) =>
      match("exact", `Újfalu ${index}`, { country: "RO", ...north(100 * index) }),
    );
    expect(namesOf(streets, towns)).toEqual([
      ...["utca 0", "utca 1", "utca 2", "utca 3", "utca 4"],
      ...["Újfalu 0", "Újfalu 1", "Újfalu 2"],
    ]);
  });
});

const home: Coordinates = [19, 47];
const abroad: Coordinates = [16, 48];

function abroadOf(isOutside: (position: Coordinates) => boolean) {
  const refuse = async () => {
    throw new Error("a service was called");
  };
  const directions = vi.fn(async () => found(route));
  const others = { suggest: refuse, search: refuse, reverse: refuse, category: refuse };
  const open = provider("open", { ...others, directions });
  const ways = createForeignRouter(open, { isOutside: async (position) => isOutside(position) });
  return { ways, directions };
}

test.each([
  ["begins outside the extracts", abroad, home, true],
  ["ends outside the extracts", home, abroad, true],
  ["begins and ends outside", abroad, abroad, true],
  ["begins and ends inside", home, home, false],
])(
  "a route that %s is requested from the open service or not",
  async (_, from, to, isRequested) => {
    const { ways, directions } = abroadOf((position) => position === abroad);
    const result = await ways.directions(from, to, options);
    expect(result).toEqual(isRequested ? found(route) : unsupported);
    expect(directions).toHaveBeenCalledTimes(isRequested ? 1 : 0);
  },
);

test("no text and no address is sent to the open service, wherever it is", async () => {
  const { ways } = abroadOf(() => true);
  expect(await ways.suggest("Wien", options)).toEqual(unsupported);
  expect(await ways.search("Wien", options)).toEqual(unsupported);
  expect(await ways.category("toilet", options)).toEqual(unsupported);
  expect(await ways.reverse(abroad, options)).toEqual(unsupported);
});
