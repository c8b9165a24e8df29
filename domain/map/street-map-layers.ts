import { baseMapGoneZoom, baseMapMaxUsefulZoom } from "./base-map-source.ts";
import { partZoom } from "./embedded-map-layers.ts";
import { type Features, type LabelLayer, ramp, type ShapeLayer } from "./map-layers.ts";

/*
 * Street map: layers of tiles in the OpenMapTiles schema (https://openmaptiles.org/schema/), in very quiet tones, the
 * lowest first. Landmarks, which are icons with names, are in `landmarks.ts`.
 */

type More = Pick<Features, "not" | "lacks">;
const areas = (from: string, only: Features["only"] = {}, more: More = {}): Features => ({
  ...more,
  ...{ from, shape: "area", only },
});
const lines = (from: string, only: Features["only"], more: More = {}): Features => ({
  ...more,
  ...{ from, shape: "line", only },
});
const points = (from: string, only?: Features["only"]): Features => ({
  ...{ from, shape: "point", only },
});
const aboveGround = { not: { brunnel: ["tunnel"] } };

const grounds: readonly ShapeLayer[] = [
  {
    id: "street-towns",
    features: areas("landuse", { class: ["residential", "suburb", "neighbourhood", "quarter"] }),
    colour: "town",
  },
  {
    id: "street-grounds",
    features: areas("landuse", {
      class: [
        ...["commercial", "retail", "industrial", "railway", "bus_station", "hospital"],
        ...["school", "college", "university", "kindergarten", "stadium", "military"],
      ],
    }),
    minZoom: 11,
    colour: "grounds",
  },
  {
    id: "street-grass",
    features: areas("landcover", { class: ["grass", "wetland"] }),
    colour: "grass",
  },
  {
    id: "street-greens",
    features: areas("landuse", {
      class: ["cemetery", "pitch", "playground", "zoo", "theme_park"],
    }),
    minZoom: 11,
    colour: "grass",
  },
  {
    id: "street-parks",
    features: areas("landcover", { class: ["grass"], subclass: ["park"] }),
    colour: "park",
  },
  {
    id: "street-woods",
    features: areas("landcover", { class: ["wood"] }),
    colour: "wood",
    // Pale from afar, where they would cover the map.
    opacity: ramp(1, { 8: 0.7, 9: 1 }),
  },
  {
    id: "street-streams",
    features: lines("waterway", { class: ["stream", "canal", "ditch", "drain"] }, aboveGround),
    minZoom: 12,
    colour: "river",
    width: ramp(1.3, { 12: 0.5, 18: 3 }),
    isRound: true,
  },
  {
    id: "street-rivers",
    features: lines("waterway", { class: ["river"] }, aboveGround),
    colour: "river",
    width: ramp(1.3, { 7: 0.7, 12: 2, 18: 6 }),
    isRound: true,
  },
  {
    id: "street-water",
    features: areas("water", {}, aboveGround),
    colour: "water",
    // Over the ground of its pixels, which would be a line where the sea and the ground end.
    outline: "water",
  },
  { id: "street-airfields", features: areas("aeroway"), minZoom: 11, colour: "grounds" },
  {
    id: "street-runways",
    features: lines("aeroway", { class: ["runway", "taxiway"] }),
    minZoom: 11,
    colour: "road",
    width: ramp(1.5, { 11: 1, 14: 6, 18: 40 }),
  },
  {
    id: "street-squares",
    features: areas("landuse", { class: ["pedestrian", "pier"] }),
    minZoom: 13,
    colour: "square",
  },
  {
    id: "street-buildings",
    features: areas("building"),
    minZoom: 13.5,
    // There are too many from farther away.
    pictureZoom: 16,
    colour: "building",
    outline: "buildingEdge",
    opacity: ramp(1, { 13.5: 0, 14.5: 1 }),
  },
  // Doors of buildings, which the product's own tiles have beyond the schema.
  ...([3, 2] as const).map(
    (radius): ShapeLayer => ({
      id: radius === 3 ? "street-main-entrances" : "street-entrances",
      features: points("entrance", { class: [radius === 3 ? "main" : "other"] }),
      minZoom: 17,
      colour: "halo",
      radius,
      outline: "buildingEdge",
    }),
  ),
];

