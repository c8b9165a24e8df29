import * as v from "valibot";
import { type NewReview, newReviewSchema } from "#domain/feedback/new-review.ts";
import { type Coordinates, isOnEarth, roundCoordinates } from "#domain/geography/coordinates.ts";
import { countryCodes, isCountryCode } from "#domain/geography/country-code.ts";
import { noOpeningTimes, parseOpeningRange } from "#domain/opening/seven-entries.ts";
import { mergePlainFacts } from "#domain/place/place-facts.ts";
import { maxPrice } from "#domain/place/place-fee.ts";
import { isHarmlessText, optionalLine, writtenText } from "#domain/text/entered-text.ts";
import { languages } from "#domain/text/language.ts";
import { maxAddressLength, maxCityLength, maxCommentLength } from "#domain/text/text-limits.ts";
import { countryAt } from "#server/geo/country-at.ts";
import type { ImportedFields, ImportedPrice } from "#server/places/import-record.ts";
import {
  type DocumentError,
  isFields,
  type PlaceDocument,
  type RefusedDocument,
} from "./place-documents.ts";

/** Error in a place's document. */
interface PlaceError extends DocumentError {
  /** Affected part: a review that is not migrated, one that is, else the place. */
  readonly of: "place" | "review" | "lost-review";
}

/** Review of a place's document. */
export interface DocumentReview extends NewReview {
  /** Id of the author at the source. */
  readonly author: string;
  readonly added: Date;
}

/** Place and reviews of a document. */
export interface DocumentPlace {
  readonly id: string;
  readonly fields: ImportedFields;
  readonly accepted: boolean;
  readonly added: Date;
  /** Id of the contributor at the source; null where none is named. */
  readonly addedBy: string | null;
  readonly reviews: readonly DocumentReview[];
  /** Mean rating in the document, else that of its reviews; null without reviews. */
  readonly mean: number | null;
  /** Parts that were left out. */
  readonly errors: readonly PlaceError[];
}

/** Fields of a document (docs/product#place-documents). */
const knownFields: ReadonlySet<string> = new Set([
  ...["id", "country", "city", "address", "price", "comments", "accessible", "public", "accepted"],
  ...["latitude", "longitude", "coordinates", "opening_times", "added", "added_by"],
  ...["rating", "rating_calculated"],
]);

/**
 * Place of a document (docs/product#place-documents). Without a position, a country, or storable
 * texts the document is refused; any other invalid part is left out, and the rest is migrated.
 *
 * @param now replaces an instant that is missing or in the future
 */
export function placeOfDocument(
  { id, fields: source }: PlaceDocument,
  now: Date,
): DocumentPlace | RefusedDocument {
  const errors: PlaceError[] = [];
  const refused: DocumentError[] = [];
  const addError: AddError = (path, reason, of = "place") => errors.push({ path, reason, of });
  const textOf = (name: string, schema: v.GenericSchema<unknown, string>) => {
    const parsed = v.safeParse(schema, source[name] ?? "");
    if (!parsed.success) refused.push({ path: name, reason: "no text, or one that is too long" });
    return parsed.success ? parsed.output : "";
  };
  const named = {
    city: textOf("city", optionalLine(maxCityLength)),
    address: textOf("address", optionalLine(maxAddressLength)),
    comments: textOf("comments", writtenText(maxCommentLength)),
  };
  const position = positionOf(source);
  if (position === null) refused.push({ path: "latitude", reason: "no position on earth" });
  const country = position && countryOf(source.country, position);
  if (position && country === null) refused.push({ path: "country", reason: "no known country" });
  if (!isHarmlessText(id) || id === "" || id.length > maxIdLength) {
    refused.push({ path: "id", reason: "no id" });
  }
  if (position === null || country === null || refused.length > 0) return { id, refused };

  for (const name of Object.keys(source)) {
    if (!knownFields.has(name)) addError(name, "not a field of place documents");
  }
  const reviews = reviewsOf(source.rating, { now, addError });
  /** Undefined for a missing or invalid value, which means unknown. */
  const flagOf = (name: string): boolean | undefined => {
    const value = source[name] ?? undefined;
    if (value === undefined || typeof value === "boolean") return value;
    addError(name, "neither true nor false");
    return undefined;
  };
  const [longitude, latitude] = position;
  const plain = { accessible: flagOf("accessible"), public: flagOf("public") };
  return {
    id,
    fields: {
      country,
      location: { longitude, latitude },
      named,
      price: priceOfDocument(source.price, addError),
      facts: mergePlainFacts({}, plain),
      opening: { times: timesOf(source.opening_times, addError), text: null, isComplete: null },
      attributes: {},
    },
    accepted: flagOf("accepted") ?? false,
    added: instantOf(source.added, "added", { now, addError }),
    addedBy: typeof source.added_by === "string" && source.added_by !== "" ? source.added_by : null,
    reviews,
    mean: meanOf(source),
    errors,
  };
}

/** The hosted database's limit; a longer one fits in no index. */
const maxIdLength = 1500;

type AddError = (path: string, reason: string, of?: PlaceError["of"]) => void;

