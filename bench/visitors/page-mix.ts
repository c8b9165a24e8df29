import { placeSorts } from "#domain/place/place-sort.ts";
import { lowerBound } from "#domain/place-index/lower-bound.ts";
import { randomNumbers } from "#tests/support/random-numbers.ts";

export interface PageRequest {
  /** Path and query. */
  readonly address: string;
  /** Header `Accept-Language`. */
  readonly language: string;
}

/** Number of different addresses that visitors ask for. */
const addressCount = 20_000;

const filters = ["accessible=1", "free=1", "public=1", "open=1"];

/** Pages of the list that visitors turn to. */
const pagesAskedFor = 60;

const fixedAddresses = ["/", "/places", "/login", "/guide"];

/** Visitors of a Hungarian town: most of them read Hungarian. */
const languages = ["hu-HU,hu;q=0.9", "de-AT,de;q=0.9", "en-GB,en;q=0.9"];
const languageShares = [0.7, 0.85, 1];

/**
 * Requests of visitors over 20,000 addresses: the four fixed pages first, then chosen places, lists with
 * filters, orders and pages, and views of the map. The n-th address is asked for 1/n as often as the first
 * (Zipf's law). The same seed gives the same requests.
 *
 * @param placeIds ids of the places that visitors see
 */
export function visitorRequests(placeIds: readonly number[], seed = 1): () => PageRequest {
  const random = randomNumbers(seed);
  const addresses = makeAddresses(placeIds, random);
  const sums = new Float64Array(addresses.length);
  let sum = 0;
  for (const index of addresses.keys()) {
    sum += 1 / (index + 1);
    sums[index] = sum;
  }
  return () => {
    const drawn = random() * sum;
    const share = random();
    return {
      address: addresses[lowerBound(0, sums.length - 1, (index) => sums[index] <= drawn)],
      language: languages[languageShares.findIndex((end) => share < end)],
    };
  };
}

/** Different addresses of pages, the most asked first. */
function makeAddresses(placeIds: readonly number[], random: () => number): string[] {
  const addresses = new Set(fixedAddresses);
  while (addresses.size < addressCount) {
    const kind = random();
    const make = kind < 0.4 ? placeAddress : kind < 0.8 ? listAddress : viewAddress;
    addresses.add(make(placeIds, random));
  }
  return [...addresses];
}

/** Address of a place that is chosen on the map. */
export function placeAddress(placeIds: readonly number[], random: () => number): string {
  return `/?place=${placeIds[Math.floor(random() * placeIds.length)]}`;
}

/** Address of a page of the list, by any filters and order. */
export function listAddress(_: readonly number[], random: () => number): string {
  const sort = placeSorts[Math.floor(random() * placeSorts.length)];
  const page = 1 + Math.floor(random() * pagesAskedFor);
  return `/places?${[`page=${page}`, `sort=${sort}`, ...filterSet(random)].join("&")}`;
}

/** Address of the map at any view in and around Hungary. */
export function viewAddress(_: readonly number[], random: () => number): string {
  const longitude = (16.2 + 6.4 * random()).toFixed(4);
  const latitude = (45.9 + 2.5 * random()).toFixed(4);
  const zoom = 8 + Math.floor(random() * 8);
  return `/?${[...filterSet(random), `view=${longitude},${latitude},${zoom}`].join("&")}`;
}

function filterSet(random: () => number): string[] {
  return filters.filter(() => random() < 0.25);
}
