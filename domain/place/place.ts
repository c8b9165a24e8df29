import * as v from "valibot";
import { closureReasons, closureSources } from "#domain/feedback/closed-for-now.ts";
import { localDateAt } from "#domain/opening/local-date.ts";
import { localTimeAt, minutesPerDay } from "#domain/opening/local-time.ts";
import {
  isOpenNow,
  type NextOpening,
  nextOpening,
  type OpenStatus,
  openStatusAt,
  openStatuses,
} from "#domain/opening/open-status.ts";
import {
  publishedDayPattern,
  publishedRangePattern,
  weekOf,
} from "#domain/opening/opening-times.ts";
import type { DeepReadonly } from "#domain/reading/check-fields.ts";
import { maxPlacesByDistance, maxPlacesPerPage } from "#domain/reading/page-sizes.ts";
import { pageCountOf } from "#domain/reading/pager.ts";
import { placeFactsSchema } from "./place-facts.ts";
import { placeFees } from "./place-fee.ts";
import type { PlaceListQuery } from "./place-list-query.ts";

/** Instant in UTC with milliseconds, ISO 8601. */
export const instantSchema = /* @__PURE__ */ (() => v.pipe(v.string(), v.isoTimestamp()))();

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

/** A place as the API returns it (docs/product#place). */
export const placeSchema = /* @__PURE__ */ (() =>
  v.object({
    /** Never used twice. */
    id: v.pipe(v.number(), v.integer(), v.minValue(1)),
    country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description("ISO 3166-1 alpha-2")),
    city: v.string(),
    address: v.pipe(v.string(), v.description("street line 1 and, if any, line 2")),
    // No two places differ by county and postcode alone.
    county: v.optional(v.pipe(v.string(), v.description("present where it is known"))),
    postcode: v.optional(v.pipe(v.string(), v.description("present where it is known"))),
    /** See `currencyOf` (docs/product#prices). */
    price: v.pipe(
      v.nullable(v.pipe(v.number(), v.minValue(0))),
      v.description("in the country's currency; 0 or null is free"),
    ),
    price_known: v.optional(
      v.pipe(
        v.literal(false),
        v.description(
          "false, and only present where it is not known whether the place costs something, or how much: a price of null is then not free",
        ),
      ),
    ),
    fee: v.pipe(
      v.picklist(placeFees),
      v.description("whether the place costs something, also where the amount is not known"),
    ),
    /** Empty where there is none. */
    comments: v.string(),
    accessible: v.pipe(
      v.boolean(),
      v.description(
        "whether a wheelchair gets in without help; false also where that is not known",
      ),
    ),
    public: v.pipe(v.boolean(), v.description("whether everyone may enter")),
    facts: placeFactsSchema,
    accepted: v.pipe(
      v.boolean(),
      v.description(
        "false while the place waits for acceptance: only the administrator sees it, and a contributor who adds a place nearby",
      ),
    ),
    /** See docs/product#sample-places. */
    sample: v.optional(
      v.pipe(
        v.literal(true),
        v.description("true for a sample place, made up for a first look: not a real toilet"),
      ),
    ),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    coordinates: v.pipe(
      v.strictTuple([v.number(), v.number()]),
      v.description("[longitude, latitude], WGS 84"),
    ),
    /** See docs/product#approximate-position. */
    position_approximate: v.optional(
      v.pipe(
        v.literal(true),
        v.description("true where the point stands for a street or a settlement, not for the door"),
      ),
    ),
    /** `weekOf` joins them with the closed days. */
    opening_times: v.pipe(
      v.array(v.pipe(v.string(), v.regex(publishedDayPattern))),
      v.length(7),
      v.description("Monday first, in the place's own time zone; '-' is a day without times"),
    ),
    /** Ascending. */
    closed_days: v.optional(
      v.pipe(
        v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
        v.metadata({ uniqueItems: true }),
        v.description(
          "days that are known to be closed, 0 is Monday; present where there are any. The opening times of any other day without times are not known",
        ),
      ),
    ),
    /** See docs/product#original-opening-hours. */
    opening_hours: v.optional(
      v.pipe(
        v.string(),
        v.description(
          "opening hours in OpenStreetMap's syntax; present where the seven opening times leave something out",
        ),
      ),
    ),
    /** See docs/product#place-details. */
    details: v.optional(
      v.pipe(
        v.object({
          /** In the order of {@link placeFeatures}. */
          features: v.pipe(
            v.array(v.picklist(placeFeatures)),
            v.description(
              "features that the place is known to have; a feature that is not named is not known",
            ),
          ),
          level: v.optional(
            v.pipe(
              v.string(),
              v.description(
                "numbers of the floors, such as '-1' or '0;1'; never the ground floor alone",
              ),
            ),
          ),
          operator: v.optional(
            v.pipe(
              v.string(),
              v.description("operator of the place, where the comments do not name it"),
            ),
          ),
        }),
        v.description("further details of an import; only in the answer for a single place"),
      ),
    ),
    added: instantSchema,
    /** Exact mean. */
    rating_calculated: v.pipe(
      v.number(),
      v.description("mean of the ratings, or -1 without a rating"),
    ),
    rating_count: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** At the moment of the answer, by the place's clock. */
    open_status: v.picklist(openStatuses),
    /** See docs/product#closed-for-now. */
    closed_for_now: v.optional(
      v.pipe(
        v.object({
          reason: v.picklist(closureReasons),
          since: v.pipe(instantSchema, v.description("time of the first report")),
          until: v.pipe(instantSchema, v.description("time at which it ends by itself")),
          by: v.pipe(
            v.picklist(closureSources),
            v.description(
              "strongest source: a visitor without an account, an account, the administrator",
            ),
          ),
          opens_on: v.optional(
            v.pipe(v.string(), v.isoDate(), v.description("day of opening, where it was reported")),
          ),
        }),
        v.description(
          "present while the place is closed for now, whatever its opening times say; open_status is then closed",
        ),
      ),
    ),
    /** See docs/product#hours-as-text. */
    opening_comment: v.optional(
      v.pipe(
        v.string(),
        v.description(
          "what the opening hours say of this moment beside it, such as 'by appointment'",
        ),
      ),
    ),
    /** See docs/product#next-opening. */
    opening_changes: v.optional(
      v.pipe(
        v.array(
          v.object({
            at: instantSchema,
            status: v.picklist(openStatuses),
            comment: v.optional(v.string()),
          }),
        ),
        v.description(
          "coming changes of the opening status, ascending: all before opening_changes_until, and the opening after it where it is known",
        ),
      ),
    ),
    opening_changes_until: v.optional(
      v.pipe(
        instantSchema,
        v.description("time before which opening_changes are all there are; a day and more"),
      ),
    ),
    opening_today: v.optional(
      v.pipe(
        v.object({
          date: v.pipe(v.string(), v.isoDate(), v.description("the day, by the place's calendar")),
          times: v.array(v.pipe(v.string(), v.regex(publishedRangePattern))),
        }),
        v.description(
          "ranges that begin on this day, by opening_hours; present beside it, where all of them are known",
        ),
      ),
    ),
    opens_next: v.optional(
      v.pipe(
        instantSchema,
        v.description(
          "next opening of a place that is closed, however far; present where it is known",
        ),
      ),
    ),
    /** Zone of `opening_times`. */
    time_zone: v.pipe(v.string(), v.description("IANA time zone")),
    distance: v.optional(
      v.pipe(v.number(), v.description("metres from the point of the query, where it has one")),
    ),
    /** When a visitor last confirmed the place (docs/product#confirmation). */
    last_confirmed: v.nullable(instantSchema),
    /** See docs/product#confirmation. */
    visitor_confirmed: v.optional(
      v.pipe(
        instantSchema,
        v.description(
          "last confirmation by a visitor without an account; present where there is one",
        ),
      ),
    ),
    visitor_confirmations: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.description("number of these confirmations, at most one a day and client address"),
      ),
    ),
    confirmed_today: v.optional(
      v.pipe(
        v.boolean(),
        v.description(
          "whether the caller has confirmed the place today, by the place's own clock; only with a session",
        ),
      ),
    ),
    reviewed: v.optional(
      v.pipe(
        v.boolean(),
        v.description("whether the caller has reviewed the place; only with a session"),
      ),
    ),
    /** Account that added it. */
    added_by: v.optional(
      v.pipe(v.nullable(v.string()), v.description("administrator only; null for an import")),
    ),
  }))();

