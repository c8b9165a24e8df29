import { afterAll, beforeAll, beforeEach, describe, expect, it, test } from "vitest";
import type { GeoProvider } from "#server/geo/geo.ts";
import { MapService } from "#server/geo/map-service/map-service.ts";
import {
  type StubRequest,
  type StubService,
  startStubService,
} from "#tests/support/peers/stub-service.ts";
import { createMapboxProvider } from "./mapbox-provider.ts";

const token = "pk.test";
const session = "8f14e45f-ceea-467f-a9b2-0d6cf5d3f3a1";
const at = [19.0513, 47.4925] as const;

let stub: StubService;
let logged: object[];
let provider: GeoProvider;

beforeAll(async () => {
  stub = await startStubService();
});
afterAll(() => stub[Symbol.asyncDispose]());
beforeEach(() => {
  stub.requests.length = 0;
  stub.answer = respondLikeMapbox;
  logged = [];
  const record = (entry: unknown) => logged.push(Object(entry));
  const log = { warn: record, info: record };
  provider = createMapboxProvider({
    service: new MapService({ name: "mapbox", userAgent: "Mosdo", log, ttlMs: 0 }),
    accessToken: token,
    apiUrl: stub.url,
    contributeUrl: stub.url,
  });
});

const options = {
  language: "hu",
  near: null,
  sessionToken: session,
  signal: new AbortController().signal,
} as const;

const context = {
  country: { name: "Magyarország", country_code: "HU" },
  region: { name: "Budapest" },
  postcode: { name: "1052" },
  place: { name: "Budapest" },
};
const feature = (feature_type: string, name: string, properties: object = {}) => ({
  type: "Feature",
  geometry: { type: "Point", coordinates: at },
  properties: { feature_type, name, context, ...properties },
});
const features = (...list: object[]) => ({ json: { type: "FeatureCollection", features: list } });

const autofillAddress = {
  accuracy: "rooftop",
  feature_name: "Váci utca 5",
  description: "1052 Budapest, Magyarország",
  address_line1: "Váci utca 5",
  address_line2: null,
  address_level1: "Budapest",
  address_level2: "Budapest",
  postcode: "1052",
  country: "Magyarország",
  metadata: { iso_3166_1: "hu" },
  match_code: { confidence: "exact", house_number: "matched" },
};

/** Responds to each call as Mapbox's documentation describes it. */
function respondLikeMapbox({ path, query }: StubRequest) {
  if (path.startsWith("/autofill/v1/suggest/")) {
    const withoutId = { ...autofillAddress, feature_name: "Elsewhere", address_line1: "Elsewhere" };
    return {
      json: { suggestions: [{ ...autofillAddress, action: { id: "a/b=1" } }, withoutId] },
    };
  }
  if (path.startsWith("/autofill/v1/retrieve/")) {
    return features({
      type: "Feature",
      geometry: { type: "Point", coordinates: at },
      properties: autofillAddress,
    });
  }
  switch (path) {
    case "/search/searchbox/v1/suggest": {
      const town = { feature_type: "place", place_formatted: "Pest, Magyarország" };
      const region = { name: "Vas", mapbox_id: "r", feature_type: "region" };
      const suggestions = [
        { ...town, name: "Vác", mapbox_id: "dXJu.x" },
        { ...town, name: "Bács", mapbox_id: "y" },
        region,
      ];
      return { json: { suggestions } };
    }
    case "/search/searchbox/v1/retrieve/dXJu.x":
      return features(feature("place", "Vác"));
    case "/search/searchbox/v1/category/toilet":
      return features(feature("poi", "WC", { address: "Váci utca 9" }));
    case "/search/searchbox/v1/reverse":
      return features(feature("place", "Vác"));
    case "/search/geocode/v6/reverse":
      return Number(query.latitude) === 0
        ? features()
        : features(feature("street", "Váci utca"), feature("address", "Váci utca 5"));
    default:
      return { status: 404, json: { message: "Not Found" } };
  }
}

/** Requests so far, each as path and query; the token is checked and left out. */
function receivedRequests() {
  return stub.requests.map(({ method, path, query: { access_token, ...query } }) => {
    expect(access_token).toBe(token);
    return { method, path, query };
  });
}