/** `latitude` and `longitude`, else the pair `coordinates`, which has the longitude first. */
function positionOf({ longitude, latitude, coordinates }: PlaceDocument["fields"]) {
  const pair = Array.isArray(coordinates) ? coordinates : [];
  const degrees = [numberIn(longitude ?? pair[0]), numberIn(latitude ?? pair[1])];
  const [east, north] = degrees;
  if (east === null || north === null) return null;
  const position: Coordinates = [east, north];
  return isOnEarth(position) ? roundCoordinates(position) : null;
}

function numberIn(value: unknown): number | null {
  const isText = typeof value === "string" && /^-?\d+(\.\d+)?$/.test(value.trim());
  if (isText) return Number(value);
  return typeof value === "number" && Number.isFinite(value) ? value : null;
}

/** By its code, or its name in one of the product's languages; else by the position. */
function countryOf(source: unknown, position: Coordinates): string | null {
  const text = typeof source === "string" ? source.trim() : "";
  if (isCountryCode(text.toUpperCase())) return text.toUpperCase();
  codesByName ??= new Map(
    languages.flatMap((language) => {
      const names = new Intl.DisplayNames([language], { type: "region" });
      return countryCodes.map((code) => [(names.of(code) ?? code).toLowerCase(), code] as const);
    }),
  );
  return codesByName.get(text.normalize("NFC").toLowerCase()) ?? countryAt(position);
}

let codesByName: ReadonlyMap<string, string> | undefined;

/** 0 and a missing value are free, as at the source (docs/product#prices). */
function priceOfDocument(source: unknown, addError: AddError): ImportedPrice {
  if (source === undefined || source === null || source === "")
    return { price: null, isKnown: true };
  const amount = numberIn(source);
  const price = amount === null ? null : Math.round(amount * 100) / 100;
  if (price !== null && price >= 0 && price <= maxPrice) return { price, isKnown: true };
  addError("price", "no amount");
  return { price: null, isKnown: false };
}

/** Seven entries; an unreadable day is unknown. */
function timesOf(source: unknown, addError: AddError): readonly string[] {
  const days = Array.isArray(source) ? source : [];
  if (source !== undefined && days.length !== 7) addError("opening_times", "not seven days");
  return Array.from({ length: 7 }, (_, weekday) => {
    const day = days[weekday];
    const text = typeof day === "string" ? day.replaceAll(/\s/g, "") : "";
    const padded = text.replaceAll(/\b(\d):/g, "0$1:");
    if (parseOpeningRange(padded)) return padded;
    if (text !== "" || typeof day === "object") {
      if (text !== noOpeningTimes) addError(`opening_times.${weekday}`, "no opening times");
    }
    return noOpeningTimes;
  });
}

interface InstantContext {
  readonly now: Date;
  readonly addError: AddError;
}

/**
 * Instant of a document: a date's text, milliseconds, or seconds and nanoseconds under the names of
 * the hosted database's tools.
 */
function instantOf(source: unknown, path: string, { now, addError }: InstantContext): Date {
  const instant = readInstant(source);
  if (instant !== null && instant <= now) return instant;
  addError(path, "no instant that has been: that of the import stands for it");
  return now;
}

function readInstant(source: unknown): Date | null {
  if (isFields(source)) {
    if (source.value !== undefined) return readInstant(source.value);
    const seconds = source.seconds ?? source._seconds;
    const nanoseconds = source.nanoseconds ?? source._nanoseconds ?? 0;
    if (typeof seconds !== "number" || typeof nanoseconds !== "number") return null;
    return validDate(seconds * 1000 + Math.floor(nanoseconds / 1e6));
  }
  return typeof source === "string" || typeof source === "number" ? validDate(source) : null;
}

function validDate(source: string | number): Date | null {
  const date = new Date(source);
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? null : date;
}

function reviewsOf(source: unknown, { now, addError }: InstantContext): DocumentReview[] {
  if (source === undefined || source === null) return [];
  if (!isFields(source)) {
    addError("rating", "no map of reviews");
    return [];
  }
  return Object.entries(source).flatMap(([author, review]) => {
    const content = isFields(review) ? { ...review, text: review.text ?? "" } : review;
    const parsed = v.safeParse(newReviewSchema, content);
    if (!parsed.success || !isHarmlessText(author)) {
      const field = parsed.issues?.[0].path?.[0]?.key;
      const reason = field === "text" ? "a text that is too long" : "not 1 to 5 whole stars";
      addError(
        `rating.${author}${field === undefined ? "" : `.${String(field)}`}`,
        reason,
        "lost-review",
      );
      return [];
    }
    const path = `rating.${author}.added`;
    const addReviewError: AddError = (path, reason) => addError(path, reason, "review");
    const source = isFields(review) ? review.added : null;
    const added = instantOf(source, path, { now, addError: addReviewError });
    return [{ ...parsed.output, author, added }];
  });
}

function meanOf({ rating, rating_calculated }: PlaceDocument["fields"]): number | null {
  if (typeof rating_calculated === "number")
    return rating_calculated < 0 ? null : rating_calculated;
  const stars = Object.values(isFields(rating) ? rating : {}).flatMap((review) =>
    isFields(review) && typeof review.rating === "number" ? [review.rating] : [],
  );
  if (stars.length === 0) return null;
  return stars.reduce((sum, each) => sum + each, 0) / stars.length;
}
