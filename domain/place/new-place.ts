import * as v from "valibot";
import { isCountryCode } from "#domain/geography/country-code.ts";
import { latitudeField, longitudeField } from "#domain/geography/position-schema.ts";
import {
  isOvernight,
  noOpeningTimes,
  type OpeningTimes,
  parseOpeningRange,
  publishedDayPattern,
  unknownTimes,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import { optionalLine, writtenLine, writtenText } from "#domain/text/entered-text.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxCountyLength,
  maxOpeningHoursLength,
  maxPostcodeLength,
} from "#domain/text/text-limits.ts";
import { crossCheck, type ErrorCode, type InvalidPart } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import type { Place } from "./place.ts";
import {
  mergePlainFacts,
  type PlaceFacts,
  type PlainFacts,
  placeFactsSchema,
  storedPlainFacts,
} from "./place-facts.ts";
import { feeOfPrice, isFeeOf, maxPrice, placeFees, priceStep } from "./place-fee.ts";

/**
 * A place as a contributor sends it (docs/product#place). The server decides the rest: whether it is
 * accepted, who added it and when.
 */
export interface NewPlace
  extends PlainFacts,
    Pick<
      Place,
      | "country"
      | "city"
      | "address"
      | "county"
      | "postcode"
      | "price"
      | "fee"
      | "comments"
      | "facts"
      | "position_approximate"
    > {
  /** WGS 84 degrees, rounded to 6 decimals (docs/product#coordinates). */
  readonly latitude: number;
  readonly longitude: number;
  /** With the closed days. Never overnight: a text brings overnight ranges (docs/product#overnight-range). */
  readonly opening_times: OpeningTimes;
  /**
   * Opening hours in OpenStreetMap's syntax. Where it is there, the opening times above do not count
   * (docs/product#hours-of-a-contributor).
   */
  readonly opening_hours?: string;
}

/** Finds what is wrong with a text of opening hours; null for one that can be read. */
export type FindHoursError = (text: string) => InvalidPart | null;

/**
 * What a contributor looks at before a place is added: nothing more, similar places where there are any, or
 * in any case the form once more.
 */
export type NewPlaceCheck = "none" | "similar" | "form";

/** An amount of at most two decimals, so that the database stores the exact amount. */
const priceField = v.pipe(
  v.number(),
  v.minValue(0),
  v.maxValue(maxPrice),
  v.metadata({ multipleOf: priceStep }),
  v.check((price) => Number(price.toFixed(2)) === price),
  // Never -0.
  v.transform((price) => price + 0),
);

/** Distinct weekdays in any order, 0 is Monday. */
const weekdaysField = v.pipe(
  v.array(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(6))),
  v.metadata({ uniqueItems: true }),
  v.check((days) => new Set(days).size === days.length),
);

/** The facts with what the two plain ones add, and the plain ones that follow. */
function withAllFacts(place: Partial<PlainFacts> & { readonly facts: PlaceFacts }) {
  const facts = mergePlainFacts(place.facts, place);
  return { ...storedPlainFacts(facts), facts };
}

/**
 * Fields of a place as contributors write them, for an addition as for an edit. Text is trimmed and in NFC,
 * coordinates are rounded to 6 decimals.
 */
export const writtenFields = {
  country: v.pipe(
    v.string(),
    v.regex(/^[A-Z]{2}$/),
    v.check(isCountryCode),
    v.description("ISO 3166-1 alpha-2"),
  ),
  city: writtenLine(maxCityLength),
  address: writtenLine(maxAddressLength),
  county: optionalLine(maxCountyLength),
  postcode: optionalLine(maxPostcodeLength),
  price: v.nullable(priceField),
  fee: v.picklist(placeFees),
  comments: writtenText(maxCommentLength),
  accessible: v.boolean(),
  public: v.boolean(),
  facts: placeFactsSchema,
  latitude: latitudeField,
  longitude: longitudeField,
  position_approximate: described(
    v.boolean(),
    "whether the point stands for a street or a settlement, not for the door",
  ),
  opening_times: v.pipe(
    v.array(v.pipe(v.string(), v.metadata({ pattern: publishedDayPattern.source }))),
    v.length(7),
  ),
  closed_days: described(
    weekdaysField,
    "days without times that are known to be closed, 0 is Monday",
  ),
  opening_hours: described(
    optionalLine(maxOpeningHoursLength),
    "opening hours in OpenStreetMap's syntax, which win over opening_times and closed_days; a text that cannot be read is refused, and the fault names the part that is wrong",
  ),
} as const;

