import * as v from "valibot";
import { closureReasons, closureSources } from "#domain/feedback/closed-for-now.ts";
import { openStatuses } from "#domain/opening/open-status.ts";
import { publishedDayPattern, publishedRangePattern } from "#domain/opening/seven-entries.ts";
import { askedFacts } from "#domain/place/asked-facts.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { instantSchema } from "#domain/validation/instant-schema.ts";
import { maxPlacesPerPage } from "#domain/validation/page-sizes.ts";
import { placeDoubts } from "./freshness.ts";
import { placeFactsSchema } from "./place-facts.ts";
import { placeFees } from "./place-fee.ts";

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
    version: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(1),
      v.description("raised whenever what is said of the place changes; If-Match takes it"),
    ),
    country: v.pipe(v.string(), v.regex(/^[A-Z]{2}$/), v.description("ISO 3166-1 alpha-2")),
    city: v.string(),
    address: described(v.string(), "street line 1 and, if any, line 2"),
    // No two places differ by county and postcode alone.
    county: v.optional(described(v.string(), "present where it is known")),
    postcode: v.optional(described(v.string(), "present where it is known")),
    /** See `currencyOf` (docs/product#prices). */
    price: described(
      v.nullable(v.pipe(v.number(), v.minValue(0))),
      "in the country's currency; 0 or null is free",
    ),
    price_known: v.optional(
      described(
        v.literal(false),
        "false, and only present where it is not known whether the place costs something, or how much: a price of null is then not free",
      ),
    ),
    fee: described(
      v.picklist(placeFees),
      "whether the place costs something, also where the amount is not known",
    ),
    /** Empty where there is none. */
    comments: v.string(),
    accessible: described(
      v.boolean(),
      "whether a wheelchair gets in without help; false also where that is not known",
    ),
    public: described(
      v.boolean(),
      "whether everyone may enter; false also where that is not known",
    ),
    facts: placeFactsSchema,
    accepted: described(
      v.boolean(),
      "false while the place waits for acceptance: only staff see it, and a contributor who adds a place nearby",
    ),
    sample: v.optional(
      described(
        v.literal(true),
        "true for a sample place, made up for a first look: not a real toilet",
      ),
    ),
    latitude: v.pipe(v.number(), v.minValue(-90), v.maxValue(90)),
    longitude: v.pipe(v.number(), v.minValue(-180), v.maxValue(180)),
    coordinates: described(
      v.strictTuple([v.number(), v.number()]),
      "[longitude, latitude], WGS 84",
    ),
    position_approximate: v.optional(
      described(
        v.literal(true),
        "true where the point stands for a street or a settlement, not for the door",
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
    opening_hours: v.optional(
      described(
        v.string(),
        "opening hours in OpenStreetMap's syntax; present where the seven opening times leave something out",
      ),
    ),
    details: v.optional(
      described(
        v.object({
          /** In the order of {@link placeFeatures}. */
          features: described(
            v.array(v.picklist(placeFeatures)),
            "features that the place is known to have; a feature that is not named is not known",
          ),
          level: v.optional(
            described(
              v.string(),
              "numbers of the floors, such as '-1' or '0;1'; never the ground floor alone",
            ),
          ),
          operator: v.optional(
            described(v.string(), "operator of the place, where the comments do not name it"),
          ),
        }),
        "further details of an import; only in the answer for a single place",
      ),
    ),
    lists: v.optional(
      described(
        v.array(
          v.object({
            title: v.string(),
            licence: v.string(),
            attribution: v.string(),
            link: v.optional(described(v.string(), "page of the list")),
            hours: v.optional(
              described(
                v.string(),
                "what the list says of the opening hours in its own words; present where they are not known otherwise",
              ),
            ),
          }),
        ),
        "lists of towns that have the place, with their licences; only in the answer for a single place",
      ),
    ),
    added: instantSchema,
    /** Exact mean. */
    rating_calculated: described(v.number(), "mean of the ratings, or -1 without a rating"),
    rating_count: v.pipe(v.number(), v.integer(), v.minValue(0)),
    /** At the time of the response, by the place's clock. */
    open_status: v.picklist(openStatuses),
    closed_for_now: v.optional(
      described(
        v.object({
          reason: v.picklist(closureReasons),
          since: described(instantSchema, "time of the first report"),
          until: described(instantSchema, "time at which it ends by itself"),
          by: described(
            v.picklist(closureSources),
            "strongest source: a visitor without an account, an account, an import by what OpenStreetMap says, the administrator",
          ),
          opens_on: v.optional(
            v.pipe(v.string(), v.isoDate(), v.description("day of opening, where it was reported")),
          ),
          reports: v.optional(
            v.pipe(
              v.number(),
              v.integer(),
              v.minValue(1),
              v.description("number of people who have reported it"),
            ),
          ),
        }),
        "present while the place is closed for now, whatever its opening times say; open_status is then closed",
      ),
    ),
    doubt: v.optional(
      described(
        v.picklist(placeDoubts),
        "present while staff still have to look into a report that the place is closed for good, or an import that says it is private; open_status is then never open",
      ),
    ),
    likely: described(
      v.nullable(
        v.object({
          open: v.boolean(),
          witnesses: v.pipe(
            v.number(),
            v.integer(),
            v.minValue(1),
            v.description("number of visitors who found it so"),
          ),
          last: v.pipe(v.string(), v.isoDate(), v.description("day of the last one")),
          until: described(instantSchema, "end of the time for which it holds"),
        }),
      ),
      "what visitors found at about this hour on such days, where the opening times are not known; closed also where they say otherwise",
    ),
    observed: described(
      v.object({ open: v.number(), closed: v.number() }),
      "numbers of visitors who found it open and closed in the last 120 days",
    ),
    said_by_visitors: v.optional(
      described(
        v.array(v.picklist(askedFacts)),
        "what of its fee and its facts visitors alone have said; present where there is any",
      ),
    ),
    opening_comment: v.optional(
      described(
        v.string(),
        "what the opening hours say of this moment beside it, such as 'by appointment'",
      ),
    ),
    opening_changes: v.optional(
      described(
        v.array(
          v.object({
            at: instantSchema,
            status: v.picklist(openStatuses),
            comment: v.optional(v.string()),
          }),
        ),
        "coming changes of the opening status, ascending: all before opening_changes_until, and the opening after it where it is known",
      ),
    ),
    opening_changes_until: v.optional(
      described(
        instantSchema,
        "time before which opening_changes are all there are; a day and more",
      ),
    ),
    opening_today: v.optional(
      described(
        v.object({
          date: v.pipe(v.string(), v.isoDate(), v.description("the day, by the place's calendar")),
          times: v.array(v.pipe(v.string(), v.regex(publishedRangePattern))),
        }),
        "ranges that begin on this day, by opening_hours; present beside it, where all of them are known",
      ),
    ),
    opens_next: v.optional(
      described(
        instantSchema,
        "next opening of a place that is closed, however far; present where it is known",
      ),
    ),
    /** Zone of `opening_times`. */
    time_zone: described(v.string(), "IANA time zone"),
    distance: v.optional(
      described(v.number(), "metres from the point of the query, where it has one"),
    ),
    /** When a visitor last confirmed the place (docs/product#confirmation). */
    last_confirmed: v.nullable(instantSchema),
    visitor_confirmed: v.optional(
      described(
        instantSchema,
        "last confirmation by a visitor without an account; present where there is one",
      ),
    ),
    visitor_confirmations: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.description("number of days (UTC) with such a confirmation"),
      ),
    ),
    confirmed_today: v.optional(
      described(
        v.boolean(),
        "whether the caller has confirmed the place today, by the place's own clock; only with a session",
      ),
    ),
    reviewed: v.optional(
      described(v.boolean(), "whether the caller has reviewed the place; only with a session"),
    ),
    /** Account that added it. */
    added_by: v.optional(
      described(v.nullable(v.string()), "administrator only; null for an import"),
    ),
  }))();

