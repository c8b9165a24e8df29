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
import type { PlaceFee } from "./place-fee.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/** A place as the API hands it out (docs/product#place). */
export interface Place {
  /** A positive integer, never used twice. */
  readonly id: number;
  /** ISO 3166-1 alpha-2, `HU` for instance. */
  readonly country: string;
  readonly city: string;
  /** Street line 1 and, after a space, line 2. */
  readonly address: string;
  /** Only where someone has said; no two places differ by these alone. */
  readonly county?: string;
  readonly postcode?: string;
  /** In the currency of `currencyOf`; 0 and null mean free (docs/product#prices). */
  readonly price: number | null;
  /** Where the amount is not known: null is then not free. */
  readonly price_known?: false;
  /** Whether it costs something, also where nobody knows how much. */
  readonly fee: PlaceFee;
  /** Empty when there is none. */
  readonly comments: string;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly accepted: boolean;
  /** There for one that was made up for a first look at the product: no toilet to go to. */
  readonly sample?: true;
  /** WGS 84 degrees. */
  readonly latitude: number;
  readonly longitude: number;
  /** The same point once more, as [longitude, latitude]. */
  readonly coordinates: Coordinates;
  /** The point stands for a street or a settlement, not for the door; only where that is so. */
  readonly position_approximate?: true;
  /** Seven entries, Monday first, each `HH:MM-HH:MM` or `-`; `weekOf` joins them with the closed days. */
  readonly opening_times: PublishedTimes["opening_times"];
  /** The days that are known to be closed, ascending, 0 is Monday; only where there are any. */
  readonly closed_days?: PublishedTimes["closed_days"];
  /** Opening hours as OpenStreetMap writes them, where the seven entries leave something out. */
  readonly opening_hours?: string;
  /** What else is known of it; only where there is something, and where it is the one place asked for. */
  readonly details?: PlaceDetails;
  /** When it was added: an ISO 8601 instant in UTC with milliseconds. */
  readonly added: string;
  /** The exact mean of all ratings, 1…5; -1 when there are none. */
  readonly rating_calculated: number;
  readonly rating_count: number;
  /** At the moment of the answer, by the place's own clock. */
  readonly open_status: OpenStatus;
  /** The IANA zone of `opening_times`. */
  readonly time_zone: string;
  /** Metres from the point asked about; only when one was (`near`). */
  readonly distance?: number;
  /** When someone last said that all this is still true; an instant as `added`, or null. */
  readonly last_confirmed: string | null;
  /**
   * Whether the asker has said so today, by the place's own clock; only for who is signed in.
   */
  readonly confirmed_today?: boolean;
  /** Whether the asker has reviewed it; only for who is signed in. */
  readonly reviewed?: boolean;
  /** The user who added it, null when nobody did (imports); only for the administrator. */
  readonly added_by?: string | null;
}

/** The highest id that the database can hold (a signed 32-bit integer). */
export const maxPlaceId = 2_147_483_647;

/** Reads a place's id from an address: plain digits, 1 or more. Null for anything else. */
export function parsePlaceId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxPlaceId ? id : null;
}

/** What a place is named by. */
export type NamedParts = Pick<Place, "city" | "address" | "comments">;

/** The longest name that a comment gives, in code points. */
export const maxNameLength = 80;

/**
 * What tells a place apart where one stands: its street and number with the building, else the beginning
 * of its comment. Null where only the town is known, or nothing, as of many imports: then the place's
 * number is all that differs from its neighbours'.
 */
export function ownNameOf({ address, comments }: NamedParts): string | null {
  if (address !== "") return address;
  return comments === "" ? null : beginningOf(comments.replace(/\s+/gu, " ").trim());
}

/** Whether the name says all of the comment, so that it need not stand below the name once more. */
export function isNamedByComment(place: NamedParts): boolean {
  return place.address === "" && ownNameOf(place) === place.comments;
}

/** A place in one line without words of any language: what tells it apart, then the town, if known. */
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

/** One page of places, as the API hands it out. */
export interface PlaceList {
  readonly places: readonly Place[];
  /** The page asked for, from 1. */
  readonly page: number;
  readonly per_page: number;
  /** How many places there are on all pages. */
  readonly total: number;
  /**
   * How many more the open filter left out because nobody knows their opening times
   * (docs/product#unknown-opening-times).
   */
  readonly unknown_count: number;
  /**
   * Only while the database is away: when the oldest of these places was read, ISO 8601. What has been
   * written since is not in it.
   */
  readonly as_of?: string;
}

/** The last page of a list of `total` places: by distance the one that ends within `maxPlacesByDistance`. */
export function lastPageOf(
  { sort, perPage }: Pick<PlaceListQuery, "sort" | "perPage">,
  total: number,
): number {
  const pageCount = pageCountOf(total, perPage);
  if (sort !== "distance") return pageCount;
  return Math.min(pageCount, Math.floor(maxPlacesByDistance / perPage));
}

/**
 * What else may be known of a place, in the order in which it matters to someone in a hurry. Each says
 * that a source says so: what is not named is not known, and never known to be missing.
 */
export const placeFeatures = [
  /** For women, for men; unless a place is for both. */
  "women",
  "men",
  /** Rooms that everyone uses together, or one for each. */
  "unisex",
  "segregated",
  "urinals-only",
  "squat",
  /** A wheelchair gets in with help, or to a part of it. */
  "wheelchair-limited",
  /** It opens with the key that disabled people in many countries of Europe carry. */
  "eurokey",
  "changing-table",
  "no-paper",
  "supervised",
  "seasonal",
  "drinking-water",
  "shower",
] as const;

export type PlaceFeature = (typeof placeFeatures)[number];

/** What is known of a place beyond what its form asks for (docs/product#place-details); imports only. */
export interface PlaceDetails {
  /** In the order of {@link placeFeatures}. */
  readonly features: readonly PlaceFeature[];
  /** Its floors by their numbers, `-1` or `0;1`; not there where nobody says, or it is the ground floor. */
  readonly level?: string;
  /** Who runs it, where the comment does not say so already. */
  readonly operator?: string;
}

/** What a page says about whether a place is open. */
export interface PlaceOpening {
  readonly status: OpenStatus;
  /** See `openStatusAt`. */
  readonly until: number | null;
  /** When it opens again; null unless it is closed and the next opening is known. */
  readonly opensNext: NextOpening | null;
}

/** Whether a place from the API is open at an instant, by its own clock, and when it opens again. */
export function placeOpeningAt(
  place: Pick<Place, "opening_times" | "closed_days" | "time_zone">,
  now: Date,
): PlaceOpening {
  const week = weekOf(place);
  const local = localTimeAt(now, place.time_zone);
  const answer = openStatusAt(week, local);
  return { ...answer, opensNext: answer.status === "closed" ? nextOpening(week, local) : null };
}