describe("suggest", () => {
  test("requests addresses from the autofill and settlements from the search box", async () => {
    await provider.suggest("Vác", options);
    const defaults = { language: "hu", limit: "8", session_token: session, proximity: "ip" };
    expect(receivedRequests()).toEqual(
      expect.arrayContaining([
        {
          method: "GET",
          path: "/autofill/v1/suggest/V%C3%A1c",
          query: { ...defaults, types: "address", streets: "true" },
        },
        {
          method: "GET",
          path: "/search/searchbox/v1/suggest",
          query: { ...defaults, q: "Vác", types: "place,locality,neighborhood" },
        },
      ]),
    );
    expect(stub.requests).toHaveLength(2);
  });

  test("forwards the full scope of the search", async () => {
    await provider.suggest("Vác", {
      ...options,
      countries: ["HU", "AT"],
      bbox: { west: 16, south: 45, east: 23, north: 49 },
      limit: 3,
      withStreets: false,
      travel: { profile: "walking", origin: at },
    });
    const [autofill, box] = receivedRequests().sort((one, other) =>
      one.path.localeCompare(other.path),
    );
    const scope = { country: "hu,at", bbox: "16,45,23,49", limit: "3" };
    expect(autofill?.query).toMatchObject({ ...scope, streets: "false" });
    expect(box?.query).toMatchObject({
      ...scope,
      eta_type: "navigation",
      navigation_profile: "walking",
      origin: "19.0513,47.4925",
    });
  });

  test("sends the point near which results should be, and creates a session where there is none", async () => {
    await provider.suggest("Vác/..", { ...options, near: at, sessionToken: null });
    const [first, second] = receivedRequests();
    expect(first.query.proximity).toBe("19.0513,47.4925");
    expect(second.query.proximity).toBe("19.0513,47.4925");
    expect(first.query.session_token).toMatch(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/);
    expect(second.query.session_token).toBe(first.query.session_token);
    expect(stub.requests.map(({ path }) => path)).toContain("/autofill/v1/suggest/V%C3%A1c%2F..");
  });

  test("puts the typed settlement first and leaves out suggestions that cannot be retrieved", async () => {
    expect(await provider.suggest("vac", options)).toEqual({
      ok: true,
      value: [
        {
          id: `mapbox.s.${session}.dXJu.x`,
          name: "Vác",
          detail: "Pest, Magyarország",
          precision: "settlement",
        },
        {
          id: `mapbox.a.${session}.a/b=1`,
          name: "Váci utca 5",
          detail: "1052 Budapest, Magyarország",
          precision: "address",
        },
        expect.objectContaining({ name: "Bács" }),
      ],
    });
  });

  test("returns the results of one service where the other is unavailable", async () => {
    stub.answer = (request) =>
      request.path.startsWith("/autofill") ? { status: 500 } : respondLikeMapbox(request);
    expect(await provider.suggest("Vác", options)).toMatchObject({ value: [{ name: "Vác" }, {}] });
  });
});

describe("retrieve", () => {
  test("requests the autofill in the suggestion's session", async () => {
    const id = `mapbox.a.${session}.a/b=1`;
    expect(await provider.retrieve(id, { ...options, sessionToken: null })).toEqual({
      ok: true,
      value: {
        address_line1: "Váci utca 5",
        address_line2: "",
        place: "Budapest",
        county: "Budapest",
        postcode: "1052",
        country: "HU",
        longitude: 19.0513,
        latitude: 47.4925,
        confidence: "exact",
        precision: "address",
      },
    });
    const path = "/autofill/v1/retrieve/a%2Fb%3D1";
    const query = { session_token: session, language: "hu" };
    expect(receivedRequests()).toMatchObject([{ method: "GET", path, query }]);
  });

  test("forwards the scope of the search to the autofill", async () => {
    const bbox = { west: 16, south: 45, east: 23, north: 49 };
    const scope = { near: [19.05, 47.5], countries: ["HU", "AT"], bbox } as const;
    await provider.retrieve(`mapbox.a.${session}.a/b=1`, { ...options, ...scope });
    expect(receivedRequests()[0].query).toEqual({
      ...{ session_token: session, language: "hu", proximity: "19.05,47.5" },
      ...{ country: "hu,at", bbox: "16,45,23,49" },
    });
    await provider.retrieve(`mapbox.a.${session}.a/b=1`, { ...options, near: null });
    expect(receivedRequests().at(-1)?.query).toEqual({ session_token: session, language: "hu" });
  });

  test("requests the search box for a settlement", async () => {
    expect(await provider.retrieve(`mapbox.s.${session}.dXJu.x`, options)).toMatchObject({
      value: { address_line1: "", place: "Vác", country: "HU", precision: "settlement" },
    });
    expect(receivedRequests()[0]).toMatchObject({
      path: "/search/searchbox/v1/retrieve/dXJu.x",
      query: { session_token: session, language: "hu" },
    });
  });

  it.each(["", "mapbox.", "mapbox.x.12345678.a", "mapbox.a.short.a", `mapbox.a.${session}...`])(
    "has no suggestion '%s', and sends no request",
    async (id) => {
      expect(await provider.retrieve(id, options)).toEqual({ ok: false, code: "notfound" });
      expect(stub.requests).toEqual([]);
    },
  );

  test("has none where Mapbox has none", async () => {
    const id = `mapbox.s.${session}.gone`;
    expect(await provider.retrieve(id, options)).toEqual({ ok: false, code: "notfound" });
  });
});

