import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import type { StyleSpecification } from "maplibre-gl";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { BaseMap } from "#app/features/map/base-map/base-map-state.ts";
import { mapThemes } from "#domain/map/map-palettes.ts";
import { mapStyle } from "./map-style.ts";
import { routeFeatures, routeLayers, routeSource, type ShownRoute } from "./route.ts";

const route: ShownRoute = {
  kind: "route",
  geometry: {
    type: "LineString",
    coordinates: [
      [19.05, 47.5],
      [19.06, 47.51],
    ],
  },
};

afterEach(() => vi.unstubAllGlobals());

describe("the line to a place", () => {
  it.each(mapThemes)(
    "is drawn by valid layers in the %s theme, with or without a route",
    (theme) => {
      const { coordinates } = route.geometry;
      const way = { ...route, gaps: [coordinates], ends: coordinates };
      for (const shown of [route, { ...route, kind: "straight" } as const, way, null]) {
        const sources = { [routeSource]: { type: "geojson", data: routeFeatures(shown) } } as const;
        expect(validateStyleMin({ version: 8, sources, layers: routeLayers(theme) })).toEqual([]);
      }
    },
  );

  it("shows dashes only for a straight line, and for a stretch without a toilet", () => {
    const dashed = routeLayers("light").filter(
      ({ paint }) => paint && "line-dasharray" in paint && paint["line-dasharray"],
    );
    expect(dashed.map((layer) => "filter" in layer && layer.filter)).toEqual([
      ["==", ["get", "kind"], "straight"],
      ["==", ["get", "kind"], "gap"],
    ]);
  });

  it("lies on the lines of the base map, and under its names and the places, in the page's colour", () => {
    vi.stubGlobal("document", {});
    vi.stubGlobal("getComputedStyle", () => ({
      getPropertyValue: (name: string) => (name === "--map-accepted" ? "#8a1538" : ""),
    }));
    const [road, arrow, bridge, name] = (["line", "symbol", "line", "symbol"] as const).map(
      (type, at) => ({ id: `${type}-${at}`, type, source: "base" }),
    );
    const layers = [road, arrow, bridge, name] as StyleSpecification["layers"];
    const baseMap: BaseMap = {
      ...{ isDetailed: true, isFallback: false },
      style: () => ({ version: 8, sources: {}, layers }),
    };
    const marked = {
      filterSearch: "",
      chosen: null,
      ownPending: [],
      passed: null,
      lettered: [],
    } as const;
    const appearance = { theme: "light", language: "hu", ...marked } as const;
    const shown = mapStyle(baseMap, { ...appearance, route }).layers;
    const ids = shown.map(({ id }) => id);
    const points = ["place-points", "place-letters", "chosen-place"];
    const order = [bridge.id, "route-casing", "route", "route-straight", name.id, ...points];
    expect(ids.filter((id) => order.includes(id))).toEqual(order);
    const clusters = shown.find(({ id }) => id === "place-clusters");
    expect(clusters?.paint).toHaveProperty("text-color", "#8a1538");
  });
});
