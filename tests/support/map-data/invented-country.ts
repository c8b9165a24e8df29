import type { Coordinates } from "#domain/geography/coordinates.ts";
import { metersPerDegree } from "#domain/geography/distance-and-bearing.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";
import type { TestExtract } from "./write-osm-pbf.ts";

/*
 * An invented country, for tests that need a whole one: its lists below say what there is, tests work out from them
 * what the product must find, and `inventedCountry` is the extract with all of it. Positions are metres east and
 * north of the country's south-western corner.
 *
 * It lies in the Atlantic Ocean, where the product's own borders and time zones name no country, so that every
 * country in a result comes from the extract's border. Its code is that of Ireland, since the product knows names,
 * currencies and public holidays by real codes; Ireland's 17 March is a holiday nowhere else.
 */

type Tags = Readonly<Record<string, string>>;
export type Meters = readonly [east: number, north: number];

const corner: Coordinates = [-14, 53];
const shrink = Math.cos((corner[1] * Math.PI) / 180);
const rounded = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** Coordinates of a position. */
export function at([x, y]: Meters): Coordinates {
  const degrees = [x / shrink, y].map((meters) => meters / metersPerDegree);
  return [rounded(corner[0] + degrees[0]), rounded(corner[1] + degrees[1])];
}

export const countryCode = "IE";
/** A public holiday of the country, and of no other that the product knows. */
export const ownHoliday = "2026-03-17";

/** Extent of the country, with its sea in the south, and the line between its two counties. */
const [west, south, east, north] = [0, -4000, 20_000, 12_000];
const middleEast = 10_000;

export interface InventedSettlement {
  readonly name: string;
  readonly tags: Tags;
  readonly middle: Meters;
  /** Distance of its outline from its middle; without it, it has no outline. */
  readonly reach?: number;
  readonly postcode: string;
  readonly county: "Nyugat" | "Kelet";
}

/** Two towns, a village and a hamlet, the latter two without an outline. */
export const settlements = {
  sardomb: {
    name: "Sárdomb",
    tags: { place: "town", population: "12000", "name:de": "Kalkhügel", alt_name: "Sóváros" },
    middle: [5000, 6000],
    reach: 1500,
    postcode: "2100",
    county: "Nyugat",
  },
  nebelmark: {
    name: "Nebelmark",
    tags: { place: "town", population: "8000" },
    middle: [15_000, 7000],
    reach: 1500,
    postcode: "4300",
    county: "Kelet",
  },
  tihovo: {
    name: "Тихово",
    tags: { place: "village", population: "600", "name:en": "Tihovo" },
    middle: [12_000, 3000],
    postcode: "5500",
    county: "Kelet",
  },
  alatonisi: {
    name: "Αλατονήσι",
    tags: { place: "hamlet", "name:en": "Alatonisi" },
    middle: [15_000, -1500],
    postcode: "5600",
    county: "Kelet",
  },
} as const satisfies Record<string, InventedSettlement>;

type SettlementKey = keyof typeof settlements;

/** A part of Sárdomb, without an outline. */
const suburb = { name: "Alsó-Sárdomb", middle: [4200, 5000] } as const;

interface InventedStreet {
  readonly name: string;
  readonly settlement: SettlementKey;
  /** Its western end; it leads east. */
  readonly from: Meters;
  /** House numbers, from the west on. */
  readonly numbers: readonly string[];
}

const streetMeters = 700;
/** Distance between parallel streets: nobody takes one for the other. */
const streetSpacing = 200;
/** Distance of a house from the middle of its street. */
const houseMeters = 12;

const upTo = (last: number) => Array.from({ length: last }, (_, index) => String(index + 1));

/** Streets of a settlement, the first in the south-west of its middle, each further one north of the former. */
function streetsOf(
  settlement: SettlementKey,
  list: readonly (readonly [name: string, numbers?: readonly string[]])[],
): InventedStreet[] {
  const [x, y] = settlements[settlement].middle;
  return list.map(([name, numbers = []], index) => {
    const from = [x - streetMeters / 2, y - 900 + index * streetSpacing] as const;
    return { name, settlement, from, numbers };
  });
}

