import type {
  ExpressionSpecification,
  FontFacesSpecification,
  LayerSpecification,
  StyleSpecification,
  VectorSourceSpecification,
} from "maplibre-gl";
import type { BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import type { BoundingBox } from "#domain/geography/bounding-box.ts";
import { countryCodes, countryName } from "#domain/geography/country-code.ts";
import {
  attributionsBeside,
  type BaseMapSource,
  baseMapAttributions,
  type MapAttribution,
} from "#domain/map/base-map-source.ts";
import {
  embeddedLabels,
  embeddedShapes,
  groundColour,
  partZoom,
} from "#domain/map/embedded-map-layers.ts";
import {
  type MapPalette,
  type MapTheme,
  mapPalettes,
  siteTones,
} from "#domain/map/map-palettes.ts";
import {
  houseNumbers,
  streetEdges,
  streetLabels,
  streetPlaces,
  streetShapes,
} from "#domain/map/street-map-layers.ts";
import { worldTiles } from "#domain/map/world-tiles.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import {
  baseMapFont,
  colourOf,
  expression,
  labelLayer,
  landmarkLayers,
  shapeLayer,
} from "./style-layers.ts";

/**
 * Inter's two files with the characters of each, as in the page's style sheet, so that the browser fetches
 * them once.
 */
export const baseMapFonts = {
  [baseMapFont]: [
    {
      url: "/fonts/inter-latin.woff2",
      "unicode-range": [
        ...["U+0000-00FF", "U+0131", "U+0152-0153", "U+02BB-02BC", "U+02C6", "U+02DA", "U+02DC"],
        "U+2000-206F",
      ],
    },
    {
      url: "/fonts/inter-latin-ext.woff2",
      "unicode-range": ["U+0100-0130", "U+0132-0151", "U+0154-017F", "U+0218-021B", "U+0259"],
    },
  ],
} satisfies FontFacesSpecification;

/** Colours of the map in the page's theme, with the operator's where the page has them (`siteColourSheet`). */
export function shownPalette(theme: MapTheme): MapPalette {
  const style = getComputedStyle(document.documentElement);
  const own = siteTones.map((name) => [name, style.getPropertyValue(`--map-${name}`).trim()]);
  return { ...mapPalettes[theme], ...Object.fromEntries(own.filter(([, colour]) => colour)) };
}

/** Attributions as MapLibre's control takes them: HTML. */
export function mapAttribution(attributions: readonly MapAttribution[]): string {
  return attributions
    .map(({ name, url }) => {
      const href = escapeHtml(url);
      return `<a href="${href}" target="_blank" rel="noopener">${escapeHtml(name)}</a>`;
    })
    .join(" · ");
}

/**
 * Style of the embedded base map for MapLibre: the product's own shapes, names and fonts, nothing from
 * another host, no sprite and no glyph server. A name is in the page's language where it exists in that
 * language.
 *
 * @param isAround whether it is around the street map of a part of the world
 */
export function embeddedStyle(
  { theme, language }: BaseMapAppearance,
  isAround = false,
): StyleSpecification {
  const name: ExpressionSpecification = ["coalesce", ["get", language], ["get", "en"]];
  const named = countryCodes.map((code) => [code, countryName(code, language)] as const);
  const country = expression(["match", ["get", "code"], ...named.flat(), name]);
  return {
    version: 8,
    name: `mosdo-${theme}`,
    "font-faces": baseMapFonts,
    sources: {
      world: {
        type: "vector",
        tiles: [worldTiles.url],
        maxzoom: worldTiles.maxZoom,
        attribution: mapAttribution(baseMapAttributions),
      },
    },
    layers: [
      {
        id: "water",
        type: "background",
        paint: { "background-color": colourOf(groundColour(isAround), theme) },
      },
      ...embeddedShapes(isAround).map((layer) => shapeLayer("world", layer, theme)),
      ...embeddedLabels.map((layer) =>
        labelLayer("world", layer, theme, layer.id === "country-names" ? country : name),
      ),
    ],
  };
}

/** URL and extent of vector tiles in the OpenMapTiles schema. */
export type StreetTiles = Pick<VectorSourceSpecification, "tiles" | "maxzoom" | "bounds">;

