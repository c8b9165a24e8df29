import type {
  ExpressionSpecification,
  GeoJSONSourceSpecification,
  LayerSpecification,
  Map as MapLibreMap,
  PointLike,
  StyleSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import type { BaseMap, BaseMapAppearance } from "#app/features/map/base-map/base-map-state.ts";
import { baseMapFonts, shownPalette } from "#app/features/map/base-map/styles/base-map-styles.ts";
import { baseMapFont } from "#app/features/map/base-map/styles/style-layers.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { clusterIconOffset, dotOf, markerDots, ringParts } from "#domain/map/marker-shapes.ts";
import { nearestMarker, type Spot } from "#domain/map/reading-order.ts";
import { type OpenStatus, openStatuses } from "#domain/opening/open-status.ts";
import type { Place } from "#domain/place/place.ts";
import { clusterRadiusSteps } from "#domain/place-index/place-tile.ts";
import { belowPointPixels, type MarkerSize, pendingIconName } from "./markers.ts";
import { placeTileScheme } from "./place-tiles.ts";
import { routeFeatures, routeLayers, routeSource, type ShownRoute } from "./route.ts";

/** The chosen place, as its marker shows it: all that the tiles have of a place. */
export interface ChosenMarker {
  readonly id: number;
  /** From a tile, exact to a pixel of its zoom. */
  readonly coordinates: Coordinates;
  readonly accepted: boolean;
  readonly status: OpenStatus;
  /** Whether visitors found it open at this hour, or closed; absent where that or more is known. */
  readonly likely?: boolean | undefined;
}

/** A place whose marker has a letter. */
export interface LetteredPlace extends Pick<Place, "id" | "coordinates"> {
  readonly letter: string;
}

/** Inputs of the map's style. */
export interface MapAppearance extends BaseMapAppearance {
  /** The filters as a query string, such as `?open=1`; empty without any. */
  readonly filterSearch: string;
  readonly chosen: ChosenMarker | null;
  /** The visitor's own places that wait for acceptance: no tile has them. */
  readonly ownPending: readonly Place[];
  /** The places of a way, as they are when one passes them; the map then shows no others. Null without a way. */
  readonly passed: readonly Place[] | null;
  /** The places whose markers have letters. */
  readonly lettered: readonly LetteredPlace[];
  /** The line to the chosen place. */
  readonly route: ShownRoute | null;
}

/** Style of any base map with the places on it. */
export function mapStyle(baseMap: BaseMap, appearance: MapAppearance): StyleSpecification {
  const base = baseMap.style(appearance);
  // A route covers no name of the streets that it follows.
  const names = base.layers.findLastIndex(({ type }) => type !== "symbol") + 1;
  return {
    ...base,
    "font-faces": { ...base["font-faces"], ...baseMapFonts },
    sources: {
      ...base.sources,
      [placeSource]: { type: "vector", tiles: [placeTiles(appearance)], maxzoom: 18 },
      [routeSource]: { type: "geojson", data: routeFeatures(appearance.route) },
      [ownPendingSource]: { type: "geojson", data: untiledFeatures(appearance) },
      [chosenSource]: { type: "geojson", data: chosenFeatures(appearance.chosen) },
    },
    layers: [
      ...base.layers.slice(0, names),
      ...routeLayers(appearance.theme),
      ...base.layers.slice(names),
      ...placeLayers(appearance),
    ],
  };
}

/** URL under which the map requests the places' tiles from `PlaceTiles`. */
export function placeTiles({ filterSearch }: Pick<MapAppearance, "filterSearch">): string {
  return `${placeTileScheme}://{z}/{x}/{y}.mvt${filterSearch}`;
}

type Features = Exclude<GeoJSONSourceSpecification["data"], string>;

/** The chosen place as a feature with the properties of a tile's place. */
export function chosenFeatures(chosen: ChosenMarker | null): Features {
  return markerFeatures(chosen ? [chosen] : []);
}

/** The places that no tile has as such features: those of a way, else pending ones. */
export function untiledFeatures({
  passed,
  ownPending,
}: Pick<MapAppearance, "passed" | "ownPending">): Features {
  const markers = (passed ?? ownPending).map(({ open_status: status, likely: _, ...place }) => ({
    ...place,
    status,
  }));
  return markerFeatures(markers);
}

function markerFeatures(markers: readonly ChosenMarker[]): Features {
  return {
    type: "FeatureCollection",
    features: markers.map(({ id, coordinates, accepted, status, likely }) => ({
      type: "Feature",
      geometry: { type: "Point", coordinates: [...coordinates] },
      properties: { id, accepted, open: status, ...(likely !== undefined && { likely }) },
    })),
  };
}

/** Sources of the places in tiles, of those that no tile has, and of the chosen place. */
export const placeSource = "places";
export const ownPendingSource = "own-pending-places";
export const chosenSource = "chosen-place";

/** Layers of the places in tiles, which a way hides. */
export const tiledLayers = [
  "place-points",
  "place-letters",
  "place-clusters",
  "place-cluster-signs",
] as const;

export function tiledVisibility({ passed }: Pick<MapAppearance, "passed">) {
  return passed === null ? "visible" : "none";
}

/** Layers whose markers may have a letter. */
export const letteredLayers = ["place-letters", "chosen-place"];

const letterPixels = 14;

/** Letter of a place's marker; empty without one. */
export function letters(lettered: readonly LetteredPlace[]): ExpressionSpecification | string {
  const cases = lettered.flatMap(({ id, letter }) => [id, letter]);
  if (cases.length === 0) return "";
  return ["match", ["get", "id"], ...cases, ""] as unknown as ExpressionSpecification;
}

/** Layers in which a press is looked up. */
const pressableLayers = ["place-clusters", "place-points", "own-pending-places"];

const count: ExpressionSpecification = ["get", "count"];
const isCluster: ExpressionSpecification = ["has", "count"];
const isSmall: ExpressionSpecification = ["has", "small"];
const openCount: ExpressionSpecification = ["get", "open_count"];

/** What follows from the radius of a cluster's disc. */
function byRadius<Output>(outputOf: (radius: number) => Output): ExpressionSpecification {
  const [[, first], ...others] = clusterRadiusSteps;
  const steps = others.flatMap(([from, radius]) => [from, outputOf(radius)]);
  return ["step", count, outputOf(first), ...steps] as unknown as ExpressionSpecification;
}

/** `greenRingParts` as a style expression. */
const greenParts: ExpressionSpecification = [
  "case",
  ["==", openCount, 0],
  0,
  ["==", openCount, count],
  ringParts,
  ["min", ringParts - 1, ["max", 1, ["round", ["*", ["/", openCount, count], ringParts]]]],
];

/** The dot's name for a place's status, or for what visitors found; 'unknown' for a status without a dot. */
const dot = [
  "case",
  ["all", ["==", ["get", "open"], "none"], ["has", "likely"]],
  ["case", ["get", "likely"], dotOf("none", true), dotOf("none", false)],
  [
    "match",
    ["get", "open"],
    ...openStatuses.flatMap((status) => [status, dotOf(status, undefined)]),
    markerDots.at(-1),
  ],
] as unknown as ExpressionSpecification;

function markerImage(
  theme: MapTheme,
  size: MarkerSize | ExpressionSpecification,
): ExpressionSpecification {
  const kind: ExpressionSpecification = ["case", ["get", "accepted"], "accepted", "pending"];
  return ["image", ["concat", `${theme}/`, kind, "/", dot, "/", size]];
}

function belowPoint(size: MarkerSize): [number, number] {
  return [0, belowPointPixels[size]];
}

/** Zoom from which places that no tile has are as large as others. */
const wayZoom = 12;

/** Clusters as ringed discs with their count, places as markers, the chosen place above all. */
function placeLayers({ theme, lettered, passed }: MapAppearance): LayerSpecification[] {
  const palette = shownPalette(theme);
  const standing = {
    "icon-anchor": "bottom",
    // Markers are all shown, and names of the map keep clear of them.
    "icon-allow-overlap": true,
    "icon-padding": 0,
  } as const;
  const offset = (x: number, y: number): [number, number] => [x / letterPixels, y / letterPixels];
  const letter = {
    "text-field": letters(lettered),
    "text-font": [baseMapFont],
    "text-size": letterPixels,
  } satisfies SymbolLayerSpecification["layout"];
  const letterPaint = {
    "text-color": palette.accepted,
    "text-halo-color": palette.onMarker,
    "text-halo-width": 2,
  };
  const plain = {
    "icon-image": markerImage(theme, "plain"),
    "icon-offset": belowPoint("plain"),
  };
  const small = {
    "icon-image": markerImage(theme, ["case", isSmall, "small", "plain"]),
    "icon-offset": [
      "case",
      isSmall,
      ["literal", belowPoint("small")],
      ["literal", belowPoint("plain")],
    ] as ExpressionSpecification,
  };
  const visibility = tiledVisibility({ passed });
  return [
    {
      id: "place-points",
      type: "symbol",
      source: placeSource,
      "source-layer": "places",
      filter: ["!", isCluster],
      layout: {
        visibility,
        ...standing,
        ...small,
        "symbol-z-order": "viewport-y",
      },
    },
    {
      id: "place-letters",
      type: "symbol",
      source: placeSource,
      "source-layer": "places",
      filter: ["!", isCluster],
      layout: {
        visibility,
        ...letter,
        "text-padding": 0,
        // At the upper left of a marker; where the letter of one beside it is there, at the next free corner.
        "text-variable-anchor-offset": [
          ...["center", offset(-13, -31), "center", offset(13, -31)],
          ...["center", offset(-15, -10), "center", offset(15, -10)],
        ],
      },
      paint: letterPaint,
    },
    {
      id: "place-clusters",
      type: "symbol",
      source: placeSource,
      "source-layer": "places",
      filter: isCluster,
      layout: {
        visibility,
        "icon-image": [
          "image",
          ["concat", `${theme}/cluster/`, byRadius(String), "/", ["to-string", greenParts]],
        ],
        "icon-allow-overlap": true,
        "icon-padding": 0,
        "text-field": [
          "case",
          ["<", count, 10_000],
          ["to-string", count],
          ["concat", ["to-string", ["round", ["/", count, 1000]]], "k"],
        ],
        "text-font": [baseMapFont],
        "text-size": 14,
        "text-allow-overlap": true,
      },
      paint: {
        "text-color": palette[palette.clusterText],
        "text-halo-color": palette[palette.clusterText],
        "text-halo-width": 0.3,
      },
    },
    {
      id: "place-cluster-signs",
      type: "symbol",
      source: placeSource,
      "source-layer": "places",
      filter: ["has", "waiting"],
      layout: {
        visibility,
        "icon-image": pendingIconName(theme),
        "icon-allow-overlap": true,
        "icon-ignore-placement": true,
        "icon-offset": byRadius((radius) => {
          const offset = clusterIconOffset(radius);
          return ["literal", [offset, -offset]];
        }),
      },
    },
    {
      id: "own-pending-places",
      type: "symbol",
      source: ownPendingSource,
      // A long way has many places, and is seen as a whole first.
      layout: {
        ...standing,
        "icon-image": ["step", ["zoom"], markerImage(theme, "small"), wayZoom, plain["icon-image"]],
        "icon-offset": [
          ...["step", ["zoom"], ["literal", belowPoint("small")]],
          ...[wayZoom, ["literal", plain["icon-offset"]]],
        ] as unknown as ExpressionSpecification,
      },
    },
    {
      id: "chosen-place",
      type: "symbol",
      source: chosenSource,
      layout: {
        ...standing,
        "icon-image": markerImage(theme, "chosen"),
        "icon-offset": belowPoint("chosen"),
        ...letter,
        "text-offset": offset(-13 * 1.4, -31 * 1.4),
        "text-optional": true,
      },
      paint: letterPaint,
    },
  ];
}

/** A place or a cluster that the map shows. */
export type PressedFeature =
  | { kind: "place"; marker: ChosenMarker; isSmall: boolean }
  | { kind: "cluster"; coordinates: Coordinates; count: number };

/** Half of the height of a place's marker, which is above its point. */
const halfMarkerPixels = 21;

/** A marker on the screen: the middle of what is drawn, in CSS pixels from the map's upper left corner. */
export interface ShownMarker extends Spot {
  readonly coordinates: Coordinates;
  readonly feature: PressedFeature;
}

/** Middle of a marker on the screen. */
export function middleOfMarker(
  map: MapLibreMap,
  coordinates: Coordinates,
  feature: PressedFeature,
): { x: number; y: number } {
  const { x, y } = map.project([...coordinates]);
  const isAround = feature.kind === "cluster" || feature.isSmall;
  return { x, y: isAround ? y : y - halfMarkerPixels };
}

/** The markers that the map draws in an area of the screen, or everywhere; none twice. */
export function shownMarkers(map: MapLibreMap, area?: [PointLike, PointLike]): ShownMarker[] {
  const found = new Map<string, ShownMarker>();
  const layers = pressableLayers;
  for (const { geometry, properties } of map.queryRenderedFeatures(area, { layers })) {
    if (geometry.type !== "Point") continue;
    const [longitude, latitude] = geometry.coordinates;
    const coordinates: Coordinates = [longitude, latitude];
    const { count, id, accepted, open: status, likely, small = false } = properties;
    const feature: PressedFeature =
      count === undefined
        ? { kind: "place", marker: { id, coordinates, accepted, status, likely }, isSmall: small }
        : { kind: "cluster", coordinates, count };
    const key = count === undefined ? String(id) : `${longitude},${latitude}`;
    found.set(key, { key, coordinates, feature, ...middleOfMarker(map, coordinates, feature) });
  }
  return [...found.values()];
}

/**
 * The place or cluster that a press means: the nearest whose image comes within `reachPixels` of the point,
 * so that even small markers have a target of 44 pixels.
 */
export function nearestFeature(
  map: MapLibreMap,
  { x, y }: { x: number; y: number },
  reachPixels: number,
): PressedFeature | null {
  const near = shownMarkers(map, [
    [x - reachPixels, y - reachPixels],
    [x + reachPixels, y + reachPixels],
  ]);
  return nearestMarker({ key: "", x, y }, near)?.feature ?? null;
}
