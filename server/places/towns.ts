import { countryName } from "#domain/geography/country-code.ts";
import { boundsOfView } from "#domain/map/bounds-of-view.ts";
import { startView as hungaryView } from "#domain/map/initial-view.ts";
import type { MapView } from "#domain/map/map-view.ts";
import { viewOfBox } from "#domain/map/view-of-box.ts";
import type { WallTime } from "#domain/opening/instant.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import type { Town } from "#domain/place-index/towns.ts";
import type { Language } from "#domain/text/language.ts";
import { searchKey } from "#domain/text/search-key.ts";
import { townPlacesPerPage, townsPerPage } from "#domain/validation/page-sizes.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { TileArchive } from "#server/base-map/tile-archive.ts";
import { leastWindow } from "#server/config/site-home.ts";
import { countryAt } from "#server/geo/country-at.ts";
import { type PlaceDeps, readPlaces } from "./place-cache.ts";
import { toPlace } from "./place-row.ts";

/** A town of the list, with its country as ISO 3166-1 alpha-2; empty where none is known. */
interface ListedTown extends Pick<Town, "name" | "counts"> {
  readonly country: string;
}

export interface TownList {
  readonly towns: readonly ListedTown[];
  /** Number of all towns that the search finds. */
  readonly total: number;
  readonly page: number;
  /** The search; empty without one. */
  readonly search: string;
}

interface TownsQuery extends Pick<TownList, "page" | "search"> {
  /** Language by whose rules countries and towns are in order. */
  readonly language: Language;
  /** Country that comes first, as ISO 3166-1 alpha-2. */
  readonly homeCountry: string;
}

/**
 * A page of the towns by country, in alphabetical order, of which a search finds those that have a word that begins
 * like it (docs/product#towns).
 */
export function listTowns(
  { placeIndex }: Pick<PlaceDeps, "placeIndex">,
  { page, search, language, homeCountry }: TownsQuery,
): TownList {
  const key = ` ${searchKey(search)}`;
  const towns = placeIndex
    .towns()
    .filter(({ name }) => search === "" || ` ${searchKey(name)}`.includes(key))
    .map((town) => ({ name: town.name, counts: town.counts, country: countryOf(town) }));
  const { compare } = new Intl.Collator(language);
  const isAbroad = (country: string) => Number(country !== homeCountry);
  towns.sort(
    (one, other) =>
      isAbroad(one.country) - isAbroad(other.country) ||
      compare(countryName(one.country, language), countryName(other.country, language)) ||
      compare(one.name, other.name),
  );
  const from = (page - 1) * townsPerPage;
  return { towns: towns.slice(from, from + townsPerPage), total: towns.length, page, search };
}

/** Countries of the towns as the index has tallied them. */
const countries = new WeakMap<Town, string>();

function countryOf(town: Town): string {
  const known = countries.get(town);
  if (known !== undefined) return known;
  const country = countryAt(town.position) ?? "";
  countries.set(town, country);
  return country;
}

/** Names of all towns, in alphabetical order. */
export function listTownNames({ placeIndex }: Pick<PlaceDeps, "placeIndex">): string[] {
  return placeIndex.towns().map(({ name }) => name);
}

/** Names of the towns with the most places, in alphabetical order. */
export function listLargestTowns(
  { placeIndex }: Pick<PlaceDeps, "placeIndex">,
  limit: number,
): string[] {
  const towns = placeIndex.towns();
  const largest = towns.toSorted((one, other) => other.counts.total - one.counts.total);
  const names = new Set(largest.slice(0, limit).map(({ name }) => name));
  return towns.map(({ name }) => name).filter((name) => names.has(name));
}

export interface TownWithPlaces extends Pick<Town, "name" | "counts"> {
  readonly places: readonly Place[];
  readonly page: number;
  /** View that shows all of its places on a drawn map. */
  readonly view: MapView;
  /** Time at which the places were read, while the database is unavailable. */
  readonly asOf: string | null;
}

/** Part of the drawn map that every screen shows, in CSS pixels, without the height of a marker. */
const shown = { width: 320, height: 180 } as const;

/** The closest zoom, with the embedded base map alone and where there is a street map. */
const closestZooms = { embedded: 11, streets: 15 } as const;

/**
 * A town by any spelling of its name; null where no place that everyone sees is in it. The places are those
 * that everyone sees, as the viewer sees them.
 */
export async function readTown(
  deps: PlaceDeps & { readonly streetTiles?: Pick<TileArchive, "covers"> },
  {
    name,
    page,
  }: { readonly name: string; readonly page: number; readonly at?: WallTime | undefined },
  viewer: Viewer,
): Promise<TownWithPlaces | null> {
  const { placeIndex, now, today } = deps;
  const town = placeIndex.town(name, (page - 1) * townPlacesPerPage, townPlacesPerPage);
  if (town === null) return null;
  const { rows, asOf } = await readPlaces(deps, town.ids, viewer);
  const instant = now();
  const view = viewOfBox(town.bounds, { ...shown, closest: closestZooms.embedded });
  const hasStreets = (await deps.streetTiles?.covers(view)) === true;
  return {
    name: town.name,
    counts: town.counts,
    places: rows.map((row) => toPlace(row, instant, viewer, today?.())),
    page,
    view: hasStreets ? viewOfBox(town.bounds, { ...shown, closest: closestZooms.streets }) : view,
    asOf: asOf === null ? null : asOf.toISOString(),
  };
}

/** Window in which a first view without a place counts as empty: a small desk's map, beside its list. */
const emptyWindow = { width: 1040, height: 900 };

const everyPlace = {
  filters: noFilters,
  includeUnknown: false,
  includeUnaccepted: false,
};

/**
 * First view of the map, where the operator has set neither view nor border (docs/product#map): the country's, or that
 * of the town with the most places where the country's shows no place. The result holds until the places change.
 *
 * @param country view of the country; null for that of Hungary
 */
export function createStartView(
  { placeIndex }: Pick<PlaceDeps, "placeIndex">,
  country: MapView | null,
): () => MapView | null {
  const bbox = boundsOfView(country ?? hungaryView, emptyWindow);
  let version: number | null = null;
  let view = country;
  return () => {
    if (version === placeIndex.version) return view;
    version = placeIndex.version;
    const isEmpty = placeIndex.count({ ...everyPlace, bbox }).total === 0;
    view = (isEmpty ? viewOfLargestTown(placeIndex) : null) ?? country;
    return view;
  };
}

function viewOfLargestTown(placeIndex: PlaceDeps["placeIndex"]): MapView | null {
  const [name] = listLargestTowns({ placeIndex }, 1);
  const town = name === undefined ? null : placeIndex.town(name, 0, 0);
  return town && viewOfBox(town.bounds, { ...leastWindow, closest: closestZooms.embedded });
}