const streets: readonly InventedStreet[] = [
  ...streetsOf("sardomb", [
    ["Petőfi Sándor utca", ["1", "2", "3", "8-14"]],
    ["Szent László körút", upTo(12)],
    ["Templom tér", upTo(4)],
  ]),
  // Ten of nearly one name, more than a search suggests.
  ...Array.from({ length: 10 }, (_, index): InventedStreet => {
    const from = [4650, 6000 + index * 100] as const;
    return { name: `Kert ${index + 1}. köz`, settlement: "sardomb", from, numbers: [] };
  }),
  ...streetsOf("nebelmark", [
    ["Hauptstrasse", upTo(20)],
    ["Bahnhofstrasse", upTo(12)],
    ["Grünweg", [...upTo(6), "14a"]],
    ["Fürst-Georg-Strasse", upTo(4)],
    ["Sankt Annagasse"],
    ["Marien-Platz", upTo(3)],
    ["Am Leuchtturm"],
    ["Wiener Strasse"],
    ["Brata"],
  ]),
  ...streetsOf("tihovo", [["улица Морска", upTo(6)]]),
  ...streetsOf("alatonisi", [["Οδός Αλατιού", upTo(3)]]),
];

export interface InventedHouse {
  readonly street: InventedStreet;
  readonly number: string;
  readonly at: Meters;
}

const random = randomNumbers(50);

/** Houses along the streets, by turns on either side, 50 metres and more apart; the seed says how much more. */
export const houses: readonly InventedHouse[] = streets.flatMap((street) => {
  const [x, y] = street.from;
  return street.numbers.map((number, index) => {
    const along = 10 + index * 30 + random() * 8;
    const side = index % 2 === 0 ? houseMeters : -houseMeters;
    return { street, number, at: [x + along, y + side] as const };
  });
});

/** House of an address such as `Hauptstrasse 5`. */
export function houseAt(address: string): InventedHouse {
  const house = houses.find(({ street, number }) => `${street.name} ${number}` === address);
  if (!house) throw new Error(`there is no ${address}`);
  return house;
}

/** Landmarks at points. The first two are one: the station and its building. */
const landmarks: readonly { readonly at: Meters; readonly tags: Tags }[] = [
  { at: [15_400, 6520], tags: { railway: "station", name: "Nebelmark" } },
  { at: [15_420, 6540], tags: { building: "train_station", name: "Nebelmark" } },
  { at: [12_300, 2800], tags: { railway: "halt", name: "Тихово" } },
  // In a town that is larger than the hamlet of its name.
  { at: [15_000, 5700], tags: { amenity: "ferry_terminal", name: "Αλατονήσι" } },
  {
    at: houseAt("Hauptstrasse 7").at,
    tags: {
      tourism: "museum",
      name: "Seemuseum",
      "name:en": "Maritime Museum",
      "addr:street": "Hauptstrasse",
      "addr:housenumber": "7",
      "addr:postcode": "4300",
    },
  },
  { at: [5100, 5900], tags: { amenity: "pharmacy", name: "Kos Patika" } },
  { at: [15_100, 6900], tags: { amenity: "pharmacy", name: "Möwen-Apotheke" } },
  { at: [4900, 6200], tags: { amenity: "library", name: "Mészkő Könyvtár" } },
  { at: [14_800, 7200], tags: { amenity: "library", name: "Nebelbibliothek" } },
  { at: [14_700, 7000], tags: { amenity: "townhall", name: "Rathaus Nebelmark" } },
];

/** A toilet; its facts are what its tags mean by docs/product#facts-and-tags. */
export interface InventedToilet {
  readonly at: Meters;
  readonly tags: Tags;
  readonly city: string;
  readonly address: string;
  readonly facts: PlaceFacts;
}

