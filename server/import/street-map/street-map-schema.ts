import { landmarkKinds, landmarksOf } from "#domain/map/landmarks.ts";
import { languages } from "#domain/text/language.ts";
import type { OsmTags } from "#server/import/osm-element.ts";

/** Feature of the street map: its layer and properties, and its minimum zoom. */
export interface StreetFeature {
  readonly layer: StreetLayer;
  readonly properties: Readonly<Record<string, string | number>>;
  readonly minZoom: number;
  /** How the element's outline is used: as a line, as an area, or as the point in its middle. */
  readonly shape: "line" | "area" | "point";
}

/**
 * Layers of the street map: those of the OpenMapTiles schema (https://openmaptiles.org/schema/) that the
 * product's style draws, `entrance`, points of the doors of buildings, and `edge`, lines along the edge of the
 * covered area on land. Beyond the schema, paths have `sidewalk` where they belong to a street,
 * and pedestrian streets their `subclass`.
 */
export const streetLayers = [
  "landcover",
  "landuse",
  "water",
  "waterway",
  "aeroway",
  "building",
  "transportation",
  "boundary",
  "transportation_name",
  "water_name",
  "housenumber",
  "poi",
  "aerodrome_label",
  "place",
  "entrance",
  "edge",
] as const;

export type StreetLayer = (typeof streetLayers)[number];

/** Zooms of the tiles; the map draws closer views from the last one. */
export const streetMaxZoom = 14;

/** Features of a node. */
export function featuresOfNode(tags: OsmTags): StreetFeature[] {
  const features: StreetFeature[] = [];
  addPlace(features, tags);
  addPoints(features, tags);
  return features;
}

/** Features of a way. @param isClosed whether it ends where it began, and so may be an area */
export function featuresOfWay(tags: OsmTags, isClosed: boolean): StreetFeature[] {
  const features: StreetFeature[] = [];
  // A pedestrian street may end where it began.
  const isStreet = tags.highway === "pedestrian" && tags.area !== "yes";
  const isArea = isClosed && tags.area !== "no" && !isStreet;
  if (isArea) addAreas(features, tags);
  if (tags.area !== "yes") addRoad(features, tags);
  addRail(features, tags);
  addWaterway(features, tags);
  if (tags.aeroway === "runway" || tags.aeroway === "taxiway") {
    features.push(line("aeroway", { class: tags.aeroway }, 11));
  }
  if (isArea) addPoints(features, tags);
  return features;
}

/** Features of a relation that draws an area. */
export function featuresOfArea(tags: OsmTags): StreetFeature[] {
  const features: StreetFeature[] = [];
  addAreas(features, tags);
  addPoints(features, tags);
  return features;
}

/** Line of a border between countries (2), or of parts of one (4 to 6). */
export function borderFeature(level: number, isMaritime: boolean): StreetFeature {
  const properties = { admin_level: level, maritime: isMaritime ? 1 : 0 };
  return line("boundary", properties, level === 2 ? 3 : 6);
}

type Properties = StreetFeature["properties"];

function line(layer: StreetLayer, properties: Properties, minZoom: number): StreetFeature {
  return { layer, properties, minZoom, shape: "line" };
}

/** Area that is drawn from the zoom at which it is large enough to see, and not below `minZoom`. */
function area(layer: StreetLayer, properties: Properties, minZoom = 4): StreetFeature {
  return { layer, properties, minZoom, shape: "area" };
}

function point(layer: StreetLayer, properties: Properties, minZoom: number): StreetFeature {
  return { layer, properties, minZoom, shape: "point" };
}

/** Latin letters, with digits and signs between them. */
const latin = /^[\p{Script=Latin}\p{Script=Common}\p{Script=Inherited}]*$/u;

/** Name, and where they differ the names in the product's languages and in Latin letters. */
function namesOf(tags: OsmTags): Record<string, string> {
  const { name } = tags;
  const names: Record<string, string> = {};
  if (name === undefined) return names;
  names.name = name;
  for (const language of languages) {
    const own = tags[`name:${language}`];
    if (own !== undefined && own !== name) names[`name:${language}`] = own;
  }
  const inLatin = latin.test(name) ? undefined : (tags.int_name ?? tags["name:en"]);
  if (inLatin !== undefined) names["name:latin"] = inLatin;
  return names;
}

function brunnelOf(tags: OsmTags): Record<string, string> {
  if (tags.tunnel !== undefined && tags.tunnel !== "no") return { brunnel: "tunnel" };
  if (tags.bridge !== undefined && tags.bridge !== "no") return { brunnel: "bridge" };
  return {};
}

interface RoadClass {
  readonly name: string;
  /** Zoom from which the road is drawn, and zoom of its name. */
  readonly from: number;
  readonly nameFrom: number;
}