export type Place = DeepReadonly<v.InferOutput<typeof placeSchema>>;

/** A field of the viewer's own marks on a place; only a viewer with an account gets it. */
export type OwnField = "confirmed_today" | "reviewed";

/** Details of a place beyond the fields of the form; from imports only. */
export type PlaceDetails = NonNullable<Place["details"]>;

export const placeListSchema = /* @__PURE__ */ (() =>
  v.object({
    places: v.array(placeSchema),
    own_pending: v.optional(
      described(
        v.array(placeSchema),
        "on the first page, with a session: places that the caller has added and that wait for acceptance, inside the box and whatever the filters, the newest first; not part of the total; absent without any",
      ),
    ),
    page: v.pipe(v.number(), v.integer(), v.minValue(1)),
    per_page: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(maxPlacesPerPage)),
    total: v.pipe(v.number(), v.integer(), v.minValue(0)),
    next_after: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.minValue(1),
        v.description("for the parameter after of the next page; present where there is one"),
      ),
    ),
    unknown_count: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        "number of places that the open filter left out because their opening times are not known",
      ),
    ),
    likely_count: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description("of these, the number of places that are likely open"),
    ),
    unstated_count: v.pipe(
      v.number(),
      v.integer(),
      v.minValue(0),
      v.description(
        "number of places that the filters by facts left out because it is not known whether they meet them",
      ),
    ),
    as_of: v.optional(
      described(
        instantSchema,
        "only while the database is away: time at which the oldest of these places was read; later changes are missing",
      ),
    ),
  }))();

export type PlaceList = DeepReadonly<v.InferOutput<typeof placeListSchema>>;