const stationToilet: InventedToilet = {
  at: [15_370, 6510],
  city: "Nebelmark",
  address: "Grünweg",
  tags: {
    amenity: "toilets",
    name: "Bahnhof-WC",
    operator: "Nebelbahn",
    level: "-1",
    fee: "yes",
    charge: "0.50 EUR",
    access: "yes",
    wheelchair: "designated",
    centralkey: "eurokey",
    opening_hours: "Mo-Su 08:00-20:00; PH off",
    check_date: "2026-05-20",
    supervised: "interval",
    changing_table: "yes",
    "changing_table:location": "female_toilet;male_toilet",
    "changing_table:adult": "yes",
    hoist: "yes",
    "door:width": "0.9",
    "payment:coins": "yes",
    "payment:notes": "no",
    "payment:cards": "yes",
    "payment:contactless": "yes",
    "payment:app": "no",
    gender_segregated: "yes",
    "toilets:position": "seated;urinal",
    "toilets:handwashing": "yes",
    "toilets:paper_supplied": "yes",
    "toilets:menstrual_products": "no",
    drinking_water: "yes",
    shower: "hot",
    seasonal: "no",
    network: "Nette Toilette",
  },
  facts: {
    name: "Bahnhof-WC",
    operator: "Nebelbahn",
    level: "-1",
    access: "everyone",
    wheelchair: "yes",
    euro_key: "yes",
    attended: "yes",
    changing_table: "yes",
    changing_table_room: "all",
    changing_place: "yes",
    hoist: "yes",
    door_width: 90,
    pay_coins: "yes",
    pay_notes: "no",
    pay_card: "yes",
    pay_contactless: "yes",
    pay_app: "no",
    women: "yes",
    men: "yes",
    all_genders: "no",
    seated: "yes",
    squat: "no",
    urinals_only: "no",
    hand_washing: "yes",
    paper: "yes",
    menstrual_products: "no",
    drinking_water: "yes",
    shower: "yes",
    seasonal: "no",
    scheme: "Nette Toilette",
  },
};

export const toilets: readonly InventedToilet[] = [
  stationToilet,
  {
    at: [5000, 6310],
    city: "Sárdomb",
    address: "Kert 4. köz",
    tags: { amenity: "cafe", name: "Kávé", toilets: "yes", "toilets:fee": "donation" },
    facts: { access: "restricted", inside: "Kávé", donation: "yes" },
  },
  {
    at: [11_800, 2110],
    city: "Тихово",
    address: "улица Морска",
    tags: { amenity: "toilets", centralkey: "radar", unisex: "yes" },
    facts: { key_scheme: "radar", all_genders: "yes" },
  },
  {
    at: [15_000, -2390],
    city: "Αλατονήσι",
    address: "Οδός Αλατιού",
    tags: { amenity: "toilets", access: "private" },
    facts: { access: "private" },
  },
];

/** A toilet that is open to nobody, which an import leaves out. */
const closedToilet = { at: [5000, 6000], tags: { amenity: "toilets", access: "no" } } as const;

/** The coast of the land, from the west on: the land is on the left of it, and above it. */
const coast: readonly Meters[] = [
  [-1000, 300],
  [3000, 0],
  [6000, 900],
  [9000, 200],
  [12_500, 700],
  [16_000, 100],
  [21_000, 500],
];
/** Anticlockwise, as the coast of an island is. */
const island = ring([14_000, -3000], [16_000, -800]);
export const lake = ring([2000, 9000], [4000, 10_500]);
/** A hole of the lake. */
export const holm = ring([2800, 9500], [3300, 10_000]);
export const park = ring([5600, 6400], [6000, 6800]);

/** The station's building. */
export const station = ring([15_390, 6500], [15_460, 6560]);

/** Where the road bridges the river. */
export const bridge: Meters = [8000, 5000];
const road = "Ködországi út";

/** The four corners from south-west to north-east, anticlockwise. */
function ring([left, bottom]: Meters, [right, top]: Meters): readonly Meters[] {
  return [
    [left, bottom],
    [right, bottom],
    [right, top],
    [left, top],
  ];
}

export function middleOf([[left, bottom], , [right, top]]: readonly Meters[]): Meters {
  return [(left + right) / 2, (bottom + top) / 2];
}

/** Position of the coast, in metres north, at some metres east. */
export function coastAt(x: number): number {
  const next = coast.findIndex(([corner]) => corner > x);
  const [[fromX, fromY], [toX, toY]] = [coast[next - 1], coast[next]];
  return fromY + ((x - fromX) / (toX - fromX)) * (toY - fromY);
}

/** Whether a position is south of the coast, and not on the island. */
export function isAtSea([x, y]: Meters): boolean {
  const [[left, bottom], , [right, top]] = island;
  const isOnIsland = x > left && x < right && y > bottom && y < top;
  return y < coastAt(x) && !isOnIsland;
}

/** Builder of the extract, with ids in the order of its calls. */
class ExtractBuilder {
  readonly nodes: Record<number, readonly [number, number, Tags]> = {};
  readonly ways: Record<number, readonly [number[], Tags]> = {};
  readonly relations: Record<number, readonly [number[], Tags, number[]]> = {};
  #id = 0;

