import { createExpression, validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { StyleSpecification, SymbolLayerSpecification } from "maplibre-gl";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { BaseMap } from "#app/features/map/base-map/base-map-state.ts";
import { mapStyle } from "#app/features/map/live/map-style.ts";
import { contrastRatio } from "#domain/branding/site-colour.ts";
import { type BaseMapSource, baseMapAttributions } from "#domain/map/base-map-source.ts";
import { landmarkColour } from "#domain/map/landmarks.ts";
import { mapPalettes, mapThemes } from "#domain/map/map-palettes.ts";
import { greenRingParts } from "#domain/map/marker-shapes.ts";
import { streetShapes } from "#domain/map/street-map-layers.ts";
import { clusterRadius } from "#domain/place-index/place-tile.ts";
import { languages } from "#domain/text/language.ts";
import {
  baseMapFonts,
  embeddedStyle,
  mapAttribution,
  partStyle,
  rasterStyle,
  type StreetTiles,
  streetStyle,
} from "./base-map-styles.ts";
import { baseMapFont } from "./style-layers.ts";

// Themes differ in colours and languages in one field of names: each once.
const styles: readonly { theme: (typeof mapThemes)[number]; language: string }[] = [
  { theme: "light", language: "hu" },
  { theme: "dark", language: "uk" },
];
const tiles: StreetTiles = {
  tiles: ["pmtiles://{z}/{x}/{y}"],
  maxzoom: 14,
  bounds: [9, 47, 10, 48],
};
const attributions = [{ name: "© OpenMapTiles", url: "https://www.openmaptiles.org/" }];

const raster: Extract<BaseMapSource, { kind: "raster" }> = {
  kind: "raster",
  tilesUrls: {
    light: "https://tiles.example/light/{z}/{x}/{y}",
    dark: "https://tiles.example/dark/{z}/{x}/{y}",
  },
  attributions,
  wordmark: { name: "Example", url: "https://tiles.example/", picture: "/example.svg" },
};

const streets = (appearance: (typeof styles)[number]) =>
  streetStyle(appearance, tiles, attributions);

const others: StyleSpecification = {
  version: 8,
  glyphs: "https://fonts.example/{fontstack}/{range}.pbf",
  sources: { theirs: { type: "vector", url: "https://tiles.example/" } },
  layers: [{ id: "theirs", type: "background" }],
};

// A page without an operator's colours.
beforeAll(() => {
  vi.stubGlobal("document", {});
  vi.stubGlobal("getComputedStyle", () => ({ getPropertyValue: () => "" }));
});
afterAll(() => {
  vi.unstubAllGlobals();
});

describe("the street map's style", () => {
  it.each(styles)("is valid in $theme and $language", (appearance) => {
    expect(validateStyleMin(streets(appearance))).toEqual([]);
  });

  it("has house numbers below landmarks, these below streets, and stations and settlements above", () => {
    const ids = streets({ theme: "light", language: "hu" }).layers.map(({ id }) => id);
    const ranks = [
      "house-numbers",
      "landmarks-18",
      "landmarks-14",
      "minor-names",
      "main-names",
      "stations-14",
      "stations-13",
      "names-of-cities",
    ];
    const places = ranks.map((rank) => ids.indexOf(`street-${rank}`));
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(places[0]).toBeGreaterThan(0);
  });

  it("has sleepers on railways alone: a street with a tram is a street", () => {
    const { layers } = streets({ theme: "light", language: "hu" });
    const filterOf = (id: string) =>
      JSON.stringify(Object(layers.find((layer) => layer.id === id)).filter);
    expect(filterOf("street-sleepers")).toBe(filterOf("street-rails"));
    expect(filterOf("street-trams")).not.toBe(filterOf("street-rails"));
  });

  it("has the edges of roads from zoom 8, and none without its road", () => {
    const zooms = new Map(streetShapes.map(({ id, minZoom = 0 }) => [id, minZoom]));
    const edges = [...zooms].filter(([id]) => id.endsWith("-edges"));
    expect(edges).toContainEqual(["street-motorway-edges", 8]);
    for (const [id, minZoom] of edges)
      expect(minZoom).toBeGreaterThanOrEqual(zooms.get(id.replace("-edges", ""))!);
  });

  it("requests nothing but its tiles, and names their sources", () => {
    const style = streets({ theme: "light", language: "hu" });
    const { attribution } = Object(style.sources.streets);
    expect(JSON.stringify({ ...style, sources: {} })).not.toMatch(/https?:|blob:|data:/);
    expect(style.sprite ?? style.glyphs).toBeUndefined();
    expect(attribution).toBe(
      '<a href="https://www.openmaptiles.org/" target="_blank" rel="noopener">© OpenMapTiles</a>',
    );
  });

  it.each(languages)("has names in %s, else the local ones", (language) => {
    const layers = streets({ theme: "dark", language }).layers;
    const names = layers.flatMap((layer) => (layer.type === "symbol" ? [layer.layout] : []));
    expect(names.length).toBeGreaterThan(10);
    for (const layout of names) {
      expect(layout?.["text-font"]).toEqual([baseMapFont]);
      if (JSON.stringify(layout?.["text-field"]) === '["get","housenumber"]') continue;
      const name = [
        ["get", `name:${language}`],
        ["get", "name:latin"],
        ["get", "name"],
      ];
      expect(layout?.["text-field"]).toEqual(["coalesce", ...name]);
    }
  });
});

describe("the street map of a part of the world", () => {
  const covered = [{ west: 9, south: 47, east: 10, north: 48 }];
  const openStreetMap = { name: "© OpenStreetMap", url: "https://www.openstreetmap.org/copyright" };
  const part = (appearance: (typeof styles)[number]) =>
    partStyle(appearance, { tiles, covered, attributions: [...attributions, openStreetMap] });

  it.each(styles)("is valid in $theme and $language", (appearance) => {
    expect(validateStyleMin(part(appearance))).toEqual([]);
  });

  it("has the embedded map below its ground, and its streets and names above", () => {
    const { layers } = part({ theme: "light", language: "hu" });
    const at = (id: string) => layers.findIndex((layer) => layer.id === id);
    const order = [
      "land",
      "rivers-1",
      "street-ground",
      "street-ground-edge",
      "street-water",
      "street-minor",
      "street-cut",
      "settlement-names",
    ];
    const places = [...order, "street-names-of-towns"].map(at);
    expect(places).toEqual(places.toSorted((one, other) => one - other));
    expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
    expect(layers.filter(({ type }) => type === "background")).toHaveLength(1);
  });

  it("shows the embedded map's names where there are no streets, from zoom 9 on", () => {
    const { layers } = part({ theme: "light", language: "hu" });
    const names = layers.find(({ id }) => id === "settlement-names");
    expect(JSON.stringify(Object(names).filter)).toContain(
      '["any",["<",["zoom"],9],["!",["within"',
    );
    const zooms = layers
      .filter(({ id }) => id.startsWith("street-"))
      .map(({ minzoom = 0 }) => minzoom);
    expect(zooms.filter((zoom) => zoom < 9)).toHaveLength(2);
  });

  it("has one land from zoom 9 on, and no coarse border beyond 11", () => {
    const { layers } = part({ theme: "dark", language: "hu" });
    const { land } = mapPalettes.dark;
    const paintOf = (id: string) => Object(layers.find((layer) => layer.id === id)).paint;
    for (const id of ["land", "hungary"]) {
      const color = paintOf(id)["fill-color"];
      expect(color.slice(3)).toEqual([
        8,
        mapPalettes.dark[id === "land" ? "abroad" : "hungary"],
        9,
        land,
      ]);
    }
    expect(paintOf("street-ground")["fill-color"]).toBe(land);
    // The sea goes on in that of the street map, while its coast is good enough.
    expect(paintOf("water")["background-color"].slice(3)).toEqual([
      9.5,
      mapPalettes.dark.water,
      10,
      land,
    ]);
    expect(paintOf("street-ground-edge")["line-color"]).toBe(land);
    for (const id of ["borders", "hungary-border", "counties"]) {
      expect(layers.find((layer) => layer.id === id)).toMatchObject({ maxzoom: 11 });
      expect(paintOf(id)["line-opacity"].slice(3)).toEqual([
        10,
        id === "counties" ? 0.9 : 1,
        11,
        0,
      ]);
    }
  });

  it("fades where an extract is cut, once the embedded map around it is gone", () => {
    const { layers } = part({ theme: "light", language: "hu" });
    const edgeOf = (id: string) => Object(layers.find((layer) => layer.id === id));
    expect(edgeOf("street-cut").paint["line-opacity"].slice(3)).toEqual([11, 0, 12.5, 1]);
    const [geometry, isCut] = edgeOf("street-cut").filter.slice(1);
    expect(edgeOf("street-ground-edge").filter).toEqual(["all", geometry, ["!", isCut]]);
  });

  it("requests nothing but our own, and names each source once", () => {
    const style = part({ theme: "light", language: "hu" });
    const all = Object.values(style.sources).map((source) => Object(source).attribution ?? "");
    // As MapLibre does: what is a part of another one is left out.
    const named = all.filter((one) => !all.some((other) => other !== one && other.includes(one)));
    expect(named.join().match(/©[^<]*/g)).toEqual(["© OpenStreetMap", "© OpenMapTiles"]);
  });
});

describe.each(mapThemes)("the %s street map's colours", (theme) => {
  const palette = mapPalettes[theme];
  const grounds = [
    ...(["land", "town", "wood", "grass", "park", "square", "grounds", "building"] as const),
    "halo",
  ] as const;

  it.each(["townText", "villageText", "countryText", "roadText", "waterText"] as const)(
    "have %s readable on every ground",
    (name) => {
      for (const ground of grounds) {
        expect(contrastRatio(palette[name], palette[ground]), ground).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it.each(Object.entries(landmarkColour))("have names of %s readable", (_, colour) => {
    for (const ground of grounds) {
      expect(contrastRatio(palette[colour], palette[ground]), ground).toBeGreaterThanOrEqual(4.5);
    }
  });

  it("tell main roads, streets and lanes from each other, and the grounds", () => {
    const { road, middleRoad, mainRoad, motorway, land, building, square, park, grass } = palette;
    const tones = [road, middleRoad, mainRoad, motorway, land, building, square, park, grass];
    expect(new Set([...tones, palette.wood, palette.water]).size).toBe(tones.length + 2);
  });

  it("draw nothing that stands out like a marker", () => {
    // Ferries, which have the colour of letters, are pale.
    const shapes = streetShapes.filter(({ id }) => id !== "street-ferries");
    const colours = shapes.flatMap(({ colour, outline }) => [
      colour as keyof typeof palette,
      outline,
    ]);
    for (const colour of colours.filter((name) => name !== undefined)) {
      expect(contrastRatio(palette[colour], palette.land), colour).toBeLessThan(2.6);
    }
  });
});

describe("the whole style", () => {
  const appearance = {
    theme: "light",
    language: "hu",
    filterSearch: "",
    chosen: null,
    ownPending: [],
    passed: null,
    lettered: [{ id: 1, coordinates: [19, 47], letter: "A" }],
    route: null,
  } as const;
  const base = (style: BaseMap["style"]) => ({ isDetailed: true, isFallback: false, style });

  it.each([
    ["embedded", embeddedStyle],
    ["the street map", streets],
    ["pictures", ({ theme }: { theme: "light" | "dark" }) => rasterStyle(raster, theme)],
    ["another provider's style", () => others],
  ])("is valid on %s, with the places above all", (_, style) => {
    const whole = mapStyle(base(style), appearance);
    expect(validateStyleMin(whole)).toEqual([]);
    expect(whole.layers.slice(-6).map(({ id }) => id)).toEqual([
      "place-points",
      "place-letters",
      "place-clusters",
      "place-cluster-signs",
      "own-pending-places",
      "chosen-place",
    ]);
    expect(whole["font-faces"]).toEqual(baseMapFonts);
  });

  it("draws the theme's pictures", () => {
    const tilesOf = (theme: "light" | "dark") =>
      Object(rasterStyle(raster, theme).sources.pictures).tiles;
    expect(tilesOf("light")).toEqual([raster.tilesUrls.light]);
    expect(tilesOf("dark")).toEqual([raster.tilesUrls.dark]);
  });
});

describe("the discs of clusters", () => {
  /** Maximum radius of a disc and its ring, for counts of up to a hundred. */
  const reachPixels = 23;

  it.each([
    [5, 0],
    [9, 1],
    [10, 5],
    [199, 198],
    [5_000, 5_000],
  ])("have, for %i places, %i of them open, the size and ring of the rule", (count, openCount) => {
    const style = mapStyle(
      { isDetailed: false, isFallback: false, style: embeddedStyle },
      {
        ...{
          theme: "light",
          language: "hu",
          filterSearch: "",
          chosen: null,
          ownPending: [],
          passed: null,
        },
        lettered: [],
        route: null,
      },
    );
    const layer = style.layers.find(
      ({ id }) => id === "place-clusters",
    ) as SymbolLayerSpecification;
    const [, name] = (layer.layout?.["icon-image"] ?? []) as unknown[];
    const read = createExpression(name, "icon-image");
    if (read.result === "error") throw new Error(String(read.value[0].message));
    const feature = { type: "Point", properties: { count, open_count: openCount } } as const;
    const parts = greenRingParts({ count, openCount });
    expect(read.value.evaluate({ zoom: 6 }, feature)).toBe(
      `light/cluster/${clusterRadius(count)}/${parts}`,
    );
  });

  for (const [names, base] of [
    ["the embedded map", embeddedStyle({ theme: "light", language: "hu" })],
    ["the street map", streets({ theme: "light", language: "hu" })],
  ] as const) {
    it(`keep the names of towns of ${names} clear: there is room beside a disc`, () => {
      const appearance = { theme: "light", language: "hu" } as const;
      const map: BaseMap = { isDetailed: true, isFallback: false, style: () => base };
      const { layers } = mapStyle(map, {
        ...appearance,
        filterSearch: "",
        chosen: null,
        ownPending: [],
        passed: null,
        lettered: [],
        route: null,
      });
      const discs = layers.findIndex(({ id }) => id === "place-clusters");
      for (const id of ["place-points", "place-clusters"]) {
        const { layout } = layers.find((layer) => layer.id === id) as SymbolLayerSpecification;
        expect(layout?.["icon-allow-overlap"]).toBe(true);
        expect(layout?.["icon-ignore-placement"] ?? false).toBe(false);
      }
      const names = ["settlement-names", "street-names-of-cities", "street-names-of-towns"];
      const towns = layers.filter(({ id }) => names.includes(id)) as SymbolLayerSpecification[];
      expect(towns.length).toBeGreaterThan(0);
      for (const town of towns) {
        // The last layer's symbols are placed first, and the others make room for them.
        expect(layers.indexOf(town)).toBeLessThan(discs);
        const smallestTextPixels = 12;
        const offsets = (town.layout?.["text-variable-anchor-offset"] ?? []) as unknown[];
        const farthest = offsets.flat().filter((value) => typeof value === "number");
        expect(Math.max(...farthest) * smallestTextPixels).toBeGreaterThanOrEqual(reachPixels - 4);
      }
    });
  }
});

describe("the embedded map's style", () => {
  it.each(styles)("is valid in $theme and $language", (appearance) => {
    expect(validateStyleMin(embeddedStyle(appearance))).toEqual([]);
  });

  it("sends no request to another host, and needs neither sprite nor glyph server", () => {
    const style = embeddedStyle({ theme: "light", language: "hu" });
    const { attribution, ...world } = { attribution: "", ...style.sources.world };
    const text = JSON.stringify({ ...style, sources: { ...style.sources, world } });
    expect(text).not.toMatch(/https?:|blob:|data:/);
    expect(style.sprite ?? style.glyphs).toBeUndefined();
    for (const { name } of baseMapAttributions) expect(attribution).toContain(name);
  });

  it("fades its sea and lakes to the tone of the land where it is not exact any more", () => {
    const { layers } = embeddedStyle({ theme: "light", language: "hu" });
    const { water, abroad } = mapPalettes.light;
    expect(Object(layers[0]).paint["background-color"].slice(3)).toEqual([9.5, water, 10, abroad]);
    const lakes = layers.find(({ id }) => id === "lakes");
    expect(Object(lakes).paint["fill-opacity"].slice(3)).toEqual([9.5, 1, 10, 0]);
  });

  it("draws every name with the interface's font", () => {
    for (const layer of embeddedStyle({ theme: "dark", language: "de" }).layers) {
      if (layer.type === "symbol") expect(layer.layout?.["text-font"]).toEqual([baseMapFont]);
    }
  });
});

it("writes attributions as HTML, whatever a list's title has", () => {
  const attribution = { name: 'City "of" <i>Buda</i>', url: 'https://example.org/?a=1&b="2' };
  expect(mapAttribution([attribution])).toBe(
    '<a href="https://example.org/?a=1&amp;b=&quot;2" target="_blank" rel="noopener">City &quot;of&quot; &lt;i&gt;Buda&lt;/i&gt;</a>',
  );
});