test("search retrieves the first suggestion", async () => {
  expect(await provider.search("Vác", options)).toMatchObject({
    ok: true,
    value: [{ place: "Vác" }],
  });
  expect(stub.requests).toHaveLength(3);
});

test("category requests the search box", async () => {
  expect(await provider.category("toilet", { ...options, near: at })).toMatchObject({
    value: [{ name: "WC", address_line1: "Váci utca 9", address_line2: "WC", place: "Budapest" }],
  });
  expect(receivedRequests()).toEqual([
    {
      method: "GET",
      path: "/search/searchbox/v1/category/toilet",
      query: { language: "hu", proximity: "19.0513,47.4925" },
    },
  ]);
});

describe("reverse", () => {
  test("prefers an address to a street", async () => {
    expect(await provider.reverse(at, options)).toMatchObject({
      value: { address_line1: "Váci utca 5", postcode: "1052", confidence: "high" },
    });
    expect(receivedRequests()).toEqual([
      {
        method: "GET",
        path: "/search/geocode/v6/reverse",
        query: {
          longitude: "19.0513",
          latitude: "47.4925",
          types: "address,street",
          language: "hu",
        },
      },
    ]);
  });

  test("returns the street where no address is found", async () => {
    stub.answer = () => features(feature("street", "Váci utca"));
    expect(await provider.reverse(at, options)).toMatchObject({
      value: { address_line1: "Váci utca", confidence: "medium", precision: "street" },
    });
  });

  test("requests the search box where there is neither", async () => {
    expect(await provider.reverse([19, 0], options)).toMatchObject({ value: { place: "Vác" } });
    expect(receivedRequests()[1]).toEqual({
      method: "GET",
      path: "/search/searchbox/v1/reverse",
      query: { longitude: "19", latitude: "0", language: "hu" },
    });
  });
});

describe("directions", () => {
  const to = [19.06, 47.5] as const;
  const route = {
    distance: 1249.6,
    duration: 900.4,
    geometry: { type: "LineString", coordinates: [at, to] },
    legs: [
      {
        steps: [
          { distance: 1249.6, name: "", maneuver: { instruction: "Induljon el" } },
          {
            ...{ distance: 0, name: "Váci utca" },
            maneuver: { type: "turn", modifier: "slight left", instruction: "Tartson balra" },
          },
          {
            ...{ distance: 0, name: "Váci utca" },
            maneuver: { type: "arrive", modifier: "right", instruction: "Megérkezett" },
          },
        ],
      },
    ],
  };

  test("names a ferry on the way", async () => {
    const [leg] = route.legs;
    const ferry = { ...leg.steps[0], mode: "ferry" };
    const crossing = { ...route, legs: [{ steps: [leg.steps[0], ferry] }] };
    stub.answer = () => ({ json: { code: "Ok", routes: [crossing] } });
    const result = await provider.directions(at, to, options);
    expect(result).toMatchObject({
      value: { obstacles: ["ferry"], steps: [{}, { obstacle: "ferry" }] },
    });
  });

  test("has turns in degrees to the right", async () => {
    const modifiers = ["straight", "slight right", "right", "sharp right", "uturn"];
    const steps = [...modifiers, "slight left", "left", "sharp left"].map((modifier) => ({
      ...route.legs[0].steps[0],
      maneuver: { type: "turn", modifier, instruction: modifier },
    }));
    stub.answer = () => ({ json: { code: "Ok", routes: [{ ...route, legs: [{ steps }] }] } });
    const result = await provider.directions(at, to, options);
    const turns = result.ok ? result.value.steps.map(({ turn }) => turn) : [];
    expect(turns).toEqual([0, 45, 90, 135, 180, -45, -90, -135]);
  });

  test("requests steps, walkways, the full line and the page's language", async () => {
    stub.answer = () => ({ json: { code: "Ok", routes: [route] } });
    expect(await provider.directions(at, to, options)).toEqual({
      ok: true,
      value: {
        kind: "route",
        geometry: { type: "LineString", coordinates: [at, to] },
        distance: 1250,
        duration: 900,
        steps_unknown: true,
        steps: [
          { instruction: "Induljon el", distance: 1250 },
          { instruction: "Tartson balra", distance: 0, street: "Váci utca", turn: -45 },
          { instruction: "Megérkezett", distance: 0, street: "Váci utca" },
        ],
      },
    });
    expect(receivedRequests()).toEqual([
      {
        method: "GET",
        path: "/directions/v5/mapbox/walking/19.0513,47.4925;19.06,47.5",
        query: {
          steps: "true",
          walkway_bias: "1",
          overview: "full",
          language: "hu",
          geometries: "geojson",
        },
      },
    ]);
  });

  it.each(["NoRoute", "NoSegment"])("has no way on %s", async (code) => {
    stub.answer = () => ({ json: { code, routes: [] } });
    expect(await provider.directions(at, to, options)).toEqual({ ok: false, code: "notfound" });
  });
});