  node(position: Meters, tags: Tags = {}): number {
    this.nodes[++this.#id] = [...at(position), tags];
    return this.#id;
  }

  way(line: readonly Meters[], tags: Tags = {}): number {
    return this.wayOf(
      line.map((position) => this.node(position)),
      tags,
    );
  }

  wayOf(nodes: number[], tags: Tags = {}): number {
    this.ways[++this.#id] = [nodes, tags];
    return this.#id;
  }

  area(corners: readonly Meters[], tags: Tags = {}): number {
    const nodes = corners.map((position) => this.node(position));
    return this.wayOf([...nodes, nodes[0]], tags);
  }

  relation(outer: number[], tags: Tags, inner: number[] = []): void {
    this.relations[++this.#id] = [outer, tags, inner];
  }
}

function build(): TestExtract {
  const extract = new ExtractBuilder();
  // The counties share the line between them; the country has the outer lines of both.
  const dividing = [extract.node([middleEast, south]), extract.node([middleEast, north])];
  const corners = ring([west, south], [east, north]).map((position) => extract.node(position));
  const line = extract.wayOf([...dividing]);
  const eastern = extract.wayOf([dividing[0], corners[1], corners[2], dividing[1]]);
  const western = extract.wayOf([dividing[1], corners[3], corners[0], dividing[0]]);
  const administrative = { boundary: "administrative", type: "boundary" };
  extract.relation([eastern, western], {
    ...{ ...administrative, admin_level: "2", name: "Ködország" },
    "ISO3166-1:alpha2": countryCode,
  });
  extract.relation([western, line], { ...administrative, admin_level: "6", name: "Nyugat" });
  extract.relation([line, eastern], { ...administrative, admin_level: "6", name: "Kelet" });

  const all: readonly InventedSettlement[] = Object.values(settlements);
  for (const { name, tags, middle, reach } of all) {
    extract.node(middle, { ...tags, name });
    if (reach === undefined) continue;
    const [x, y] = middle;
    const outline = ring([x - reach, y - reach], [x + reach, y + reach]);
    extract.relation([extract.area(outline)], { ...administrative, admin_level: "8", name });
    extract.area(outline, { landuse: "residential" });
  }
  extract.node(suburb.middle, { place: "suburb", name: suburb.name });

  for (const { name, from } of streets) {
    const end = [from[0] + streetMeters, from[1]] as const;
    extract.way([from, end], { highway: "residential", name });
  }
  for (const { street, number, at: position } of houses) {
    const { postcode } = settlements[street.settlement];
    const tags = { "addr:street": street.name, "addr:housenumber": number };
    extract.node(position, { ...tags, "addr:postcode": postcode });
  }
  for (const { at: position, tags } of [...landmarks, ...toilets, closedToilet]) {
    extract.node(position, tags);
  }
  extract.area(station, { building: "train_station" });
  extract.way(
    [
      [15_300, 6560],
      [20_000, 6560],
    ],
    { railway: "rail" },
  );
  extract.area(park, { leisure: "park", name: "Kikötőliget" });

  extract.way(coast, { natural: "coastline" });
  extract.area(island, { natural: "coastline" });
  const water = { natural: "water", type: "multipolygon", name: "Ködtó" };
  extract.relation([extract.area(lake)], water, [extract.area(holm)]);
  extract.way([[8000, 12_000], bridge, [8000, 500]], { waterway: "river", name: "Sóspatak" });
  const [bridgeEast, bridgeNorth] = bridge;
  const banks = [
    extract.node([bridgeEast - 40, bridgeNorth]),
    extract.node([bridgeEast + 40, 5000]),
  ];
  const ends = [extract.node([7000, bridgeNorth]), extract.node([9000, bridgeNorth])];
  const roadTags = { highway: "primary", name: road };
  extract.wayOf([ends[0], banks[0]], roadTags);
  extract.wayOf(banks, { ...roadTags, bridge: "yes" });
  extract.wayOf([banks[1], ends[1]], roadTags);
  const { nodes, ways, relations } = extract;
  return { nodes, ways, relations };
}

/** The country's extract. */
export const inventedCountry: TestExtract = build();

/** Numbers of rows that its import makes. */
export const inventedCounts = {
  // The part of a town is a row too.
  settlements: Object.keys(settlements).length + 1,
  // The road between the towns has a name as well.
  streets: streets.length + 1,
  // The museum is one more in its house.
  addresses: houses.length + 1,
};