/**
 * A new place from a form or a call, and the form in which places are stored: text trimmed and in NFC,
 * coordinates rounded to 6 decimals.
 *
 * County, postcode, price, comments and opening times may be left out where they are unknown. A price of null
 * is free unless `fee` says otherwise (docs/decisions/017). Each faulty day of the opening times is a fault
 * by itself, `opening_times.0` for Monday (see `openingDayFault`). `closed_days` names days on which the
 * place is known to be closed; a day that has times as well is a fault of it. Fields that the server decides
 * (`accepted`, `added_by`, ids) are ignored (docs/product#place, docs/product#acceptance).
 *
 * @param findHoursError of the server, which alone can read the syntax (docs/product#refused-hours)
 */
/* @__NO_SIDE_EFFECTS__ */
export function newPlaceSchemaWith(findHoursError: FindHoursError) {
  return v.pipe(
    v.object({
      ...writtenFields,
      accessible: v.optional(
        described(
          writtenFields.accessible,
          "true: a wheelchair gets in, false: not; without it that is not known",
        ),
      ),
      public: v.optional(
        described(
          writtenFields.public,
          "true: open to everyone, false: not; without it that is not known",
        ),
      ),
      county: v.optional(writtenFields.county, ""),
      postcode: v.optional(writtenFields.postcode, ""),
      price: v.optional(writtenFields.price, null),
      fee: v.optional(
        described(
          writtenFields.fee,
          "tells whether a place with a price of null or 0, or without a price, costs something: 'costs' without a price means that the amount is not known. Without this field, null and 0 are free",
        ),
      ),
      comments: v.optional(writtenFields.comments, ""),
      facts: v.optional(
        described(
          writtenFields.facts,
          "facts of the place; where they name wheelchair or access, these tell more than accessible and public, and win over them",
        ),
        {},
      ),
      position_approximate: v.optional(writtenFields.position_approximate, false),
      opening_times: v.optional(
        described(
          writtenFields.opening_times,
          "opening times as of a Place, the second time later than the first; without them they are not known",
        ),
      ),
      closed_days: v.optional(writtenFields.closed_days),
      opening_hours: v.optional(writtenFields.opening_hours, ""),
    }),
    crossCheck(({ valid, reject }) => {
      const { price, fee, opening_times = unknownTimes, closed_days = [], opening_hours } = valid;
      // Without `fee` the price decides; with it the two must agree.
      if (fee !== undefined && price !== undefined && !isFeeOf(fee, price)) reject("fee");
      opening_times.forEach((day, weekday) => {
        const error = checkOpeningDay(day);
        if (error !== null) reject(`opening_times.${weekday}`, error);
      });
      if (hasTimesOnClosedDay(opening_times, closed_days)) reject("closed_days");
      const hoursError = opening_hours ? findHoursError(opening_hours) : null;
      if (hoursError !== null) reject("opening_hours", "error.parameter", hoursError);
    }),
    v.transform(
      ({
        county,
        postcode,
        fee,
        position_approximate,
        opening_times,
        closed_days,
        opening_hours,
        ...place
      }): NewPlace => ({
        ...place,
        ...withAllFacts(place),
        ...(county !== "" && { county }),
        ...(postcode !== "" && { postcode }),
        fee: fee ?? feeOfPrice(place.price),
        ...(position_approximate && { position_approximate: true as const }),
        opening_times: weekOf({ opening_times: opening_times ?? unknownTimes, closed_days }),
        ...(opening_hours !== "" && { opening_hours }),
      }),
    ),
    v.description("A new place; other fields are ignored"),
  );
}

/**
 * Checks one day's opening times from a form or request; null when they are valid.
 *
 * Both times or neither (`-`): one alone, `08:00-` or `-18:00`, is `error.fillout`. The second must be later
 * than the first, else `error.invalidtime`; `24:00` is the end of the day. Any other text that is not
 * `HH:MM-HH:MM` is `error.parameter` (docs/product#opening-times-in-the-api).
 */
export function checkOpeningDay(text: string): ErrorCode | null {
  if (text === noOpeningTimes) return null;
  const range = parseOpeningRange(text);
  if (range !== null) return isOvernight(range) ? "error.invalidtime" : null;
  return isHalfFilled(text) ? "error.fillout" : "error.parameter";
}

function isHalfFilled(text: string): boolean {
  const completed = text.startsWith("-")
    ? `00:00${text}`
    : text.endsWith("-")
      ? `${text}24:00`
      : text;
  return parseOpeningRange(completed) !== null;
}

/** Whether a day that is marked as closed has opening times, valid or not. */
export function hasTimesOnClosedDay(
  openingTimes: readonly string[],
  closedDays: readonly number[],
): boolean {
  return closedDays.some((weekday) => openingTimes[weekday] !== noOpeningTimes);
}

/** The schema of what a browser can check of a new place, which is all but its text of opening hours. */
export const newPlaceSchema = newPlaceSchemaWith(() => null);