const ways: readonly ShapeLayer[] = [
  {
    id: "street-ferries",
    features: lines("transportation", { class: ["ferry"] }),
    minZoom: 10,
    colour: "waterText",
    width: ramp(1, { 10: 0.8, 16: 1.4 }),
    dashes: [6, 4],
    // The colour of letters is then as quiet as other lines.
    opacity: ramp(1, { 10: 0.45 }),
  },
  {
    id: "street-paths",
    features: lines(
      "transportation",
      { class: ["path", "pier"] },
      // Sidewalks and crossings are drawn where a street is wide enough to have them beside it.
      { not: { subclass: ["steps"] }, lacks: { sidewalk: 17 } },
    ),
    minZoom: 14,
    colour: "path",
    width: ramp(1.3, { 14: 0.8, 16: 1.6, 18: 3 }),
    dashes: [2.5, 1.5],
    hasTunnels: true,
  },
  {
    id: "street-steps",
    features: lines("transportation", { class: ["path"], subclass: ["steps"] }),
    minZoom: 15,
    colour: "steps",
    width: ramp(1.3, { 15: 2, 16: 3, 18: 6 }),
    // One for each tread.
    dashes: [0.35, 0.35],
    hasTunnels: true,
  },
];

/** Roads with the colours of their edges, the narrowest first, because wider roads cover them. */
const roads: readonly (ShapeLayer & {
  readonly edge: ShapeLayer["colour"];
  readonly widths: Readonly<Record<number, number>>;
})[] = [
  {
    id: "street-service",
    features: lines("transportation", { class: ["service", "track"] }),
    minZoom: 14,
    colour: "road",
    edge: "laneEdge",
    widths: { 14: 0.8, 16: 3, 18: 9 },
  },
  {
    id: "street-minor",
    features: lines("transportation", { class: ["minor", "busway", "bus_guideway"] }),
    minZoom: 12,
    colour: "road",
    edge: "roadEdge",
    widths: { 12: 0.6, 14: 2.4, 16: 7, 18: 20 },
  },
  {
    // Of the tone of squares, which it leads to. The schema has it as a path.
    id: "street-pedestrian",
    features: lines("transportation", { class: ["minor", "path"], subclass: ["pedestrian"] }),
    minZoom: 13,
    colour: "square",
    edge: "roadEdge",
    widths: { 13: 1.2, 14: 2.4, 16: 7, 18: 20 },
  },
  {
    id: "street-middle",
    features: lines("transportation", { class: ["secondary", "tertiary"] }),
    minZoom: 9,
    colour: "middleRoad",
    edge: "middleRoadEdge",
    widths: { 9: 0.7, 12: 1.8, 14: 4, 16: 10, 18: 24 },
  },
  {
    id: "street-main",
    features: lines("transportation", { class: ["primary", "trunk"] }),
    minZoom: 6,
    colour: "mainRoad",
    edge: "mainRoadEdge",
    widths: { 6: 0.6, 10: 1.6, 14: 5, 16: 12, 18: 28 },
  },
  {
    id: "street-motorway",
    features: lines("transportation", { class: ["motorway"] }),
    minZoom: 5,
    colour: "motorway",
    edge: "motorwayEdge",
    widths: { 5: 0.7, 10: 2.2, 14: 6, 16: 13, 18: 30 },
  },
];

const roadEdges = roads.map(
  ({ edge, widths, ...road }): ShapeLayer => ({
    ...road,
    id: `${road.id}-edges`,
    minZoom: Math.max(road.minZoom ?? 0, 8),
    colour: edge,
    width: ramp(1.4, widths, 1.6),
    hasTunnels: true,
  }),
);
const roadLines = roads.map(
  ({ edge, widths, ...road }): ShapeLayer => ({
    ...road,
    width: ramp(1.4, widths),
    isRound: true,
    hasTunnels: true,
  }),
);

