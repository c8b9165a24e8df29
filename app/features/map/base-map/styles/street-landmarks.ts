import type {
  ExpressionSpecification,
  LayerSpecification,
  SymbolLayerSpecification,
} from "maplibre-gl";
import {
  firstSmallZoom,
  type LandmarkKind,
  landmarkColours,
  landmarkIconName,
  landmarkKinds,
} from "#domain/map/landmarks.ts";
import type { MapTheme } from "#domain/map/map-palettes.ts";
import { streetPalettes } from "#domain/map/street-map-theme.ts";
import type { Language } from "#domain/text/language.ts";
import { fromStreets, localName } from "./street-expressions.ts";
import { baseMapFont } from "./style-parts.ts";

const kinds = Object.entries(landmarkKinds);
const isStation = ([, { group, minZoom }]: (typeof kinds)[number]) =>
  group === "transit" && minZoom < firstSmallZoom;

/**
 * Icons and names of landmarks (domain/map/landmarks.ts) in the layer `poi` of the OpenMapTiles schema, a layer
 * for each zoom from which they are shown, the last ones to give way first. An icon stays where its name has no
 * room; one of a kind that has a name is without it there only from the next zoom. The images come from
 * live/landmark-icons.ts.
 */
export function streetLandmarks(theme: MapTheme, language: Language): LayerSpecification[] {
  return layersOf(
    "landmarks",
    kinds.filter((kind) => !isStation(kind)),
    theme,
    language,
  );
}

/** Stations, apart from the other landmarks: one is in one place, and a street's name in many. */
export function streetStations(theme: MapTheme, language: Language): LayerSpecification[] {
  return layersOf("stations", kinds.filter(isStation), theme, language);
}

function layersOf(
  name: string,
  ofKinds: typeof kinds,
  theme: MapTheme,
  language: Language,
): LayerSpecification[] {
  const zooms = [...new Set(ofKinds.map(([, { minZoom }]) => minZoom))].sort(
    (one, other) => other - one,
  );
  return zooms.map((zoom) => {
    const ofZoom = ofKinds.filter(([, { minZoom }]) => minZoom === zoom);
    return { ...landmarkLayer(zoom, ofZoom, theme, language), id: `street-${name}-${zoom}` };
  });
}

function landmarkLayer(
  zoom: number,
  ofZoom: typeof kinds,
  theme: MapTheme,
  language: Language,
): Omit<SymbolLayerSpecification, "id"> {
  const withIcon = ofZoom.filter(([, { icon }]) => icon !== undefined);
  const each = <Value extends string | number>(value: (kind: LandmarkKind) => Value) =>
    match(ofZoom.map(([subclass, kind]) => [subclass, value(kind)]));
  return {
    type: "symbol",
    ...fromStreets("poi"),
    minzoom: zoom,
    filter: [
      "all",
      isKind(ofZoom),
      ["any", ["has", "name"], [">", ["zoom"], zoom], isKind(ofZoom.filter(isNamelessKind))],
    ],
    layout: {
      ...(withIcon.length > 0 && {
        "icon-image": match(
          ofZoom.map(([subclass, { icon }]) => [
            subclass,
            icon === undefined ? "" : landmarkIconName(theme, subclass),
          ]),
        ),
        "icon-padding": 3,
      }),
      "text-field": localName(language),
      "text-font": [baseMapFont],
      "text-size": each(({ isMajor }) => (isMajor ? 13 : 11.5)),
      "text-max-width": 8,
      "text-padding": 4,
      "text-optional": true,
      // A name where the toilet's marker has the icon's place; of a small landmark, both or none.
      "icon-optional": zoom < firstSmallZoom,
      "text-justify": "auto",
      "text-variable-anchor-offset": match(
        ofZoom.map(([subclass, { icon }]) => [
          subclass,
          icon === undefined ? beside(0) : beside(0.9),
        ]),
        (offsets) => ["literal", offsets],
      ),
    },
    paint: {
      "text-color": each(({ group }) => landmarkColours[theme][group]),
      "text-halo-color": streetPalettes[theme].halo,
      "text-halo-width": 1.4,
      "text-halo-blur": 0.4,
    },
  };
}

function isKind(ofKinds: typeof kinds): ExpressionSpecification {
  return ["in", ["get", "subclass"], ["literal", ofKinds.map(([subclass]) => subclass)]];
}

function isNamelessKind([, { isNameless }]: (typeof kinds)[number]): boolean {
  return isNameless === true;
}

/** Text below an icon, or else beside or above it; at the point itself without one. */
function beside(ems: number): unknown[] {
  if (ems === 0) return ["center", [0, 0]];
  const near = ["top", [0, ems], "left", [ems, 0], "right", [-ems, 0], "bottom", [0, -ems]];
  return [...near, "left", [2, 0], "right", [-2, 0], "top", [0, 2.4]];
}

/** A value by the landmark's kind. A `match` needs two values at least. */
function match<Value>(
  cases: readonly (readonly [subclass: string, value: Value])[],
  written: (value: Value) => unknown = (value) => value,
): ExpressionSpecification {
  const all = cases.flatMap(([subclass, value]) => [subclass, written(value)]);
  const [, last] = cases[cases.length - 1];
  return [
    "match",
    ["get", "subclass"],
    ...all,
    written(last),
  ] as unknown as ExpressionSpecification;
}
