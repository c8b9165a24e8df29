import type { MapColour } from "./map-layers.ts";
import type { MapTheme } from "./map-palettes.ts";

/** Groups of landmarks, which share a colour. */
export type LandmarkGroup = "transit" | "culture" | "civic" | "health" | "green" | "shop" | "water";

/** Colours of the icons and names of landmarks: of letters' contrast, and far quieter than a marker. */
export const landmarkColour: Readonly<Record<LandmarkGroup, MapColour>> = {
  transit: "transitText",
  culture: "cultureText",
  civic: "roadText",
  health: "healthText",
  green: "greenText",
  shop: "shopText",
  water: "waterText",
};

/** Text sizes of the names of major landmarks and of others, in CSS pixels. */
export const landmarkTextPixels = { major: 13, other: 11.5 } as const;

/** Zoom from which landmarks are those of a street rather than a town: their signs are small. */
export const firstSmallZoom = 16;

/** A kind of landmark on the street map. */
export interface LandmarkKind {
  /** Icon of Maki (https://labs.mapbox.com/maki-icons); none where the name is enough. */
  readonly icon?: string;
  readonly group: LandmarkGroup;
  /** Zoom from which it is shown; of two that collide, the kind that is shown earlier. */
  readonly minZoom: number;
  /** Whether its name has the larger of two sizes. */
  readonly isMajor?: boolean;
  /** Whether it is a landmark without a name too. */
  readonly isNameless?: boolean;
}

/**
 * Kinds of landmarks by the value of their OpenStreetMap tag, which is `subclass` in the layer `poi` of the
 * OpenMapTiles schema. An element of several kinds is a landmark of the first.
 */
export const landmarkKinds: Readonly<Record<string, LandmarkKind>> = {
  station: { icon: "rail", group: "transit", minZoom: 13, isMajor: true },
  halt: { icon: "rail", group: "transit", minZoom: 13 },
  bus_station: { icon: "bus", group: "transit", minZoom: 13 },
  ferry_terminal: { icon: "ferry", group: "transit", minZoom: 13 },
  hospital: { icon: "hospital", group: "health", minZoom: 14, isMajor: true },
  subway: { icon: "rail-metro", group: "transit", minZoom: 14, isMajor: true },
  castle: { icon: "castle", group: "culture", minZoom: 14, isMajor: true },
  stadium: { icon: "stadium", group: "green", minZoom: 14, isMajor: true },
  zoo: { icon: "zoo", group: "green", minZoom: 14, isMajor: true },
  theme_park: { icon: "amusement-park", group: "green", minZoom: 14, isMajor: true },
  park: { icon: "park", group: "green", minZoom: 14, isMajor: true },
  services: { icon: "picnic-site", group: "transit", minZoom: 14 },
  rest_area: { icon: "picnic-site", group: "transit", minZoom: 15 },
  beach: { icon: "beach", group: "green", minZoom: 15, isMajor: true },
  square: { group: "civic", minZoom: 15, isMajor: true },
  pedestrian: { group: "civic", minZoom: 15, isMajor: true },
  museum: { icon: "museum", group: "culture", minZoom: 15, isMajor: true },
  townhall: { icon: "town-hall", group: "civic", minZoom: 15, isMajor: true },
  mall: { icon: "shop", group: "shop", minZoom: 15, isMajor: true },
  department_store: { icon: "shop", group: "shop", minZoom: 15, isMajor: true },
  marketplace: { icon: "shop", group: "shop", minZoom: 15, isMajor: true },
  theatre: { icon: "theatre", group: "culture", minZoom: 15, isMajor: true },
  university: { icon: "college", group: "civic", minZoom: 15, isMajor: true },
  place_of_worship: { icon: "place-of-worship", group: "culture", minZoom: 15 },
  // The schema has a place of worship by its religion.
  christian: { icon: "religious-christian", group: "culture", minZoom: 15 },
  jewish: { icon: "religious-jewish", group: "culture", minZoom: 15 },
  muslim: { icon: "religious-muslim", group: "culture", minZoom: 15 },
  buddhist: { icon: "religious-buddhist", group: "culture", minZoom: 15 },
  attraction: { icon: "attraction", group: "culture", minZoom: 15 },
  library: { icon: "library", group: "culture", minZoom: 15 },
  lighthouse: { icon: "lighthouse", group: "culture", minZoom: 15 },
  college: { icon: "college", group: "civic", minZoom: 16 },
  school: { icon: "school", group: "civic", minZoom: 16 },
  pharmacy: { icon: "pharmacy", group: "health", minZoom: 16 },
  clinic: { icon: "hospital", group: "health", minZoom: 16 },
  arts_centre: { icon: "art-gallery", group: "culture", minZoom: 16 },
  gallery: { icon: "art-gallery", group: "culture", minZoom: 16 },
  cinema: { icon: "cinema", group: "culture", minZoom: 16 },
  hotel: { icon: "lodging", group: "shop", minZoom: 16 },
  monument: { icon: "monument", group: "culture", minZoom: 16 },
  viewpoint: { icon: "viewpoint", group: "green", minZoom: 16, isNameless: true },
  tram_stop: { icon: "rail-light", group: "transit", minZoom: 16 },
  bus_stop: { icon: "bus", group: "transit", minZoom: 16 },
  supermarket: { icon: "grocery", group: "shop", minZoom: 16 },
  sports_centre: { icon: "pitch", group: "green", minZoom: 16 },
  community_centre: { icon: "town-hall", group: "civic", minZoom: 16 },
  police: { icon: "police", group: "civic", minZoom: 16, isNameless: true },
  post_office: { icon: "post", group: "civic", minZoom: 16, isNameless: true },
  garden: { icon: "garden", group: "green", minZoom: 16 },
  information: { icon: "information", group: "civic", minZoom: 16, isNameless: true },
  drinking_water: { icon: "drinking-water", group: "water", minZoom: 16, isNameless: true },
  subway_entrance: { icon: "rail-metro", group: "transit", minZoom: 17, isNameless: true },
  playground: { icon: "playground", group: "green", minZoom: 17, isNameless: true },
  kindergarten: { icon: "school", group: "civic", minZoom: 17 },
  bench: { icon: "picnic-site", group: "green", minZoom: 18, isNameless: true },
};