export type Place = DeepReadonly<v.InferOutput<typeof placeSchema>>;

/** Details of a place beyond the fields of the form; from imports only. */
export type PlaceDetails = NonNullable<Place["details"]>;

/** Maximum id that the database can hold (a signed 32-bit integer). */
export const maxPlaceId = 2_147_483_647;

/** Reads a place's id from an address: plain digits, 1 or more. Null for any other text. */
export function parsePlaceId(text: string): number | null {
  if (!/^[1-9]\d{0,9}$/.test(text)) return null;
  const id = Number(text);
  return id <= maxPlaceId ? id : null;
}

/** One page of places, as the API returns it. */
export const placeListSchema = /* @__PURE__ */ (() =>
  v.object({
    places: v.array(placeSchema),
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    per_page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPlacesPerPage)),
    /** Number of places on all pages. */
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** See docs/product#unknown-opening-times. */
    unknown_count: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        "number of places that the open filter left out because their opening times are not known",
      ),
    ),
    unstated_count: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        "number of places that the filters by facts left out because it is not known whether they meet them",
      ),
    ),
    /** See docs/product#database-away. */
    as_of: v.optional(
      v.pipe(
        instantSchema,
        v.description(
          "only while the database is away: time at which the oldest of these places was read; later changes are missing",
        ),
      ),
    ),
  }))();

