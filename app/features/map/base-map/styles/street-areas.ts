import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { groundKinds, type StreetPalette, streetWidths } from "#domain/map/street-map-theme.ts";
import { fromStreets, isClass, zoomRamp } from "./street-expressions.ts";

const isAboveGround: ExpressionSpecification = ["!=", ["get", "brunnel"], "tunnel"];
const round = { "line-cap": "round", "line-join": "round" } as const;

/** Land, land cover and water, lowest first. */
export function streetAreas(palette: StreetPalette): LayerSpecification[] {
  return [
    { id: "street-land", type: "background", paint: { "background-color": palette.land } },
    ...groundKinds.map(({ id, layer, classes, subclass, minzoom, color }): LayerSpecification => {
      // Woods are pale from afar, where they would cover the map.
      const opacity: ExpressionSpecification = ["step", ["zoom"], 0.7, 9, 1];
      return {
        id: `street-${id}`,
        type: "fill",
        ...fromStreets(layer),
        ...(minzoom !== undefined && { minzoom }),
        filter:
          subclass === undefined
            ? isClass(...classes)
            : ["all", isClass(...classes), ["==", ["get", "subclass"], subclass]],
        paint: {
          "fill-color": palette[color],
          ...(id === "woods" && { "fill-opacity": opacity }),
        },
      };
    }),
    {
      id: "street-streams",
      type: "line",
      ...fromStreets("waterway"),
      minzoom: 12,
      filter: ["all", isClass("stream", "canal", "ditch", "drain"), isAboveGround],
      layout: round,
      paint: { "line-color": palette.river, "line-width": zoomRamp(streetWidths.stream) },
    },
    {
      id: "street-rivers",
      type: "line",
      ...fromStreets("waterway"),
      filter: ["all", isClass("river"), isAboveGround],
      layout: round,
      paint: {
        "line-color": palette.river,
        "line-width": zoomRamp(streetWidths.river),
      },
    },
    {
      id: "street-water",
      type: "fill",
      ...fromStreets("water"),
      filter: isAboveGround,
      paint: { "fill-color": palette.water },
    },
    {
      id: "street-airfields",
      type: "fill",
      ...fromStreets("aeroway"),
      minzoom: 11,
      filter: ["==", ["geometry-type"], "Polygon"],
      paint: { "fill-color": palette.grounds },
    },
    {
      id: "street-runways",
      type: "line",
      ...fromStreets("aeroway"),
      minzoom: 11,
      filter: ["all", ["==", ["geometry-type"], "LineString"], isClass("runway", "taxiway")],
      paint: {
        "line-color": palette.road,
        "line-width": zoomRamp({
          base: 1.5,
          stops: [
            [11, 1],
            [14, 6],
            [18, 40],
          ],
        }),
      },
    },
    {
      id: "street-squares",
      type: "fill",
      ...fromStreets("landuse"),
      minzoom: 13,
      filter: isClass("pedestrian", "pier"),
      paint: { "fill-color": palette.square },
    },
    {
      id: "street-buildings",
      type: "fill",
      ...fromStreets("building"),
      minzoom: 13.5,
      paint: {
        "fill-color": palette.building,
        "fill-outline-color": palette.buildingEdge,
        "fill-opacity": ["interpolate", ["linear"], ["zoom"], 13.5, 0, 14.5, 1],
      },
    },
    {
      // Doors of buildings, which the product's own tiles have beyond the schema.
      id: "street-entrances",
      type: "circle",
      ...fromStreets("entrance"),
      minzoom: 17,
      paint: {
        "circle-color": palette.halo,
        "circle-radius": ["case", ["==", ["get", "class"], "main"], 3, 2],
        "circle-stroke-color": palette.buildingEdge,
        "circle-stroke-width": 1.5,
      },
    },
  ];
}
