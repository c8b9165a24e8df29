import { roundDegrees } from "./coordinates.ts";
import { isCountryCode } from "./country-code.ts";
import { readLine, readOptionalLine, readText } from "./entered-text.ts";
import type { FieldFault } from "./field-fault.ts";
import { FieldReader } from "./field-reader.ts";
import { maxPrice, type NewPlace } from "./new-place.ts";
import { openingDayFault } from "./opening-day-fault.ts";
import { noOpeningTimes, type OpeningTimes } from "./opening-times.ts";
import {
  maxAddressLength,
  maxCityLength,
  maxCommentLength,
  maxCountyLength,
  maxPostcodeLength,
} from "./text-length.ts";

/**
 * Checks a place that someone adds, as it came from a form or a call, and puts it into the form in
 * which places are kept: text trimmed and in NFC, coordinates rounded to 6 decimals.
 *
 * County, postcode, price, comments and opening times may be left out: nobody knows them. Of opening times each faulty
 * day has a fault of its own, `opening_times.0` for Monday (see `openingDayFault`). What is not the
 * adder's to say (`accepted`, `added_by`, ids) is ignored (specification, section 5; decisions, 3).
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
    price: fields.readOptional("price", readPrice, null),
    comments: fields.readOptional("comments", (value) => readText(value, maxCommentLength), ""),
    accessible: fields.read("accessible", readBoolean, false),
    public: fields.read("public", readBoolean, false),
    latitude: fields.read("latitude", (value) => readDegrees(value, 90), 0),
    longitude: fields.read("longitude", (value) => readDegrees(value, 180), 0),
    opening_times: readOpeningTimes(fields),
  };
  const { faults } = fields;
  return faults.length === 0 ? { ok: true, place } : { ok: false, faults };
}

/** Nothing where the field is empty or left out. */
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

/** Null where no price is known. Cents and no less, so that the database keeps what was said. */
function readPrice(value: unknown): number | null | undefined {
  if (value === null) return null;
  if (typeof value !== "number" || !(value >= 0 && value <= maxPrice)) return undefined;
  const rounded = Number(value.toFixed(2)) + 0;
  return rounded === value ? rounded : undefined;
}

function readDegrees(value: unknown, limit: number): number | undefined {
  if (typeof value !== "number" || !(Math.abs(value) <= limit)) return undefined;
  return roundDegrees(value);
}

const unknownTimes: OpeningTimes = Array<string>(7).fill(noOpeningTimes);

function readOpeningTimes(fields: FieldReader): OpeningTimes {
  const days = fields.readOptional("opening_times", readWeek, unknownTimes);
  days.forEach((day, index) => {
    const fault = openingDayFault(day);
    if (fault !== null) fields.reject(`opening_times.${index}`, fault);
  });
  return days;
}

function readWeek(value: unknown): OpeningTimes | undefined {
  const isWeek = Array.isArray(value) && value.length === 7;
  return isWeek && value.every((day) => typeof day === "string") ? value : undefined;
}
