import type { WallTime } from "#domain/opening/instant.ts";
import { recordOf } from "#domain/validation/record-of.ts";
import type { PlaceFacts } from "./place-facts.ts";
import type { PlaceFee } from "./place-fee.ts";

/** All filters by their names on the wire, in the order of addresses. */
export const placeFilterNames = [
  "accessible",
  "free",
  "public",
  "open",
  "customers",
  "changing_table",
  "women",
  "men",
  "all_genders",
  "euro_key",
  "card",
] as const;

export type PlaceFilterName = (typeof placeFilterNames)[number];

/** The filters that are always in sight, in the order in which every page shows them (docs/product#filters). */
export const mainFilterNames = [
  "open",
  "accessible",
  "free",
  "public",
] as const satisfies readonly PlaceFilterName[];

export const moreFilterNames = placeFilterNames.filter(
  (name) => !mainFilterNames.some((main) => main === name),
);

export const shownFilterNames: readonly PlaceFilterName[] = [
  ...mainFilterNames,
  ...moreFilterNames,
];

/** A filter by facts of a place, which do not change with time; `open` does. */
export type FactFilterName = Exclude<PlaceFilterName, "open">;

export const factFilterNames = placeFilterNames.filter((name) => name !== "open");

/**
 * Which filters are on: a place is shown only when it meets every one of them (docs/product#filters).
 * `open` is open at the instant of the question, by the place's own clock.
 */
export type PlaceFilters = Readonly<Record<PlaceFilterName, boolean>>;

/** The filters, each on where `isOn` says so. */
export function filtersWhere(isOn: (name: PlaceFilterName) => boolean): PlaceFilters {
  return recordOf(placeFilterNames, isOn);
}

export const noFilters: PlaceFilters = filtersWhere(() => false);

/** Part of a place that the filters by facts ask for. */
export interface FilteredPlace {
  readonly facts: PlaceFacts;
  readonly fee: PlaceFee;
}

/**
 * Answer of a place to each filter by facts; null where it is not known (docs/product#filters). The one rule
 * of the place index, and so of map, list, tiles, API and nearest place.
 */
export const filterTests: Readonly<
  Record<FactFilterName, (place: FilteredPlace) => boolean | null>
> = {
  accessible: ({ facts: { wheelchair } }) => (wheelchair ? wheelchair === "yes" : null),
  free: ({ fee }) => (fee === "unknown" ? null : fee === "free"),
  public: ({ facts: { access } }) => (access ? access === "everyone" : null),
  customers: ({ facts: { access = "restricted" } }) =>
    access === "restricted" ? null : access === "everyone" || access === "customers",
  changing_table: ({ facts: { changing_table } }) => yesOrNo(changing_table),
  women: ({ facts }) => isFor(facts, "women", "men"),
  men: ({ facts }) => isFor(facts, "men", "women"),
  all_genders: ({ facts: { all_genders } }) => yesOrNo(all_genders),
  euro_key: ({ facts: { euro_key } }) => yesOrNo(euro_key),
  // Where nothing is to be paid, no card is needed.
  card: ({ facts, fee }) =>
    fee === "free" ? true : eitherYes(facts.pay_card, facts.pay_contactless),
};

type YesNo = "yes" | "no" | undefined;

function yesOrNo(value: YesNo): boolean | null {
  return value === undefined ? null : value === "yes";
}

function eitherYes(one: YesNo, other: YesNo): boolean | null {
  if (one === "yes" || other === "yes") return true;
  return one === "no" ? false : null;
}

/** A place that names the other sex alone is not for this one. */
function isFor(facts: PlaceFacts, own: "women" | "men", other: "women" | "men"): boolean | null {
  if (facts[own] === "yes" || facts.all_genders === "yes") return true;
  if (facts[own] === "no" || (own === "women" && facts.urinals_only === "yes")) return false;
  return facts[other] === "yes" ? false : null;
}

/** What else counts as met, beside what is known to meet the filters. */
export interface FilterLeniency {
  /** With the open filter: places whose opening times are not known (docs/product#unknown-opening-times). */
  readonly includeUnknown: boolean;
  /** With the open filter: of these, places that are likely open (docs/product#likely-open). */
  readonly includeLikely?: boolean;
  /** With filters by facts: places of which it is not known whether they meet them. */
  readonly includeUnstated?: boolean;
}

/** Filters, what else counts as met, and the time, as every query about places has them. */
export interface PlaceFiltering extends FilterLeniency {
  readonly filters: PlaceFilters;
  /** Time that the query is about; absent for now (docs/product#another-time). */
  readonly at?: WallTime | undefined;
}

/** The filtering alone of a query that holds more. */
export function filteringOf(query: PlaceFiltering): PlaceFiltering {
  const { filters, includeUnknown, includeLikely = false, includeUnstated = false, at } = query;
  return { filters, includeUnknown, includeLikely, includeUnstated, ...(at && { at }) };
}

export function hasFactFilter(filters: PlaceFilters): boolean {
  return factFilterNames.some((name) => filters[name]);
}

/**
 * Parameters of the filters that are on, `name=1` each, in a fixed order; `unknown` and `likely` only with the
 * open filter, `unstated` only with one by facts. Then the time.
 */
export function filterPairs({
  filters,
  includeUnknown,
  includeLikely,
  includeUnstated,
  at,
}: PlaceFiltering): string[] {
  const names = [
    ...placeFilterNames.filter((name) => filters[name]),
    ...(filters.open && includeUnknown ? ["unknown"] : []),
    ...(filters.open && includeLikely ? ["likely"] : []),
    ...(hasFactFilter(filters) && includeUnstated ? ["unstated"] : []),
  ];
  return [...names.map((name) => `${name}=1`), ...(at ? [`at=${at}`] : [])];
}
