import { validateStyleMin } from "@maplibre/maplibre-gl-style-spec";
import { describe, expect, it } from "vitest";
import { mapThemes } from "#domain/map/map-palettes.ts";
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

describe("the line to a place", () => {
  it.each(mapThemes)(
    "is drawn by valid layers in the %s theme, with or without a route",
    (theme) => {
      for (const shown of [route, { ...route, kind: "straight" } as const, null]) {
        const sources = { [routeSource]: { type: "geojson", data: routeFeatures(shown) } } as const;
        expect(validateStyleMin({ version: 8, sources, layers: routeLayers(theme) })).toEqual([]);
      }
    },
  );

  it("shows dashes only for a straight line", () => {
    const dashed = routeLayers("light").filter(
      ({ paint }) => paint && "line-dasharray" in paint && paint["line-dasharray"],
    );
    expect(dashed.map((layer) => "filter" in layer && layer.filter)).toEqual([
      ["==", ["get", "kind"], "straight"],
    ]);
  });
});