/** The product's style for vector tiles in the OpenMapTiles schema, without a sprite or a glyph server. */
export function streetStyle(
  { theme, language }: BaseMapAppearance,
  tiles: StreetTiles,
  attributions: readonly MapAttribution[],
): StyleSpecification {
  // Else the local name in Latin letters: tilemaker writes the local name there, OpenFreeMap a transcription.
  const names = [`name:${language}`, "name:latin", "name"] as const;
  const name: ExpressionSpecification = [
    "coalesce",
    ...names.map((key): ExpressionSpecification => ["get", key]),
  ];
  const labels = (layers: typeof streetLabels) =>
    layers.map((layer) => labelLayer("streets", layer, theme, name));
  const { landmarks, stations } = landmarkLayers("streets", theme, name);
  return {
    version: 8,
    name: `mosdo-streets-${theme}`,
    "font-faces": baseMapFonts,
    sources: {
      streets: { type: "vector", ...tiles, attribution: mapAttribution(attributions) },
    },
    layers: [
      {
        id: "street-land",
        type: "background",
        paint: { "background-color": mapPalettes[theme].land },
      },
      ...streetShapes.map((layer) => shapeLayer("streets", layer, theme)),
      // Lowest rank first: a house number gives way to a landmark, that to a street, and that to a station.
      ...labels([houseNumbers]),
      ...landmarks,
      ...labels(streetLabels),
      ...stations,
      ...labels(streetPlaces),
    ],
  };
}

interface PartOfTheWorld {
  readonly tiles: StreetTiles;
  /** Boxes side by side that make up the area that the tiles show. */
  readonly covered: readonly BoundingBox[];
  readonly attributions: readonly MapAttribution[];
}

/** Main roads show from farther away than the rest of the part: they lead out of the area. */
const farRoads: ReadonlySet<string> = new Set(["street-motorway", "street-main"]);

/**
 * The embedded map, and from {@link partZoom} on the street map in the area that its tiles show: there its
 * land covers the embedded map's lines, and its names take the place of the others.
 */
export function partStyle(
  appearance: BaseMapAppearance,
  { tiles, covered, attributions }: PartOfTheWorld,
): StyleSpecification {
  const embedded = embeddedStyle(appearance, true);
  // MapLibre leaves out what is a part of another attribution: © OpenStreetMap is first, and once.
  const credits = [...baseMapAttributions, ...attributionsBeside(attributions)];
  const streets = streetStyle(appearance, tiles, credits);
  const area: GeoJSON.MultiPolygon = {
    type: "MultiPolygon",
    coordinates: covered.map(({ west, south, east, north }) => [
      [west, east, east, west, west].map((longitude, at) => [
        longitude,
        at < 2 || at > 3 ? south : north,
      ]),
    ]),
  };
  const isElsewhere: ExpressionSpecification = [
    "any",
    ["<", ["zoom"], partZoom],
    ["!", ["within", area]],
  ];
  const { theme } = appearance;
  const ground: LayerSpecification = {
    id: "street-ground",
    type: "fill",
    source: "covered",
    minzoom: partZoom,
    // Without seams between the boxes.
    paint: { "fill-color": mapPalettes[theme].land, "fill-antialias": false },
  };
  /** Shapes, and names with the dots of settlements. */
  const [shapes, names] = split(
    embedded.layers,
    ({ type }) => type === "symbol" || type === "circle",
  );
  const [drawn, streetNames] = split(
    streets.layers
      .filter(({ type }) => type !== "background")
      .map((layer) =>
        farRoads.has(layer.id)
          ? layer
          : { ...layer, minzoom: Math.max(layer.minzoom ?? 0, partZoom) },
      ),
    ({ type }) => type === "symbol",
  );
  return {
    ...embedded,
    name: `mosdo-part-${theme}`,
    sources: {
      ...embedded.sources,
      ...streets.sources,
      covered: { type: "geojson", data: area },
    },
    layers: [
      ...shapes,
      ground,
      shapeLayer("streets", streetEdges.below, theme),
      ...drawn,
      shapeLayer("streets", streetEdges.above, theme),
      // A line is in the area or not by its points.
      ...names.map((layer) => {
        const own = "filter" in layer ? layer.filter : true;
        return { ...layer, filter: ["all", own, isElsewhere] } as LayerSpecification;
      }),
      ...streetNames,
    ],
  };
}

function split<Layer>(
  layers: readonly Layer[],
  isSecond: (layer: Layer) => boolean,
): [first: Layer[], second: Layer[]] {
  return [layers.filter((layer) => !isSecond(layer)), layers.filter(isSecond)];
}

/** A style of raster tiles of 512 CSS pixels. */
export function rasterStyle(
  source: Extract<BaseMapSource, { kind: "raster" }>,
  theme: MapTheme,
): StyleSpecification {
  return {
    version: 8,
    name: `mosdo-raster-${theme}`,
    sources: {
      pictures: {
        type: "raster",
        tiles: [source.tilesUrls[theme]],
        tileSize: 512,
        maxzoom: 22,
        attribution: mapAttribution(source.attributions),
      },
    },
    layers: [
      {
        id: "paper",
        type: "background",
        paint: { "background-color": mapPalettes[theme].abroad },
      },
      { id: "pictures", type: "raster", source: "pictures" },
    ],
  };
}
