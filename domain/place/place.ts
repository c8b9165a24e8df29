import type { Coordinates } from "#domain/geography/coordinates.ts";
import { localTimeAt } from "#domain/opening/local-time.ts";
import {
  type NextOpening,
  nextOpening,
  type OpenStatus,
  openStatusAt,
} from "#domain/opening/open-status.ts";
import { type PublishedTimes, weekOf } from "#domain/opening/opening-times.ts";
import { maxPlacesByDistance, pageCountOf } from "#domain/reading/pager.ts";
import type { PlaceFacts } from "./place-facts.ts";
import type { PlaceFee } from "./place-fee.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/**
 * Country of most places, ISO 3166-1 alpha-2: not named with a place, and first in the form that adds one
 * (docs/product#home-country).
 */
export const homeCountry = "HU";

/** A place as the API returns it (docs/product#place). */
export interface Place extends PlaceFacts {
  /** Positive integer; never used twice. */
  readonly id: number;
  /** ISO 3166-1 alpha-2, such as `HU`. */
  readonly country: string;
  readonly city: string;
  /** Line 1 and, after a space, line 2. */
  readonly address: string;
  /** Absent where it is unknown; no two places differ by county and postcode alone. */
  readonly county?: string;
  readonly postcode?: string;
  /** In the currency of `currencyOf`; 0 and null mean free (docs/product#prices). */
  readonly price: number | null;
  /** False where the amount is unknown: a price of null then does not mean free. */
  readonly price_known?: false;
  /** Whether it costs something, also where the amount is unknown. */
  readonly fee: PlaceFee;
  /** Empty where there is none. */
  readonly comments: string;
  readonly accepted: boolean;
  /** True for a sample place (docs/product#sample-places): it does not exist. */
  readonly sample?: true;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The same position as [longitude, latitude]. */
  readonly coordinates: Coordinates;
  /**
   * True where the point stands for a street or a settlement, not for the door
   * (docs/product#approximate-position).
   */
  readonly position_approximate?: true;
  /** Seven entries, Monday first, each `HH:MM-HH:MM` or `-`; `weekOf` joins them with the closed days. */
  readonly opening_times: PublishedTimes["opening_times"];
  /** Weekdays that are known to be closed, ascending, 0 is Monday; absent where there are none. */
  readonly closed_days?: PublishedTimes["closed_days"];
  /**
   * Opening hours in OpenStreetMap's notation, where the seven entries leave something out
   * (docs/product#original-opening-hours).
   */
  readonly opening_hours?: string;
  /** Further details (docs/product#place-details); absent where there are none, and in lists. */
  readonly details?: PlaceDetails;
  /** Instant of adding: ISO 8601 in UTC with milliseconds. */
  readonly added: string;
  /** Exact mean of all ratings, 1…5; -1 without ratings. */
  readonly rating_calculated: number;
  readonly rating_count: number;
  /** At the moment of the answer, by the place's clock. */
  readonly open_status: OpenStatus;
  /** IANA zone of `opening_times`. */
  readonly time_zone: string;
  /** Metres from the point of the query (`near`); absent without one. */
  readonly distance?: number;
  /** When a visitor last confirmed the place (docs/product#confirmation); an instant as `added`, or null. */
  readonly last_confirmed: string | null;
  /** Whether the caller has confirmed it today, by the place's clock; absent without sign-in. */
  readonly confirmed_today?: boolean;
  /** Whether the caller has reviewed it; absent without sign-in. */
  readonly reviewed?: boolean;
  /** Account that added it, null for an import; only for the administrator. */
  readonly added_by?: string | null;
}

/** Maximum id that the database can hold (a signed 32-bit integer). */
export const maxPlaceId = 2_147_483_647;

/** Reads a place's id from an address: plain digits, 1 or more. Null for any other text. */
export function parsePlaceId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxPlaceId ? id : null;
}

/** Parts of a place that make its name. */
export type NamedParts = Pick<Place, "city" | "address" | "comments">;

/** Maximum length of a name from a comment, in code points (docs/product#place-name). */
export const maxNameLength = 80;

