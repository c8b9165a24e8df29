import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, test, vi } from "vitest";
import { createGeo } from "#server/geo/create-geo.ts";
import { createEmbeddedProvider } from "#server/geo/embedded/embedded-provider.ts";
import { defaultTimeLimitMs } from "#server/geo/map-service/map-service.ts";
import { createInstructionLocales } from "#server/geo/walking/walking-router.ts";
import { readTranslations } from "#server/i18n.ts";
import { searchOptions } from "#tests/support/map-data/search-options.ts";
import { encodePolyline } from "#tests/support/peers/encode-polyline.ts";
import { type StubService, startStubService } from "#tests/support/peers/stub-service.ts";
import { findFreePort } from "#tests/support/server-process.ts";
import { silentLog } from "#tests/support/services/stand-ins.ts";

let photon: StubService;
let valhalla: StubService;
const embedded = createEmbeddedProvider();
const localeOf = createInstructionLocales(readTranslations());

beforeAll(async () => {
  // Reads its files before the calls that are timed here.
  await embedded.suggest("Szeged", options);
  photon = await startStubService();
  valhalla = await startStubService();
});
afterAll(async () => {
  await photon[Symbol.asyncDispose]();
  await valhalla[Symbol.asyncDispose]();
});
beforeEach(() => {
  for (const stub of [photon, valhalla]) {
    stub.requests.length = 0;
    stub.answer = () => null;
  }
});

const geoOf = (urls: { photonUrl?: string; valhallaUrl?: string } = {}) =>
  createGeo({
    config: {
      geoProvider: "open",
      photonUrl: photon.url,
      valhallaUrl: valhalla.url,
      mapboxAccessToken: null,
      publicUrl: "https://mosdo.example",
      contactEmail: "a@mosdo.example",
      ...urls,
    },
    log: silentLog,
    embedded,
    local: {
      provider: { ...embedded, isOutside: async () => false },
      isImported: async () => false,
    },
    localeOf,
  });

const options = searchOptions();

const feature = (properties: object, coordinates = [19.0513, 47.4925]) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates },
  properties: { countrycode: "HU", country: "Magyarország", ...properties },
});
const inBudapest = { city: "Budapest", postcode: "1052", county: "Budapest" };
const house = feature({ type: "house", street: "Váci utca", housenumber: "5", ...inBudapest });
const street = feature({ type: "street", name: "Váci utca", ...inBudapest });
const settlement = feature({ type: "city", name: "Vác", county: "Pest vármegye" }, [19.13, 47.77]);
const county = feature({ type: "county", name: "Váci járás" });
const cafe = feature({
  type: "house",
  name: "Café",
  street: "Váci utca",
  housenumber: "9",
  ...inBudapest,
});

const found = (...features: object[]) => ({ json: { type: "FeatureCollection", features } });

describe("with Photon", () => {
  test("suggests its results, and retrieves one without a second request", async () => {
    photon.answer = () => found(house, street, settlement, county, cafe);
    const geo = geoOf();
    const response = await geo.suggest("váci u", options);
    if (!response.ok) throw new Error(response.code);
    expect(response).toMatchObject({ provider: "open", isFallback: false });
    expect(response.value.map(({ name, detail, precision }) => [name, detail, precision])).toEqual([
      ["Váci utca 5", "1052 Budapest, Magyarország", "address"],
      ["Váci utca", "1052 Budapest, Magyarország", "street"],
      ["Vác", "Pest vármegye, Magyarország", "settlement"],
      ["Café", "Váci utca 9, 1052 Budapest, Magyarország", "address"],
    ]);
    expect(await geo.retrieve(response.value[0].id, options)).toMatchObject({
      ok: true,
      value: {
        address_line1: "Váci utca 5",
        address_line2: "",
        place: "Budapest",
        county: "Budapest",
        postcode: "1052",
        country: "HU",
        latitude: 47.4925,
        longitude: 19.0513,
        confidence: "high",
        precision: "address",
      },
    });
    expect(photon.requests).toHaveLength(1);
  });

  it.each([
    ["hu", null, { lang: "default", lon: "19.5", lat: "47.18", zoom: "7" }],
    ["de", [19.04, 47.5], { lang: "de", lon: "19.04", lat: "47.5", zoom: "12" }],
  ] as const)("requests in %s near %o", async (language, near, expected) => {
    photon.answer = () => found(house);
    await geoOf().suggest("Váci utca", searchOptions(language, near));
    expect(photon.requests[0]).toMatchObject({
      method: "GET",
      path: "/api",
      query: { q: "Váci utca", limit: "8", ...expected },
    });
    expect(photon.requests[0].headers["user-agent"]).toBe(
      "Mosdo/0.1 (+https://mosdo.example; a@mosdo.example)",
    );
  });

  test("prefers an address to a street, and either to a settlement", async () => {
    photon.answer = () => found(settlement, street, house);
    const at = [19.0513, 47.4925] as const;
    expect(await geoOf().reverse(at, options)).toMatchObject({
      value: { address_line1: "Váci utca 5", confidence: "high" },
    });
    expect(photon.requests[0]).toMatchObject({
      path: "/reverse",
      query: { lon: "19.0513", lat: "47.4925", lang: "default" },
    });
    photon.answer = () => found(settlement, street);
    expect(await geoOf().reverse(at, options)).toMatchObject({
      value: { address_line1: "Váci utca", confidence: "medium", precision: "street" },
    });
  });

  test("finds places of a kind around a point", async () => {
    photon.answer = () => found(cafe);
    const near = searchOptions("hu", [19.05, 47.49]);
    expect(await geoOf().category("toilet", near)).toMatchObject({ value: [{ name: "Café" }] });
    expect(photon.requests[0].query).toMatchObject({ osm_tag: "amenity:toilets", radius: "5" });
    expect(await geoOf().category("spaceport", near)).toMatchObject({ code: "notfound" });
  });

  test("leaves it to the gazetteer where it finds nothing", async () => {
    photon.answer = () => found();
    expect(await geoOf().suggest("Budapset", options)).toMatchObject({
      value: [{ name: "Budapest" }, {}],
      provider: "embedded",
      isFallback: false,
    });
  });

  it.each(["open.", "open.x", `open.${Buffer.from('["a"]').toString("base64url")}`])(
    "has no suggestion %s",
    async (id) => {
      expect(await geoOf().retrieve(id, options)).toMatchObject({ ok: false, code: "notfound" });
    },
  );

  it.each([
    ["nonsense", { text: "<html>" }],
    ["another shape", { json: { features: [{ geometry: null }] } }],
    ["a point off the earth", found(feature({ type: "city", name: "X" }, [190, 95]))],
    ["a refusal", { status: 403 }],
  ])("falls back to the gazetteer on %s", async (_, response) => {
    photon.answer = () => response;
    expect(await geoOf().suggest("Szeged", options)).toMatchObject({
      value: [{ name: "Szeged" }],
      provider: "embedded",
      isFallback: true,
    });
  });
});