const minor: RoadClass = { name: "minor", from: 12, nameFrom: 13 };
const path: RoadClass = { name: "path", from: 14, nameFrom: 14 };
const roadClasses: Readonly<Record<string, RoadClass>> = {
  motorway: { name: "motorway", from: 5, nameFrom: 11 },
  trunk: { name: "trunk", from: 6, nameFrom: 11 },
  primary: { name: "primary", from: 6, nameFrom: 12 },
  secondary: { name: "secondary", from: 9, nameFrom: 12 },
  tertiary: { name: "tertiary", from: 10, nameFrom: 12 },
  unclassified: minor,
  residential: minor,
  living_street: minor,
  road: minor,
  busway: { name: "busway", from: 12, nameFrom: 14 },
  bus_guideway: { name: "bus_guideway", from: 12, nameFrom: 14 },
  service: { name: "service", from: 13, nameFrom: 14 },
  track: { name: "track", from: 13, nameFrom: 14 },
  pedestrian: { name: "minor", from: 13, nameFrom: 13 },
  footway: path,
  path,
  steps: path,
  cycleway: path,
  bridleway: path,
  corridor: path,
};

/** Values of `footway` and `cycleway` of a way that belongs to a street, along it or across it. */
const sidewalks: ReadonlySet<string> = new Set(["sidewalk", "crossing"]);

function addRoad(features: StreetFeature[], tags: OsmTags): void {
  const isPier = tags.man_made === "pier";
  const highway = tags.highway?.replace(/_link$/, "");
  const road = isPier ? path : roadClasses[highway ?? ""];
  if (road === undefined || tags.indoor === "yes") return;
  const isLink = tags.highway?.endsWith("_link") === true;
  const from = Math.max(road.from, isLink ? 11 : 0);
  const properties: Record<string, string> = {
    class: isPier ? "pier" : road.name,
    ...brunnelOf(tags),
  };
  if ((road === path && !isPier) || highway === "pedestrian") properties.subclass = highway!;
  const { footway = "", cycleway = "" } = tags;
  if (road === path && (sidewalks.has(footway) || sidewalks.has(cycleway))) {
    properties.sidewalk = "yes";
  }
  features.push(line("transportation", properties, from));
  if (tags.name !== undefined && !isLink) {
    const name = { class: isPier ? "path" : road.name, ...namesOf(tags) };
    features.push(line("transportation_name", name, road.nameFrom));
  }
}

const transit: ReadonlySet<string> = new Set(["subway", "light_rail", "tram", "monorail"]);
const rails: ReadonlySet<string> = new Set(["rail", "narrow_gauge", "preserved", "funicular"]);

function addRail(features: StreetFeature[], tags: OsmTags): void {
  const rail = tags.railway ?? "";
  if (rails.has(rail)) {
    const from = tags.service === undefined && tags.usage !== "industrial" ? 8 : 13;
    features.push(line("transportation", { class: "rail", ...brunnelOf(tags) }, from));
  } else if (transit.has(rail)) {
    features.push(line("transportation", { class: "transit", ...brunnelOf(tags) }, 13));
  } else if (tags.route === "ferry") {
    features.push(line("transportation", { class: "ferry" }, 10));
  }
}

const waterwayFrom: Readonly<Record<string, number>> = {
  river: 8,
  canal: 11,
  stream: 12,
  ditch: 13,
  drain: 13,
};

function addWaterway(features: StreetFeature[], tags: OsmTags): void {
  const from = waterwayFrom[tags.waterway ?? ""];
  if (from === undefined) return;
  const properties = { class: tags.waterway, ...brunnelOf(tags), ...namesOf(tags) };
  features.push(line("waterway", properties, from));
}

const woods: ReadonlySet<string> = new Set(["wood", "forest"]);
const grasses: ReadonlySet<string> = new Set(
  "grass meadow village_green recreation_ground allotments park garden golf_course grassland heath scrub".split(
    " ",
  ),
);
const groundClasses: ReadonlySet<string> = new Set(
  "residential commercial retail industrial railway military cemetery pitch playground zoo theme_park stadium hospital school college university kindergarten bus_station".split(
    " ",
  ),
);

function addAreas(features: StreetFeature[], tags: OsmTags): void {
  const { natural = "", landuse = "", leisure = "", amenity = "", tourism = "" } = tags;
  const kinds = [natural, landuse, leisure];
  if (kinds.some((kind) => woods.has(kind))) {
    features.push(area("landcover", { class: "wood" }, 6));
  } else if (natural === "wetland") {
    features.push(area("landcover", { class: "wetland" }, 8));
  } else if (leisure === "park" || leisure === "garden") {
    features.push(area("landcover", { class: "grass", subclass: "park" }, 8));
  } else if (kinds.some((kind) => grasses.has(kind))) {
    features.push(area("landcover", { class: "grass" }, 8));
  }
  const ground = [landuse, leisure, amenity, tourism].find((kind) => groundClasses.has(kind));
  if (ground !== undefined) features.push(area("landuse", { class: ground }, 7));
  addWater(features, tags);
  if (tags.building !== undefined && tags.building !== "no" && tags.location !== "underground") {
    features.push(area("building", {}, 13));
  }
  if (tags.aeroway === "aerodrome" || tags.aeroway === "apron") {
    features.push(area("aeroway", { class: tags.aeroway }, 11));
  }
  // A pedestrian square; the ways that lead over it are drawn as lines.
  const isSquare = tags.area === "yes" && tags.place === "square";
  if ((tags.highway === "pedestrian" || isSquare) && !isUnderground(tags)) {
    features.push(area("landuse", { class: "pedestrian" }, 13));
  }
  if (tags.man_made === "pier") features.push(area("landuse", { class: "pier" }, 13));
}

