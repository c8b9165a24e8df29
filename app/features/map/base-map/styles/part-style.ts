import type { ExpressionSpecification, LayerSpecification, StyleSpecification } from "maplibre-gl";
import type { BaseMapLook } from "#app/features/map/base-map/base-map-state.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { baseMapAttributions, type MapAttribution } from "#domain/map/base-map-source.ts";
import { embeddedStyle } from "./embedded-style.ts";
import { streetPalettes } from "./street-palette.ts";
import { type StreetTiles, streetStyle } from "./street-style.ts";

interface PartOfTheWorld {
  readonly tiles: StreetTiles;
  /** Boxes side by side that make up the area that the tiles show. */
  readonly covered: readonly BoundingBox[];
  readonly attributions: readonly MapAttribution[];
}

/** Zoom from which the tiles take the place of the embedded map. Farther away, the whole land counts. */
const partZoom = 9;

/**
 * The embedded map, and from {@link partZoom} on the street map in the area that its tiles show: there its
 * land covers the embedded map's lines, and its names take the place of the others.
 */
export function partStyle(
  look: BaseMapLook,
  { tiles, covered, attributions }: PartOfTheWorld,
): StyleSpecification {
  const embedded = embeddedStyle(look);
  // What the embedded map names already is named once.
  const named = new Set(baseMapAttributions.map(({ name }) => name));
  const others = attributions.filter(({ name }) => !named.has(name));
  const streets = streetStyle(look, tiles, others);
  const area = areaOf(covered);
  const isElsewhere: ExpressionSpecification = [
    "any",
    ["<", ["zoom"], partZoom],
    ["!", ["within", area]],
  ];
  const [shapes, names] = split(embedded.layers, isOfLabels);
  const ground: LayerSpecification = {
    id: "street-ground",
    type: "fill",
    source: "covered",
    minzoom: partZoom,
    // Without seams between the boxes.
    paint: { "fill-color": streetPalettes[look.theme].land, "fill-antialias": false },
  };
  const [drawn, streetNames] = split(
    streets.layers.filter(({ type }) => type !== "background").map(fromPartZoom),
    ({ type }) => type === "symbol",
  );
  return {
    ...embedded,
    name: `mosdo-part-${look.theme}`,
    sources: {
      ...embedded.sources,
      ...streets.sources,
      covered: { type: "geojson", data: area },
    },
    layers: [
      ...shapes,
      ground,
      ...drawn,
      ...names.map((layer) => withFilter(layer, isElsewhere)),
      ...streetNames,
    ],
  };
}

/** Names, and the dots of settlements. */
function isOfLabels({ type }: LayerSpecification): boolean {
  return type === "symbol" || type === "circle";
}

function split<Layer>(
  layers: readonly Layer[],
  isSecond: (layer: Layer) => boolean,
): [first: Layer[], second: Layer[]] {
  return [layers.filter((layer) => !isSecond(layer)), layers.filter(isSecond)];
}

/** Main roads show from farther away: they lead out of the area. */
const farRoads: ReadonlySet<string> = new Set(["street-motorway", "street-main"]);

function fromPartZoom(layer: LayerSpecification): LayerSpecification {
  if (farRoads.has(layer.id)) return layer;
  return { ...layer, minzoom: Math.max(layer.minzoom ?? 0, partZoom) };
}

/** A layer of the features that meet its own filter and another one. Lines are in the area or not by their points. */
function withFilter(
  layer: LayerSpecification,
  filter: ExpressionSpecification,
): LayerSpecification {
  if (layer.type === "background" || layer.type === "raster") return layer;
  const own = "filter" in layer ? layer.filter : undefined;
  return { ...layer, filter: own ? ["all", own, filter] : filter } as LayerSpecification;
}

function areaOf(covered: readonly BoundingBox[]): GeoJSON.MultiPolygon {
  return {
    type: "MultiPolygon",
    coordinates: covered.map(({ west, south, east, north }) => [
      [
        [west, south],
        [east, south],
        [east, north],
        [west, north],
        [west, south],
      ],
    ]),
  };
}