describe("with Valhalla", () => {
  const from = [19.05, 47.49] as const;
  const to = [19.06, 47.5] as const;
  const maneuver = (type: number, length: number, street?: string) => ({
    type,
    length,
    time: length * 700,
    ...(street ? { street_names: [street] } : {}),
  });
  const trip = {
    trip: {
      status: 0,
      summary: { length: 1.25, time: 900.4 },
      legs: [
        {
          shape: encodePolyline([from, [19.055, 47.49], to], 6),
          maneuvers: [
            maneuver(1, 0.4, "Váci utca"),
            maneuver(15, 0.85, "Andrássy út"),
            maneuver(4, 0),
          ],
        },
      ],
    },
  };

  test("counts ways without a name to the turn before them, not to stairs", async () => {
    const maneuvers = [
      maneuver(1, 0.05),
      maneuver(8, 0.003),
      maneuver(8, 0.1, "Váci utca"),
      maneuver(40, 0.007),
      maneuver(8, 0.02),
      maneuver(4, 0),
    ];
    valhalla.answer = () => ({
      json: { trip: { ...trip.trip, legs: [{ ...trip.trip.legs[0], maneuvers }] } },
    });
    const response = await geoOf().directions(from, to, options);
    const steps = response.ok ? response.value.steps : [];
    expect(steps.map(({ distance }) => distance)).toEqual([53, 100, 7, 20, 0]);
    expect(steps[0].instruction).toBe("Indulj el, és menj 50 métert.");
  });

  test("returns the route, with our own instructions", async () => {
    valhalla.answer = () => ({ json: trip });
    const response = await geoOf().directions(from, to, options);
    expect(response).toMatchObject({
      provider: "open",
      isFallback: false,
      value: {
        kind: "route",
        distance: 1250,
        duration: 900,
        geometry: { type: "LineString", coordinates: [from, [19.055, 47.49], to] },
      },
    });
    if (!response.ok) throw new Error(response.code);
    expect(response.value.steps).toMatchObject([
      { distance: 400, street: "Váci utca", turn: 0 },
      {
        instruction: "Fordulj balra az Andrássy útra.",
        ...{ distance: 850, street: "Andrássy út", turn: -90 },
      },
      { distance: 0 },
    ]);
    expect(response.value.steps[2]).not.toHaveProperty("turn");
    expect(valhalla.requests[0]).toMatchObject({
      method: "POST",
      path: "/route",
      body: {
        costing: "pedestrian",
        locations: [
          { lon: 19.05, lat: 47.49, search_cutoff: 200 },
          { lon: 19.06, lat: 47.5, search_cutoff: 200 },
        ],
      },
    });
  });

  it("names turns, stairs and ferries of a route, and requests one without stairs", async () => {
    const { legs } = trip.trip;
    const ways = (...types: number[]) => ({
      trip: {
        ...trip.trip,
        legs: [{ ...legs[0], maneuvers: types.map((type) => maneuver(type, 0.4)) }],
      },
    });
    valhalla.answer = () => ({ json: ways(1, 40, 28, 29, 41, 4) });
    const response = await geoOf().directions(from, to, { ...options, avoidsSteps: true });
    expect(response).toMatchObject({
      value: {
        obstacles: ["ferry", "steps", "escalator"],
        steps: [
          { turn: 0 },
          { obstacle: "steps" },
          { obstacle: "ferry" },
          { turn: 0 },
          { obstacle: "escalator" },
          {},
        ],
      },
    });
    const { body } = valhalla.requests[0];
    expect(body).toMatchObject({ costing_options: { pedestrian: { step_penalty: 43_200 } } });
    valhalla.answer = () => ({ json: ways(9, 10, 11, 12, 13, 14, 15, 16) });
    const turning = await geoOf().directions(from, to, options);
    const turns = turning.ok ? turning.value.steps.map(({ turn }) => turn) : [];
    expect(turns).toEqual([45, 90, 135, 180, 180, -135, -90, -45]);
    valhalla.answer = () => ({ json: trip });
    const plain = await geoOf().directions(from, to, options);
    expect(plain.ok && plain.value).not.toHaveProperty("obstacles");
    expect(valhalla.requests[2]?.body).not.toHaveProperty("costing_options");
  });

  it.each([154, 171])(
    "shows the straight line beyond its map, on its error %i",
    async (error_code) => {
      valhalla.answer = () => ({ status: 400, json: { error_code, error: "…" } });
      expect(await geoOf().directions(from, to, options)).toMatchObject({
        value: { kind: "straight" },
        provider: "embedded",
        isFallback: false,
      });
    },
  );

  it.each([170, 442])("returns that no route exists on its error %i", async (error_code) => {
    valhalla.answer = () => ({ status: 400, json: { error_code, error: "…" } });
    expect(await geoOf().directions(from, to, options)).toMatchObject({
      ok: false,
      code: "notfound",
      provider: "open",
    });
  });

  it.each([
    ["another error", { status: 400, json: { error_code: 100 } }],
    ["nonsense", { json: { trip: { legs: [] } } }],
    ["too many questions", { status: 429 }],
  ])("falls back to the straight line on %s", async (_, response) => {
    valhalla.answer = () => response;
    expect(await geoOf().directions(from, to, options)).toMatchObject({
      value: { kind: "straight" },
      provider: "embedded",
      isFallback: true,
    });
  });
});