function addWater(features: StreetFeature[], tags: OsmTags): void {
  const { natural, landuse = "", waterway } = tags;
  const isRiver = waterway === "riverbank" || tags.water === "river" || tags.water === "canal";
  const isStill = landuse === "reservoir" || landuse === "basin" || natural === "bay";
  if (natural !== "water" && !isRiver && !isStill) return;
  if (natural !== "bay") {
    const kind = isRiver ? "river" : "lake";
    const covered = tags.tunnel === "yes" || tags.covered === "yes";
    features.push(area("water", { class: kind, ...(covered && { brunnel: "tunnel" }) }));
  }
  if (tags.name !== undefined && !isRiver) {
    features.push(point("water_name", { class: "lake", ...namesOf(tags) }, 7));
  }
}

const placeZooms: Readonly<Record<string, number>> = {
  country: 3,
  city: 4,
  town: 7,
  village: 9,
  hamlet: 11,
  isolated_dwelling: 13,
  borough: 11,
  suburb: 11,
  quarter: 12,
  neighbourhood: 13,
};

function addPlace(features: StreetFeature[], tags: OsmTags): void {
  const from = placeZooms[tags.place ?? ""];
  if (from === undefined || tags.name === undefined) return;
  const people = Number(tags.population?.replace(/\D/g, "") ?? 0);
  // Smaller is larger: a million is rank 4, a thousand rank 13.
  const rank = Math.max(1, Math.round(22 - 3 * Math.log10(Math.max(people, 100))));
  features.push(point("place", { class: tags.place, rank, ...namesOf(tags) }, from));
}

/** Adds the features of a point: of a node itself, of an area its middle. */
function addPoints(features: StreetFeature[], tags: OsmTags): void {
  const number = tags["addr:housenumber"];
  if (number !== undefined) {
    const street = tags["addr:street"] ?? tags["addr:place"];
    const properties = {
      housenumber: number,
      ...(street !== undefined && { street }),
      ...(tags.name !== undefined && { isNamed: 1 }),
    };
    // The tiles have the number alone: it is once a house (tile-labels.ts).
    features.push(point("housenumber", properties, 14));
  }
  addLandmark(features, tags);
  if (tags.aeroway === "aerodrome" && tags.iata !== undefined && tags.name !== undefined) {
    features.push(point("aerodrome_label", { iata: tags.iata, ...namesOf(tags) }, 9));
  }
  if (tags.entrance !== undefined && tags.entrance !== "no") {
    const kindOfDoor = tags.entrance === "main" ? "main" : "other";
    features.push(point("entrance", { class: kindOfDoor }, 14));
  }
}

/** Adds the landmark that an element is; its zoom in the tiles is that of the last tiles at most. */
function addLandmark(features: StreetFeature[], tags: OsmTags): void {
  const subclass = landmarkOf(tags);
  if (subclass === null) return;
  const isSquare = subclass === "square" || subclass === "pedestrian";
  if (isSquare && isUnderground(tags)) return;
  const { minZoom, isNameless } = landmarkKinds[subclass];
  if (tags.name === undefined && isNameless !== true) return;
  const zoom = Math.min(streetMaxZoom, subclass === "park" ? parkZoom : minZoom - 1);
  // An entrance has its letter: the station has the name.
  const names = subclass === "subway_entrance" && tags.ref ? { name: tags.ref } : namesOf(tags);
  features.push(point("poi", { subclass, ...names }, zoom));
}

/** Whether an element is below the ground, such as a square of shops at a station. */
function isUnderground({ tunnel = "no", layer, level }: OsmTags): boolean {
  return tunnel !== "no" || Number(layer) < 0 || Number(level) < 0;
}

/** Zoom of the tiles from which large parks have a name; smaller ones have it once they are seen. */
const parkZoom = 12;

/** Kind of landmark as `subclass` in the schema; null where it is none, or not open to visitors. */
export function landmarkOf(tags: OsmTags): string | null {
  if (tags.access === "private" || tags.access === "no") return null;
  const kind = landmarksOf(tags).find(isDrawn) ?? null;
  return kind === "place_of_worship" && isDrawn(tags.religion) ? tags.religion : kind;
}

function isDrawn(kind = ""): boolean {
  return Object.hasOwn(landmarkKinds, kind);
}