const railway = lines("transportation", { class: ["rail"] }, { lacks: { service: 99 } });

const railsAndBorders: readonly ShapeLayer[] = [
  {
    // Without sleepers: a street with a tram is a street, which is the stronger line.
    id: "street-trams",
    features: lines("transportation", { class: ["transit"] }, { lacks: { service: 99 } }),
    minZoom: 13,
    colour: "rail",
    width: ramp(1.4, { 13: 0.5, 16: 0.9, 18: 1.6 }),
    hasTunnels: true,
  },
  {
    id: "street-rails",
    features: railway,
    minZoom: 9,
    colour: "rail",
    width: ramp(1.4, { 9: 0.6, 14: 1.1, 18: 3 }),
    hasTunnels: true,
  },
  {
    id: "street-sleepers",
    features: railway,
    minZoom: 15,
    colour: "rail",
    width: ramp(1.4, { 14: 4, 18: 9 }),
    dashes: [0.25, 2.5],
    hasTunnels: true,
  },
  {
    id: "street-counties",
    features: lines("boundary", { admin_level: [4, 5, 6] }, { not: { maritime: [1] } }),
    minZoom: 6,
    colour: "county",
    width: ramp(1, { 6: 0.5, 10: 1 }),
    dashes: [4, 3],
  },
  {
    id: "street-borders",
    features: lines("boundary", { admin_level: [2] }, { not: { maritime: [1] } }),
    colour: "border",
    width: ramp(1, { 3: 0.6, 9: 1.6 }),
    // In a river a plain line would be a railway.
    dashes: [6, 2, 1, 2],
  },
];

/** Land, water, ways and borders: every road's edge is below every road. */
export const streetShapes: readonly ShapeLayer[] = [
  ...grounds,
  ...ways,
  ...roadEdges,
  ...roadLines,
  ...railsAndBorders,
];

const softEdge = (only: Pick<Features, "only" | "not">, pixels: number, from: number) => {
  const width = (of: number) => ramp(2, { [from]: of * 2 ** (from - 14), 20: of * 64 });
  return {
    features: { from: "edge", shape: "line", ...only } satisfies Features,
    colour: "land",
    width: width(pixels),
    blur: width(pixels / 2),
    isRound: true,
  } as const;
};

/**
 * Soft edges of the land of a part of the world, below its street map and above. A tile has no line of the next one
 * that is farther from it than the squares of the covered area (docs/decisions/049), or than a 32nd of its width
 * where an extract is cut: no edge is wider.
 */
export const streetEdges = {
  below: {
    ...softEdge({ not: { class: ["cut"] } }, 256, partZoom),
    id: "street-ground-edge",
    minZoom: partZoom,
  },
  above: {
    ...softEdge({ only: { class: ["cut"] } }, 32, 14),
    id: "street-cut",
    minZoom: baseMapMaxUsefulZoom,
    opacity: ramp(1, { [baseMapMaxUsefulZoom]: 0, [baseMapGoneZoom]: 1 }),
  },
} as const satisfies Record<string, ShapeLayer>;

/** Numbers of houses, which give way to all else. */
export const houseNumbers: LabelLayer = {
  id: "street-house-numbers",
  features: points("housenumber"),
  minZoom: 17,
  pictureZoom: Number.POSITIVE_INFINITY,
  colour: "roadText",
  text: "housenumber",
  size: 11,
  padding: 3,
};

const ofRoad = { colour: "roadText", isAlong: true } as const;
const ofRiver = { colour: "waterText", isAlong: true } as const;
const ofLake = { colour: "waterText", halo: "water", size: 12, spacing: 0.04 } as const;
const lakes = { class: ["lake", "bay", "sea", "ocean", "strait", "reservoir", "pond"] };

