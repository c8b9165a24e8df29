import type { ExpressionSpecification, LayerSpecification } from "maplibre-gl";
import { fromStreets, isClass, zoomRamp } from "./street-expressions.ts";
import type { StreetPalette } from "./street-palette.ts";

const isAboveGround: ExpressionSpecification = ["!=", ["get", "brunnel"], "tunnel"];
const round = { "line-cap": "round", "line-join": "round" } as const;

/** Land, land cover and water, lowest first. */
export function streetAreas(palette: StreetPalette): LayerSpecification[] {
  return [
    { id: "street-land", type: "background", paint: { "background-color": palette.land } },
    {
      id: "street-towns",
      type: "fill",
      ...fromStreets("landuse"),
      filter: isClass("residential", "suburb", "neighbourhood", "quarter"),
      paint: { "fill-color": palette.town },
    },
    {
      id: "street-grounds",
      type: "fill",
      ...fromStreets("landuse"),
      minzoom: 11,
      filter: isClass(
        ...["commercial", "retail", "industrial", "railway", "bus_station", "hospital"],
        ...["school", "college", "university", "kindergarten", "stadium", "military"],
      ),
      paint: { "fill-color": palette.grounds },
    },
    {
      id: "street-grass",
      type: "fill",
      ...fromStreets("landcover"),
      filter: isClass("grass", "wetland"),
      paint: { "fill-color": palette.grass },
    },
    {
      id: "street-greens",
      type: "fill",
      ...fromStreets("landuse"),
      minzoom: 11,
      filter: isClass("cemetery", "pitch", "playground", "zoo", "theme_park"),
      paint: { "fill-color": palette.grass },
    },
    {
      id: "street-woods",
      type: "fill",
      ...fromStreets("landcover"),
      filter: isClass("wood"),
      paint: { "fill-color": palette.wood, "fill-opacity": ["step", ["zoom"], 0.7, 9, 1] },
    },
    {
      id: "street-streams",
      type: "line",
      ...fromStreets("waterway"),
      minzoom: 12,
      filter: ["all", isClass("stream", "canal", "ditch", "drain"), isAboveGround],
      layout: round,
      paint: { "line-color": palette.river, "line-width": zoomRamp(1.3, [12, 0.5], [18, 3]) },
    },
    {
      id: "street-rivers",
      type: "line",
      ...fromStreets("waterway"),
      filter: ["all", isClass("river"), isAboveGround],
      layout: round,
      paint: {
        "line-color": palette.river,
        "line-width": zoomRamp(1.3, [7, 0.7], [12, 2], [18, 6]),
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
        "line-width": zoomRamp(1.5, [11, 1], [14, 6], [18, 40]),
      },
    },
    {
      id: "street-squares",
      type: "fill",
      ...fromStreets("landuse"),
      minzoom: 13,
      filter: isClass("pedestrian"),
      paint: { "fill-color": palette.road },
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
