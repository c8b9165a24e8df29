import * as v from "valibot";
import { isCountryCode } from "#domain/geography/country-code.ts";
import { latitudeParameter, longitudeParameter } from "#domain/geography/position-schema.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";
import { toLanguage } from "#domain/text/language.ts";
import { maxOpeningHoursLength, textLength } from "#domain/text/text-limits.ts";
import { crossCheck, hoursErrorReasons } from "#domain/validation/check-fields.ts";
import { described } from "#domain/validation/described.ts";
import { parameter } from "#domain/validation/parse-query.ts";
import { publishedRangePattern } from "./seven-entries.ts";

/** Query for the meaning of a text of opening hours (docs/product#meaning-of-a-text). */
export const hoursQuerySchema = /* @__PURE__ */ (() =>
  v.pipe(
    v.object({
      text: v.pipe(
        parameter(parseText),
        v.string(),
        v.minLength(1),
        v.maxLength(maxOpeningHoursLength),
        v.description("opening hours in OpenStreetMap's syntax"),
      ),
      country: v.optional(
        v.pipe(
          v.string(),
          v.regex(/^[A-Z]{2}$/),
          v.check(isCountryCode),
          v.description("ISO 3166-1 alpha-2, for its holidays; default: HU"),
        ),
      ),
      lat: v.optional(latitudeParameter),
      lng: v.optional(
        described(
          longitudeParameter,
          "with lat, the place, for its clock and its sun; default: Budapest",
        ),
      ),
      lang: v.optional(
        v.pipe(parameter(toLanguage), v.string(), v.description("default: the reader's")),
      ),
    }),
    crossCheck(({ isGiven, reject }) => {
      if (isGiven("lat") !== isGiven("lng")) reject(isGiven("lat") ? "lng" : "lat");
    }),
  ))();

/** Null for an empty text, and for one that is longer than OpenStreetMap allows. */
function parseText(text: string): string | null {
  const trimmed = text.trim().normalize("NFC");
  const isGood = isHarmlessText(trimmed) && textLength(trimmed) <= maxOpeningHoursLength;
  return isGood && trimmed !== "" ? trimmed : null;
}

/** Part of a text because of which it cannot be parsed. */
export const invalidPartSchema = v.object({
  position: v.pipe(
    v.number(),
    v.integer(),
    v.minValue(0),
    v.description("UTF-16 code units of the text before the part"),
  ),
  part: v.string(),
  reason: described(
    v.picklist(hoursErrorReasons),
    "the part cannot be read, may be meant otherwise, lacks times, or is one too many of its kind",
  ),
});

const hoursDaySchema = v.object({
  date: v.pipe(v.string(), v.isoDate()),
  times: described(
    v.nullable(v.array(v.pipe(v.string(), v.regex(publishedRangePattern)))),
    "ranges that begin on the day, none where it is closed; null where not all of it is known",
  ),
});

/** Meaning of a text of opening hours, as sentences and as times. */
const hoursMeaningSchema = v.object({
  text: described(v.string(), "the text in its usual form"),
  lines: described(v.array(v.string()), "what it says, in words"),
  is_whole: described(
    v.boolean(),
    "whether the words say all of the text, and the place's hours can go by it",
  ),
  week: described(
    v.array(hoursDaySchema),
    "today and the six days after it, by the place's calendar",
  ),
});

export type HoursMeaning = v.InferOutput<typeof hoursMeaningSchema>;

/** Explanation of a text: its meaning, or its invalid part. */
export const hoursExplanationSchema = v.object({
  meaning: v.nullable(hoursMeaningSchema),
  fault: v.nullable(invalidPartSchema),
});

export type HoursExplanation = v.InferOutput<typeof hoursExplanationSchema>;
