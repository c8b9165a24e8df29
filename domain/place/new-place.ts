import { openingDayFault } from "#domain/opening/opening-days.ts";
import { noOpeningTimes, type OpeningTimes, weekOf } from "#domain/opening/opening-times.ts";
import { type FieldFault, FieldReader } from "#domain/reading/field-reader.ts";
import { readLine, readOptionalLine, readText } from "#domain/text/entered-text.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxCountyLength,
  maxPostcodeLength,
} from "#domain/text/text-length.ts";
import { isCountryCode } from "./country-code.ts";
import type { Place } from "./place.ts";
import { type PlaceFacts, placeFacts, recordOf } from "./place-facts.ts";
import { feeOfPrice, isFeeOf, type PlaceFee, placeFees } from "./place-fee.ts";
import { readDegrees } from "./place-position.ts";

/**
 * A place as a contributor sends it (docs/product#place). The server decides the rest: whether it is
 * accepted, who added it and when.
 */
export interface NewPlace
  extends PlaceFacts,
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
      | "position_approximate"
    > {
  /** WGS 84 degrees, rounded to 6 decimals (docs/product#coordinates). */
  readonly latitude: number;
  readonly longitude: number;
  /**
   * With the closed days. Never overnight: only an import brings overnight ranges
   * (docs/product#overnight-range).
   */
  readonly opening_times: OpeningTimes;
}

/** Step and maximum of a price; the minimum is 0 (docs/product#prices). */
/**
 * What a contributor looks at before a place is added: nothing more, similar places where there are any, or
 * in any case the form once more.
 */
export type NewPlaceCheck = "none" | "similar" | "form";

export const priceStep = 0.01;
export const maxPrice = 9_999_999.99;

/**
 * Checks a new place from a form or a call, and puts it into the form in which places are stored: text
 * trimmed and in NFC, coordinates rounded to 6 decimals.
 *
 * County, postcode, price, comments and opening times may be left out where they are unknown. A price of null
 * is free unless `fee` says otherwise (docs/decisions/017). Each faulty day of the opening times is a fault
 * by itself, `opening_times.0` for Monday (see `openingDayFault`). `closed_days` names days on which the
 * place is known to be closed; a day that has times as well is a fault of it. Fields that the server decides
 * (`accepted`, `added_by`, ids) are ignored (docs/product#place, docs/product#acceptance).
 */
export function checkNewPlace(
  input: unknown,
): { ok: true; place: NewPlace } | { ok: false; faults: FieldFault[] } {
  const fields = new FieldReader(input);
  const place: NewPlace = {
    country: fields.read("country", readCountry, ""),
    city: fields.read("city", (value) => readLine(value, maxCityLength), ""),
    address: fields.read("address", (value) => readLine(value, maxAddressLength), ""),
    ...readIfGiven(fields, "county", maxCountyLength),
    ...readIfGiven(fields, "postcode", maxPostcodeLength),
    ...readFee(fields),
    comments: fields.readOptional("comments", (value) => readText(value, maxCommentLength), ""),
    ...recordOf(placeFacts, (fact) => fields.read(fact, readBoolean, false)),
    latitude: fields.read("latitude", (value) => readDegrees(value, 90), 0),
    longitude: fields.read("longitude", (value) => readDegrees(value, 180), 0),
    ...(fields.readOptional("position_approximate", readBoolean, false) && {
      position_approximate: true as const,
    }),
    opening_times: readOpeningTimes(fields),
  };
  const { faults } = fields;
  return faults.length === 0 ? { ok: true, place } : { ok: false, faults };
}

/** An empty object where the field is empty or left out. */
function readIfGiven<Name extends string>(fields: FieldReader, name: Name, maxLength: number) {
  const text = fields.readOptional(name, (value) => readOptionalLine(value, maxLength), "");
  return text === "" ? {} : { [name]: text };
}

function readCountry(value: unknown): string | undefined {
  return typeof value === "string" && isCountryCode(value) ? value : undefined;
}

function readBoolean(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

/** Without `fee` the price decides; with it the two must agree. */
function readFee(fields: FieldReader): Pick<NewPlace, "price" | "fee"> {
  const price = fields.readOptional("price", readPrice, null);
  const fee = fields.readOptional("fee", readFeeName, feeOfPrice(price));
  if (!isFeeOf(fee, price)) fields.reject("fee");
  return { price, fee };
}

function readFeeName(value: unknown): PlaceFee | undefined {
  return placeFees.find((fee) => fee === value);
}

/** Null where the price is unknown. At most two decimals, so that the database stores the exact amount. */
function readPrice(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value !== "number" || !(value >= 0 && value <= maxPrice)) return undefined;
  const rounded = Number(value.toFixed(2)) + 0;
  return rounded === value ? rounded : undefined;
}

const unknownTimes: OpeningTimes = Array<string>(7).fill(noOpeningTimes);

function readOpeningTimes(fields: FieldReader): OpeningTimes {
  const opening_times = fields.readOptional("opening_times", readWeek, unknownTimes);
  opening_times.forEach((day, index) => {
    const fault = openingDayFault(day);
    if (fault !== null) fields.reject(`opening_times.${index}`, fault);
  });
  const closed_days = fields.readOptional("closed_days", readWeekdays, []);
  if (closed_days.some((weekday) => opening_times[weekday] !== noOpeningTimes)) {
    fields.reject("closed_days");
  }
  return weekOf({ opening_times, closed_days });
}

/** Distinct weekdays in any order, 0 is Monday. */
function readWeekdays(value: unknown): readonly number[] | undefined {
  const isList = Array.isArray(value) && new Set(value).size === value.length;
  const isWeekday = (day: unknown) => Number.isInteger(day) && Number(day) >= 0 && Number(day) <= 6;
  return isList && value.every(isWeekday) ? value : undefined;
}

function readWeek(value: unknown): OpeningTimes | undefined {
  const isWeek = Array.isArray(value) && value.length === 7;
  return isWeek && value.every((day) => typeof day === "string") ? value : undefined;
}