/**
 * The name of a place within its town: street and number with the building, else the beginning of its
 * comment. Null where at most the town is known, as of many imports: then only the place's number tells it
 * from its neighbours.
 */
export function ownNameOf({ address, comments }: NamedParts): string | null {
  if (address !== "") return address;
  return comments === "" ? null : beginningOf(comments.replace(/\s+/gu, " ").trim());
}

/** Whether the name is the whole comment, so that the comment need not stand below the name. */
export function isNamedByComment(place: NamedParts): boolean {
  return place.address === "" && ownNameOf(place) === place.comments;
}

/** A place in one line without words of any language: its own name, then the town, if known. */
export function placeName(place: NamedParts): string {
  return [ownNameOf(place), place.city].filter((part) => part !== null && part !== "").join(", ");
}

/** Text of at most `maxNameLength` code points, cut between words where there are several. */
function beginningOf(text: string): string {
  const letters = [...text];
  if (letters.length <= maxNameLength) return text;
  const cut = letters.slice(0, maxNameLength - 1).join("");
  const wordEnd = cut.lastIndexOf(" ");
  return `${wordEnd > maxNameLength / 2 ? cut.slice(0, wordEnd) : cut}…`;
}

/** One page of places, as the API returns it. */
export interface PlaceList {
  readonly places: readonly Place[];
  /** Page number, from 1. */
  readonly page: number;
  readonly per_page: number;
  /** Number of places on all pages. */
  readonly total: number;
  /**
   * Number of further places that the open filter leaves out because their opening times are unknown
   * (docs/product#unknown-opening-times).
   */
  readonly unknown_count: number;
  /**
   * Only while the database is away: when the oldest of these places was read, ISO 8601. Later changes are
   * missing (docs/product#database-away).
   */
  readonly as_of?: string;
}

/**
 * The last page of a list of `total` places; by distance, the page that ends within `maxPlacesByDistance`.
 */
export function lastPageOf(
  { sort, perPage }: Pick<PlaceListQuery, "sort" | "perPage">,
  total: number,
): number {
  const pageCount = pageCountOf(total, perPage);
  if (sort !== "distance") return pageCount;
  return Math.min(pageCount, Math.floor(maxPlacesByDistance / perPage));
}

/**
 * Further features of a place, the most urgent for a visitor first. Each means that a source says so: a
 * feature that is absent is unknown, never known to be missing.
 */
export const placeFeatures = [
  /** For women, for men; absent where a place is for both. */
  "women",
  "men",
  /** Rooms that everyone shares, or one for each. */
  "unisex",
  "segregated",
  "urinals-only",
  "squat",
  /** A wheelchair gets in with help, or into a part of it. */
  "wheelchair-limited",
  /** It opens with the Euro key, which disabled people in many countries of Europe have. */
  "eurokey",
  "changing-table",
  "no-paper",
  "supervised",
  "seasonal",
  "drinking-water",
  "shower",
] as const;

export type PlaceFeature = (typeof placeFeatures)[number];

/** Details of a place beyond the fields of the form (docs/product#place-details); from imports only. */
export interface PlaceDetails {
  /** In the order of {@link placeFeatures}. */
  readonly features: readonly PlaceFeature[];
  /** Floors by their numbers, `-1` or `0;1`; absent where it is unknown or the ground floor. */
  readonly level?: string;
  /** Operator, where the comment does not name it already. */
  readonly operator?: string;
}

/** Opening status of a place as a page shows it. */
export interface PlaceOpening {
  readonly status: OpenStatus;
  /** See `openStatusAt`. */
  readonly until: number | null;
  /** The next opening; null unless it is closed and the next opening is known. */
  readonly opensNext: NextOpening | null;
}

/** Opening status of a place from the API at an instant, by its clock, and its next opening. */
export function placeOpeningAt(
  place: Pick<Place, "opening_times" | "closed_days" | "time_zone">,
  now: Date,
): PlaceOpening {
  const week = weekOf(place);
  const local = localTimeAt(now, place.time_zone);
  const answer = openStatusAt(week, local);
  return { ...answer, opensNext: answer.status === "closed" ? nextOpening(week, local) : null };
}