describe.concurrent("whatever the host does", () => {
  test("a slow one never delays a response beyond three seconds", async () => {
    await using slow = await startStubService();
    const geo = geoOf({ photonUrl: slow.url, valhallaUrl: slow.url });
    const responses = await Promise.all([
      geo.suggest("Szeged", options),
      geo.reverse([20.15, 46.25], options),
      geo.suggest("Sopron", options),
      geo.directions([20.15, 46.25], [20.16, 46.25], options),
    ]);
    expect(defaultTimeLimitMs).toBeLessThan(3_000);
    for (const response of responses) {
      expect(response).toMatchObject({ ok: true, provider: "embedded", isFallback: true });
    }
  });

  test("an unreachable one is replaced at once", async () => {
    const url = `http://127.0.0.1:${await findFreePort()}`;
    const geo = geoOf({ photonUrl: url, valhallaUrl: url });
    expect(await geo.suggest("Szeged", options)).toMatchObject({
      value: [{ name: "Szeged" }],
      isFallback: true,
    });
    expect(await geo.directions([19, 47], [19, 48], options)).toMatchObject({
      value: { kind: "straight" },
      isFallback: true,
    });
  });
});

describe("the pace of the open search", () => {
  // The throttle's clock is mocked: a busy machine cannot shift its calls.
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ["performance", "setTimeout", "clearTimeout"] });
  });
  afterEach(() => {
    vi.useRealTimers();
    vi.restoreAllMocks();
  });

  test("a burst of 20 searches sends one request a second at most, and each search has a response", async () => {
    await using stub = await startStubService(() => found(house));
    const geo = geoOf({ photonUrl: stub.url });
    const sent = vi.spyOn(globalThis, "fetch");
    const texts = Array.from({ length: 20 }, (_, index) => `Szeged ${index}`);
    const requests = Promise.all(texts.map((text) => geo.suggest(text, options)));
    const untilRequested = async (times: number) => {
      while (stub.requests.length < times) await new Promise(setImmediate);
    };
    await untilRequested(1);
    await vi.advanceTimersByTimeAsync(999);
    expect(sent).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    expect(sent).toHaveBeenCalledTimes(2);
    await untilRequested(2);
    const responses = await requests;
    expect(responses.every(({ ok }) => ok)).toBe(true);
    expect(responses[19]).toMatchObject({ provider: "open" });
    const [first, second, ...more] = stub.requests;
    expect(more).toEqual([]);
    expect(second.query.q).toBe(texts[19]);
    expect(second.atMs - first.atMs).toBeGreaterThan(900);
  });
});