export type PlaceList = DeepReadonly<v.InferOutput<typeof placeListSchema>>;

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

/** Opening status of a place as a page shows it. */
export interface PlaceOpening {
  readonly status: OpenStatus;
  /** See `openStatusAt`. */
  readonly until: number | null;
  /** The next opening; null unless it is closed and the next opening is known. */
  readonly opensNext: NextOpening | null;
  /** What the hours say of this moment beside it, in the words of their source. */
  readonly comment?: string;
  /** What closes it for now. */
  readonly closure?: NonNullable<Place["closed_for_now"]>;
}

type Opening =
  | "opening_times"
  | "closed_days"
  | "time_zone"
  | "open_status"
  | "opening_comment"
  | "opening_changes"
  | "opening_changes_until"
  | "opens_next"
  | "closed_for_now";

/**
 * Opening status of a place from the API at an instant, by its clock, and its next opening: by the changes that
 * the server has told, and by the seven entries where it has told none or their time is over.
 */
export function placeOpeningAt(place: Pick<Place, Opening>, now: Date): PlaceOpening {
  const { closed_for_now: closure, opening_changes, opening_changes_until } = place;
  const nowMs = now.getTime();
  if (closure && nowMs < Date.parse(closure.until)) {
    return { status: "closed", until: null, opensNext: null, closure };
  }
  const isTold = opening_changes && nowMs < Date.parse(opening_changes_until ?? "");
  return isTold ? openingByChanges(place, opening_changes, now) : openingByWeek(place, now);
}

function openingByWeek(place: Pick<Place, Opening>, now: Date): PlaceOpening {
  const week = weekOf(place);
  const local = localTimeAt(now, place.time_zone);
  const answer = openStatusAt(week, local);
  return { ...answer, opensNext: answer.status === "closed" ? nextOpening(week, local) : null };
}

const minuteMs = 60_000;

function openingByChanges(
  { open_status, opening_comment, opens_next, time_zone }: Pick<Place, Opening>,
  changes: NonNullable<Place["opening_changes"]>,
  now: Date,
): PlaceOpening {
  const nowMs = now.getTime();
  const passed = changes.findLast(({ at }) => Date.parse(at) <= nowMs);
  const coming = changes.filter(({ at }) => Date.parse(at) > nowMs);
  const { status, comment } = passed ?? { status: open_status, comment: opening_comment };
  const said = comment === undefined ? {} : { comment };
  if (isOpenNow(status)) {
    const closes = coming.find((change) => !isOpenNow(change.status));
    return {
      status,
      until: closes ? closingMinute(closes, now, time_zone) : null,
      opensNext: null,
      ...said,
    };
  }
  const opens = coming.find((change) => isOpenNow(change.status) || change.status === "none");
  const opensAt = opens?.status === "none" ? undefined : (opens?.at ?? opens_next);
  if (status === "none" || opensAt === undefined || Date.parse(opensAt) <= nowMs) {
    return { status, until: null, opensNext: null, ...said };
  }
  const opensNext = openingOn(new Date(opensAt), now, time_zone);
  return {
    status,
    until: opensNext.daysAhead === 0 || status === "opens-soon" ? opensNext.minuteOfDay : null,
    opensNext: status === "closed" ? opensNext : null,
    ...said,
  };
}

/**
 * The minute of the day up to which a place is open, as its hours say it: the last one before the change, or 0
 * where it closes at midnight. Null where it is a day or more away.
 */
function closingMinute({ at }: { at: string }, now: Date, timeZone: string): number | null {
  const closesMs = Date.parse(at);
  if (closesMs - now.getTime() >= minutesPerDay * minuteMs) return null;
  const { minuteOfDay } = localTimeAt(new Date(closesMs), timeZone);
  return minuteOfDay === 0 ? 0 : minuteOfDay - 1;
}

function openingOn(opens: Date, now: Date, timeZone: string): NextOpening {
  const date = localDateAt(opens, timeZone);
  const days = Date.parse(date) - Date.parse(localDateAt(now, timeZone));
  return {
    ...localTimeAt(opens, timeZone),
    daysAhead: Math.round(days / (minutesPerDay * minuteMs)),
    date,
  };
}
