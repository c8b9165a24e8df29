import { baseMapGoneZoom, baseMapMaxUsefulZoom, baseMapWaterZooms } from "./base-map-source.ts";
import {
  type ColourFade,
  type Features,
  type LabelLayer,
  type MapColour,
  ramp,
  type ShapeLayer,
} from "./map-layers.ts";

/** Zoom from which a street map takes the place of the embedded map. Farther away, the whole land counts. */
export const partZoom = 9;

/** Opacity that is full up to the map's useful zoom, and then fades out. */
const fadeOut = (opacity = 1) => ramp(1, { [baseMapMaxUsefulZoom]: opacity, [baseMapGoneZoom]: 0 });
/** Opacity of names: full to the end, because a pale name is hard to read. */
const fadeOutNames = ramp(1, { [baseMapGoneZoom - 0.3]: 1, [baseMapGoneZoom]: 0 });

const waterZooms = [baseMapWaterZooms.useful, baseMapWaterZooms.gone] as const;

/** Ground below all layers: the sea, and plain land from where its coast is not exact: none is better than a coarse one. */
export function groundColour(isAround: boolean): ColourFade {
  return { zooms: waterZooms, colours: ["water", isAround ? "land" : "abroad"] };
}

const hungary: Features = { from: "hungary", shape: "area" };
const settlements: Features = {
  from: "label",
  shape: "point",
  only: { kind: ["settlement", "capital"] },
  isZoomed: true,
};
/** Rivers by their rank, the smallest first, with the zooms of their lines and names. */
const rivers = [
  { rank: 3, from: 7, nameFrom: 9 },
  { rank: 2, from: 6, nameFrom: 8 },
  { rank: 1, from: 3, nameFrom: 6.5 },
].map(({ rank, ...zooms }) => ({
  ...zooms,
  rank,
  features: { from: "river", shape: "line", only: { rank: [rank] } } satisfies Features,
}));

/**
 * Land and water of the embedded map, lowest first. Around a street map it has no edge: its land takes the other's
 * tone where the streets begin, and its borders and county lines fade out before they lie visibly beside the other's.
 */
export function embeddedShapes(isAround: boolean): ShapeLayer[] {
  const land = (colour: MapColour) =>
    isAround ? ({ zooms: [partZoom - 1, partZoom], colours: [colour, "land"] } as const) : colour;
  const coarse = (opacity = 1) =>
    isAround
      ? {
          maxZoom: baseMapMaxUsefulZoom,
          opacity: ramp(1, { [baseMapMaxUsefulZoom - 1]: opacity, [baseMapMaxUsefulZoom]: 0 }),
        }
      : { opacity: fadeOut(opacity) };
  return [
    { id: "land", features: { from: "land", shape: "area" }, colour: land("abroad") },
    { id: "hungary", features: hungary, colour: land("hungary"), opacity: fadeOut() },
    {
      id: "counties",
      features: { from: "county", shape: "line" },
      minZoom: 6,
      colour: "county",
      width: ramp(1, { 6: 0.5, 9: 1.1 }),
      dashes: [4, 3],
      isRound: true,
      ...coarse(0.9),
    },
    ...rivers.map(
      ({ rank, features, from }): ShapeLayer => ({
        id: `rivers-${rank}`,
        features,
        minZoom: from,
        colour: "river",
        width: "to-scale",
        isRound: true,
        opacity: fadeOut(),
      }),
    ),
    {
      id: "lakes",
      features: { from: "lake", shape: "area" },
      colour: "water",
      opacity: ramp(1, { [waterZooms[0]]: 1, [waterZooms[1]]: 0 }),
    },
    {
      id: "borders",
      features: { from: "border", shape: "line" },
      colour: "border",
      width: ramp(1, { 4: 0.5, 9: 1.2 }),
      isRound: true,
      ...coarse(),
    },
    {
      id: "hungary-border",
      features: hungary,
      colour: "border",
      width: ramp(1, { 4: 0.9, 9: 1.8 }),
      isRound: true,
      ...coarse(),
    },
    {
      id: "settlement-dots",
      features: settlements,
      minZoom: 5,
      colour: "townDot",
      radius: "by-rank",
      opacity: fadeOut(0.9),
    },
  ];
}

/** Rank from which a settlement is a village. */
const villageRanks = [9, 10, 11, 12];
const ofSettlement = {
  size: "by-rank",
  position: "below-dot",
  maxWidth: 8,
  padding: 4,
  order: "zoom",
} as const;
const labelsOf = (kind: string, isZoomed = false): Features => ({
  from: "label",
  shape: "point",
  only: { kind: [kind] },
  isZoomed,
});

/** Names of the embedded map, lowest rank first. */
export const embeddedLabels: readonly LabelLayer[] = [
  {
    id: "district-names",
    features: labelsOf("district"),
    minZoom: 10.3,
    colour: "villageText",
    size: 11,
    padding: 6,
    opacity: fadeOutNames,
  },
  {
    id: "county-names",
    features: labelsOf("county"),
    minZoom: 7.6,
    maxZoom: 10,
    colour: "countyText",
    size: ramp(1, { 7.5: 10.5, 10: 13 }),
    isUppercase: true,
    spacing: 0.12,
    maxWidth: 9,
    padding: 8,
  },
  ...rivers.map(
    ({ rank, features, nameFrom }): LabelLayer => ({
      id: `river-names-${rank}`,
      features,
      minZoom: nameFrom,
      colour: "waterText",
      size: ramp(1, { 7: 10.5, 11: 13 }),
      isAlong: true,
      spacing: 0.06,
      repeat: 420,
      padding: 12,
      opacity: fadeOutNames,
    }),
  ),
  {
    id: "lake-names",
    features: labelsOf("lake", true),
    colour: "waterText",
    halo: "water",
    size: 12,
    spacing: 0.04,
    maxWidth: 7,
    opacity: fadeOutNames,
  },
  // To the last zoom: where the land around is gone, a town's name still says where one is.
  {
    ...ofSettlement,
    id: "village-names",
    features: { ...settlements, only: { ...settlements.only, zoom: villageRanks } },
    colour: "villageText",
  },
  {
    ...ofSettlement,
    id: "settlement-names",
    features: { ...settlements, not: { zoom: villageRanks } },
    colour: "townText",
  },
  {
    id: "country-names",
    features: labelsOf("country", true),
    maxZoom: 7,
    colour: "countryText",
    size: ramp(1, { 2: 10, 6: 15 }),
    isUppercase: true,
    spacing: 0.16,
    maxWidth: 8,
    padding: 6,
  },
];
