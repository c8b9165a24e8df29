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
  type DocumentFault,
  isFields,
  type PlaceDocument,
  type RefusedDocument,
} from "./place-documents.ts";

/** Fault of a place's document. */
interface PlaceFault extends DocumentFault {
  /** Part that is told of: a review that is not taken, one that is, else the place. */
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
  /** Mean that the document says, else that of its stars; null without reviews. */
  readonly mean: number | null;
  /** Parts that were left out. */
  readonly faults: readonly PlaceFault[];
}

/** Fields of a document (docs/product#place-documents). */
const knownFields: ReadonlySet<string> = new Set([
  ...["id", "country", "city", "address", "price", "comments", "accessible", "public", "accepted"],
  ...["latitude", "longitude", "coordinates", "opening_times", "added", "added_by"],
  ...["rating", "rating_calculated"],
]);

/**
 * Place of a document (docs/product#place-documents). Without a position, a country, or words that can be kept
 * the document is refused; any other part that is wrong is left out, and the rest is taken.
 *
 * @param now stands for an instant that is missing or to come
 */
export function placeOfDocument(
  { id, fields: said }: PlaceDocument,
  now: Date,
): DocumentPlace | RefusedDocument {
  const faults: PlaceFault[] = [];
  const refused: DocumentFault[] = [];
  const note: Note = (path, reason, of = "place") => faults.push({ path, reason, of });
  const words = (name: string, schema: v.GenericSchema<unknown, string>) => {
    const parsed = v.safeParse(schema, said[name] ?? "");
    if (!parsed.success) refused.push({ path: name, reason: "no text, or one that is too long" });
    return parsed.success ? parsed.output : "";
  };
  const named = {
    city: words("city", optionalLine(maxCityLength)),
    address: words("address", optionalLine(maxAddressLength)),
    comments: words("comments", writtenText(maxCommentLength)),
  };
  const position = positionOf(said);
  if (position === null) refused.push({ path: "latitude", reason: "no position on earth" });
  const country = position && countryOf(said.country, position);
  if (position && country === null) refused.push({ path: "country", reason: "no known country" });
  if (!isHarmlessText(id) || id === "" || id.length > maxIdLength) {
    refused.push({ path: "id", reason: "no id" });
  }
  if (position === null || country === null || refused.length > 0) return { id, refused };

  for (const name of Object.keys(said)) {
    if (!knownFields.has(name)) note(name, "not a field of place documents");
  }
  const reviews = reviewsOf(said.rating, { now, note });
  const isTrue = (name: string, otherwise: boolean) => {
    const value = said[name] ?? otherwise;
    if (typeof value !== "boolean") note(name, "neither true nor false");
    return value === true;
  };
  const [longitude, latitude] = position;
  const plain = {
    accessible: isTrue("accessible", false),
    // What is left out, or wrong, says nothing.
    ...(typeof said.public === "boolean" && { public: said.public }),
  };
  if (plain.public === undefined) isTrue("public", true);
  return {
    id,
    fields: {
      country,
      location: { longitude, latitude },
      named,
      price: priceOfDocument(said.price, note),
      facts: mergePlainFacts({}, plain),
      opening: { times: timesOf(said.opening_times, note), text: null, isComplete: null },
      attributes: {},
    },
    accepted: isTrue("accepted", false),
    added: instantOf(said.added, "added", { now, note }),
    addedBy: typeof said.added_by === "string" && said.added_by !== "" ? said.added_by : null,
    reviews,
    mean: meanOf(said),
    faults,
  };
}

/** As the hosted database allows; a longer one fits in no index. */
const maxIdLength = 1500;

type Note = (path: string, reason: string, of?: PlaceFault["of"]) => void;

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
function countryOf(said: unknown, position: Coordinates): string | null {
  const text = typeof said === "string" ? said.trim() : "";
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

/** 0 and nothing are free, as at the source (docs/product#prices). */
function priceOfDocument(said: unknown, note: Note): ImportedPrice {
  if (said === undefined || said === null || said === "") return { price: null, isKnown: true };
  const amount = numberIn(said);
  const price = amount === null ? null : Math.round(amount * 100) / 100;
  if (price !== null && price >= 0 && price <= maxPrice) return { price, isKnown: true };
  note("price", "no amount");
  return { price: null, isKnown: false };
}

/** Seven entries; a day that cannot be read is not known. */
function timesOf(said: unknown, note: Note): readonly string[] {
  const days = Array.isArray(said) ? said : [];
  if (said !== undefined && days.length !== 7) note("opening_times", "not seven days");
  return Array.from({ length: 7 }, (_, weekday) => {
    const day = days[weekday];
    const text = typeof day === "string" ? day.replaceAll(/\s/g, "") : "";
    const padded = text.replaceAll(/\b(\d):/g, "0$1:");
    if (parseOpeningRange(padded)) return padded;
    if (text !== "" || typeof day === "object") {
      if (text !== noOpeningTimes) note(`opening_times.${weekday}`, "no opening times");
    }
    return noOpeningTimes;
  });
}

interface InstantContext {
  readonly now: Date;
  readonly note: Note;
}

/**
 * Instant of a document: a date's text, milliseconds, or seconds and nanoseconds under the names that the
 * hosted database's tools give them.
 */
function instantOf(said: unknown, path: string, { now, note }: InstantContext): Date {
  const instant = readInstant(said);
  if (instant !== null && instant <= now) return instant;
  note(path, "no instant that has been: that of the import stands for it");
  return now;
}

function readInstant(said: unknown): Date | null {
  if (isFields(said)) {
    if (said.value !== undefined) return readInstant(said.value);
    const seconds = said.seconds ?? said._seconds;
    const nanoseconds = said.nanoseconds ?? said._nanoseconds ?? 0;
    if (typeof seconds !== "number" || typeof nanoseconds !== "number") return null;
    return validDate(seconds * 1000 + Math.floor(nanoseconds / 1e6));
  }
  return typeof said === "string" || typeof said === "number" ? validDate(said) : null;
}

function validDate(said: string | number): Date | null {
  const date = new Date(said);
  return Number.isNaN(date.getTime()) || date.getTime() < 0 ? null : date;
}

function reviewsOf(said: unknown, { now, note }: InstantContext): DocumentReview[] {
  if (said === undefined || said === null) return [];
  if (!isFields(said)) {
    note("rating", "no map of reviews");
    return [];
  }
  return Object.entries(said).flatMap(([author, review]) => {
    const content = isFields(review) ? { ...review, text: review.text ?? "" } : review;
    const parsed = v.safeParse(newReviewSchema, content);
    if (!parsed.success || !isHarmlessText(author)) {
      const field = parsed.issues?.[0].path?.[0]?.key;
      const reason = field === "text" ? "a text that is too long" : "not 1 to 5 whole stars";
      note(
        `rating.${author}${field === undefined ? "" : `.${String(field)}`}`,
        reason,
        "lost-review",
      );
      return [];
    }
    const path = `rating.${author}.added`;
    const noteReview: Note = (path, reason) => note(path, reason, "review");
    const said = isFields(review) ? review.added : null;
    const added = instantOf(said, path, { now, note: noteReview });
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