describe("static image", () => {
  const png = new Uint8Array([137, 80, 78, 71]);
  const view = { center: at, zoom: 16, width: 1280, height: 300, isRetina: true } as const;

  it.each([
    ["light", "streets-v12"],
    ["dark", "dark-v11"],
  ] as const)("is drawn in %s by %s, doubled for dense screens", async (theme, style) => {
    stub.answer = () => ({ bytes: png, type: "image/png" });
    const image = await provider.staticImage({ ...view, theme }, options);
    expect(image).toEqual({ ok: true, value: { bytes: png, type: "image/png" } });
    const path = `/styles/v1/mapbox/${style}/static/19.0513,47.4925,16,0/1280x300@2x`;
    expect(receivedRequests()).toEqual([{ method: "GET", path, query: {} }]);
  });

  test("is unavailable where the response is not a picture", async () => {
    stub.answer = () => ({ json: {} });
    expect(await provider.staticImage({ ...view, theme: "light" }, options)).toMatchObject({
      code: "unavailable",
    });
  });
});

test("sends a correction to the contribution service", async () => {
  stub.answer = () => ({ status: 201, json: {} });
  const correction = {
    action: "edit",
    reason: "incorrect",
    location: { longitude: 19.0513, latitude: 47.4925 },
    changes: { address: "Váci utca 6" },
    placeName: "Budapest, Váci utca 5",
  };
  expect(await provider.correct(correction, "a@b.example")).toEqual({
    ok: true,
    value: null,
  });
  expect(receivedRequests()).toEqual([
    { method: "POST", path: "/v1/edit-suggestion/address", query: {} },
  ]);
  expect(stub.requests[0].body).toEqual({ ...correction, userEmail: "a@b.example" });
});

describe("failures", () => {
  it.each([401, 422, 429, 500])(
    "status %i is in the log, and neither token nor text",
    async (status) => {
      stub.answer = () => ({ status, json: { message: "Not Authorized - Invalid Token" } });
      expect(await provider.reverse(at, options)).toEqual({ ok: false, code: "unavailable" });
      expect(logged).toEqual([expect.objectContaining({ service: "mapbox", status })]);
      expect(JSON.stringify(logged)).not.toMatch(/pk\.test|Invalid|19\.05/);
    },
  );

  test("client errors do not open the circuit", async () => {
    stub.answer = () => ({ status: 422, json: { message: "…" } });
    for (let count = 0; count < 5; count++) await provider.reverse([19 + count, 47], options);
    stub.answer = respondLikeMapbox;
    expect(await provider.reverse(at, options)).toMatchObject({ ok: true });
  });

  test("a response after the client has disconnected is not a failure", async () => {
    stub.answer = () => null;
    const controller = new AbortController();
    const result = provider.reverse(at, { ...options, signal: controller.signal });
    controller.abort();
    expect(await result).toMatchObject({ ok: false });
    expect(logged).toEqual([]);
  });

  test("nothing is cached: the same search sends a second request", async () => {
    for (let count = 0; count < 2; count++) await provider.reverse([18, 47], options);
    expect(stub.requests.filter(({ query }) => query.longitude === "18")).toHaveLength(2);
  });
});
