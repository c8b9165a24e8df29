import { worldX, worldY } from "#domain/geography/web-mercator.ts";
import { placeFilterNames } from "#domain/place/place-filters.ts";
import { placeSorts } from "#domain/place/place-sort.ts";

/** Question that the bench asks again and again, each time with other values. */
export interface Question {
  readonly name: string;
  /** Rows of a kind share a target. */
  readonly kind: "tile" | "list" | "page" | "way";
  /** Path and query of the n-th request; the first few hundred differ from one another. */
  address(number: number): string;
}

const budapest = { longitude: 19.04, latitude: 47.498 };
const filters = ["accessible=1", "free=1", "public=1", "open=1"];
const filtered = "accessible=1&free=1&open=1";
const byFacts = "changing_table=1&women=1&card=1";

/** A number in 0…1 for each whole number, spread evenly (the golden ratio's multiples). */
const spread = (number: number) => (number * 0.618_033_988_749_894_9) % 1;

/** The sixteen sets of filters, by number. */
function filterSet(number: number): string {
  return filters.filter((_, bit) => (number >> bit) & 1).join("&");
}

/** A set of any of the filters, two to four of them, by number. */
function anyFilters(number: number): string {
  const one = (step: number) => placeFilterNames[(number * step) % placeFilterNames.length];
  return [...new Set([one(1), one(3), one(5), one(7)])].map((name) => `${name}=1`).join("&");
}

/** All tiles of a square with Budapest in its middle tile. */
function tiles(z: number, side: number, query = ""): Question {
  const words = query === "" ? "" : `, ${query.replaceAll("=1", "").replaceAll("&", ", ")}`;
  const west = Math.floor(worldX(budapest.longitude) * 2 ** z) - Math.floor(side / 2);
  const north = Math.floor(worldY(budapest.latitude) * 2 ** z) - Math.floor(side / 2);
  return {
    name: `tile z${z}${words}`,
    kind: "tile",
    address(number) {
      const x = west + (number % side);
      const y = north + (Math.floor(number / side) % side);
      return `/tiles/places/${z}/${x}/${y}.mvt?${query}`;
    },
  };
}

function list(name: string, query: (number: number) => string): Question {
  return { name: `API list, ${name}`, kind: "list", address: (n) => `/api/v1/places?${query(n)}` };
}

function page(name: string, query: (number: number) => string): Question {
  return { name: `HTML list, ${name}`, kind: "page", address: (n) => `/places?${query(n)}` };
}

/** A point somewhere in or near Hungary. */
function somewhere(number: number): string {
  const longitude = 16.2 + 6.4 * spread(number);
  const latitude = 45.9 + 2.5 * spread(number * 7 + 3);
  return `${longitude.toFixed(5)},${latitude.toFixed(5)}`;
}

/** A straight way of 250 to 300 km through Hungary: the server's own work, without a router. */
function way(by: string, query = ""): Question {
  return {
    name: `API way, ${[by, query].filter(Boolean).join(", ")}`,
    kind: "way",
    address(number) {
      const latitude = (step: number) => (46.5 + 1.3 * spread(number * step)).toFixed(5);
      return `/api/v1/ways?from=17.3,${latitude(1)}&to=20.7,${latitude(7)}&by=${by}&${query}`;
    },
  };
}

export const questions: readonly Question[] = [
  tiles(6, 3),
  tiles(6, 3, filtered),
  tiles(7, 4),
  tiles(7, 4, filtered),
  tiles(10, 9),
  tiles(10, 9, filtered),
  tiles(10, 9, byFacts),
  list("first pages", (n) => `page=${1 + (n % 40)}`),
  list("every set of filters", (n) => `page=${1 + (n % 7)}&${filterSet(n % 16)}`),
  ...placeSorts.map((sort) => list(sort, (n) => `sort=${sort}&page=${1 + (n % 40)}`)),
  list("near", (n) => `sort=distance&near=${somewhere(n)}`),
  list("near, filtered", (n) => `sort=distance&near=${somewhere(n)}&${filtered}`),
  list("near, by facts", (n) => `sort=distance&near=${somewhere(n)}&${byFacts}&open=1`),
  list("any set of all filters", (n) => `page=${1 + (n % 7)}&${anyFilters(n)}`),
  way("foot"),
  way("car"),
  way("car", filtered),
  way("car", "detour=2000"),
  page("first pages", (n) => `page=${1 + (n % 40)}`),
  page("every set of filters", (n) => `page=${1 + (n % 7)}&${filterSet(n % 16)}`),
  page("each page new", (n) => `sort=${placeSorts[n % 6]}&page=${41 + (Math.floor(n / 6) % 900)}`),
];

/** The world in one tile, under each set of filters: each is reckoned once and then kept. */
export const worldTiles: readonly string[] = Array.from(
  { length: 16 },
  (_, set) => `/tiles/places/0/0/0.mvt?${filterSet(set)}`,
);