/** Names of streets and waters, lowest rank first. */
export const streetLabels: readonly LabelLayer[] = [
  {
    ...ofRiver,
    id: "street-stream-names",
    features: lines("waterway", { class: ["stream", "canal"] }),
    minZoom: 14,
    size: 11,
    repeat: 400,
    padding: 8,
  },
  {
    ...ofRoad,
    id: "street-way-names",
    features: lines("transportation_name", { class: ["service", "track", "path"] }),
    minZoom: 15.5,
    size: 11,
    repeat: 350,
    padding: 6,
  },
  {
    ...ofRoad,
    id: "street-minor-names",
    features: lines("transportation_name", { class: ["minor"] }),
    minZoom: 14,
    size: ramp(1, { 14: 11, 18: 14 }),
    repeat: 320,
    padding: 4,
  },
  {
    ...ofRoad,
    id: "street-main-names",
    features: lines("transportation_name", {
      class: ["motorway", "trunk", "primary", "secondary", "tertiary"],
    }),
    minZoom: 12.5,
    size: ramp(1, { 12: 11, 18: 15 }),
    repeat: 380,
    padding: 6,
  },
  {
    id: "street-airport-names",
    features: { ...points("aerodrome_label"), has: "iata" },
    minZoom: 10,
    colour: "roadText",
    size: 12,
    maxWidth: 8,
    padding: 6,
  },
  {
    ...ofRiver,
    id: "street-river-names",
    features: lines("waterway", { class: ["river"] }),
    minZoom: 9,
    size: ramp(1, { 9: 11, 14: 13 }),
    spacing: 0.06,
    // From afar the bends of a river are sharp.
    maxAngle: 45,
    repeat: 320,
    padding: 10,
  },
  {
    ...ofLake,
    id: "street-long-lake-names",
    features: lines("water_name", lakes),
    isAlong: true,
    repeat: 600,
  },
  { ...ofLake, id: "street-lake-names", features: points("water_name", lakes), maxWidth: 7 },
];

const ofPlace = { position: "in-middle", maxWidth: 8, padding: 5, order: "rank" } as const;

/** Names of settlements and countries, lowest rank first. */
export const streetPlaces: readonly LabelLayer[] = [
  {
    ...ofPlace,
    id: "street-names-of-hamlets",
    features: points("place", { class: ["hamlet", "neighbourhood", "isolated_dwelling"] }),
    minZoom: 13,
    maxZoom: 18,
    colour: "villageText",
    size: ramp(1, { 13: 11, 16: 13 }),
  },
  {
    ...ofPlace,
    id: "street-names-of-suburbs",
    features: points("place", { class: ["suburb", "quarter", "borough"] }),
    minZoom: 11.5,
    maxZoom: 17,
    colour: "villageText",
    size: ramp(1, { 11: 11, 15: 14 }),
  },
  {
    ...ofPlace,
    id: "street-names-of-villages",
    features: points("place", { class: ["village"] }),
    minZoom: 9.5,
    maxZoom: 17,
    colour: "villageText",
    size: ramp(1, { 9: 11, 12: 13, 15: 16 }),
  },
  {
    ...ofPlace,
    id: "street-names-of-towns",
    features: points("place", { class: ["town"] }),
    minZoom: 7,
    maxZoom: 16,
    colour: "townText",
    size: ramp(1, { 7: 11, 11: 14, 15: 18 }),
  },
  {
    ...ofPlace,
    id: "street-names-of-cities",
    features: points("place", { class: ["city"] }),
    minZoom: 3.5,
    maxZoom: 15,
    colour: "townText",
    size: ramp(1, { 4: 11.5, 8: 15, 11: 18, 14: 22 }),
  },
  {
    ...ofPlace,
    id: "street-names-of-countries",
    features: points("place", { class: ["country"] }),
    maxZoom: 7,
    colour: "countryText",
    size: ramp(1, { 2: 10, 6: 15 }),
    isUppercase: true,
    spacing: 0.16,
  },
];