/** Kinds by the key of their tag; airports have a layer of their own on the map. */
const kindsByKey: Readonly<Record<string, readonly string[]>> = {
  aeroway: ["aerodrome"],
  railway: ["station", "halt", "tram_stop", "subway_entrance"],
  amenity: [
    ...["bus_station", "ferry_terminal", "hospital", "townhall", "marketplace", "theatre"],
    ...["university", "place_of_worship", "library", "college", "school", "pharmacy", "clinic"],
    ...["arts_centre", "cinema", "community_centre", "police", "post_office", "drinking_water"],
    ...["kindergarten", "bench"],
  ],
  tourism: [
    "zoo",
    "theme_park",
    "museum",
    "attraction",
    "gallery",
    "hotel",
    "viewpoint",
    "information",
  ],
  historic: ["castle", "monument"],
  shop: ["mall", "department_store", "supermarket"],
  leisure: ["stadium", "park", "sports_centre", "garden", "playground"],
  place: ["square"],
  natural: ["beach"],
  highway: ["bus_stop", "pedestrian", "rest_area", "services"],
  man_made: ["lighthouse", "water_tap"],
};

type Tags = Readonly<Record<string, string>>;

/**
 * Kinds of landmarks that an element is by its OpenStreetMap tags, the first of {@link landmarkKinds}
 * first; none where it is out of use. The map and the search differ in three things: the map leaves
 * out what is not open to visitors and has a place of worship by its religion
 * (`server/import/street-map/street-map-schema.ts`); the search leaves out what has no name, and knows
 * stations by their buildings too (`server/import/extract/wanted-elements.ts`).
 */
export function landmarksOf(tags: Tags): readonly string[] {
  const found: string[] = [];
  for (const key in kindsByKey) {
    const value = tags[key];
    if (value === undefined || !kindsByKey[key].includes(value)) continue;
    const kind = kindOfValue(value, tags);
    if (kind !== null) found.push(kind);
  }
  if (found.length === 0 || isOutOfUse(tags)) return [];
  const order = Object.keys(landmarkKinds);
  return found.sort((one, other) => order.indexOf(one) - order.indexOf(other));
}

function kindOfValue(value: string, tags: Tags): string | null {
  if (value === "station" && tags.station === "subway") return "subway";
  if (value === "water_tap") return tags.drinking_water === "no" ? null : "drinking_water";
  // Most are boards and guideposts.
  if (value === "information" && tags.information !== "office") return null;
  return value;
}

/** Whether an element's tags say that it is out of use. */
export function isOutOfUse(tags: Tags): boolean {
  return tags.disused === "yes" || tags.abandoned === "yes";
}

const iconFolder = "/landmark/";

/** Name of a landmark's icon in the map's style: `light/landmark/museum`. */
export function landmarkIconName(theme: MapTheme, subclass: string): string {
  return `${theme}${iconFolder}${subclass}`;
}

/** Whether an image's name in the map's style is that of a landmark's icon. */
export function isLandmarkIcon(name: string): boolean {
  return name.includes(iconFolder);
}
