import { readFileSync } from "node:fs";
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
import { ImportFileError } from "#server/import/import-file-error.ts";

import type { ImportedFields, ImportedPrice } from "#server/places/import-record.ts";

/** Part of a document that cannot be migrated unchanged. */
interface PlaceError {
  /** Names of the fields that lead to it: `rating.uid.text`; empty for the whole document. */
  readonly path: string;
  readonly reason: string;
  /** Affected part: a review that is not migrated, one that is, else the place. */
  readonly of: "place" | "review" | "lost-review";
}

/** Document without a valid place. */
interface RefusedDocument extends Omit<PlaceError, "of"> {
  /** Id at the source, else its number in the list: `number 3`. */
  readonly id: string;
}

export interface DocumentReview extends NewReview {
  /** Id of the author at the source. */
  readonly author: string;
  readonly added: Date;
}

/** Place and reviews of a document of another installation (docs/product#place-documents). */
export interface DocumentPlace {
  /** Id at the source. */
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

type Read = DocumentPlace | RefusedDocument;

/**
 * Places of a file of documents: an object with the ids as its keys, a list, either of them under the name
 * `places`, responses of the hosted database's REST interface, or lines of JSON. An entry that is not a document is
 * refused, also one without a position, a country, or storable texts; any other invalid part is left out, and the rest
 * is migrated.
 *
 * @param now replaces an instant that is missing or in the future
 * @throws ImportFileError where it contains no documents
 */
export function readPlaceDocuments(path: string, now: Date): Read[] {
  const documents = documentsIn(readJson(path));
  if (documents.length > 0 && documents.every((document) => "reason" in document)) {
    const [{ id, reason }] = documents;
    throw new ImportFileError(`It holds no documents of places. ${id}: ${reason}.`);
  }
  return documents.map((document) => ("reason" in document ? document : placeOf(document, now)));
}

/** Content of a JSON file, or of one with an object in each line. @throws ImportFileError */
export function readJson(path: string): unknown {
  const text = readFileSync(path, "utf8").replace(/^\uFEFF/, "");
  try {
    return JSON.parse(text);
  } catch (cause) {
    const lines = text.split("\n").filter((line) => line.trim() !== "");
    try {
      if (lines.length > 1) return lines.map((line) => JSON.parse(line));
    } catch {
      // Then it is neither.
    }
    throw new ImportFileError("It is not valid JSON, or cut off.", { cause });
  }
}

type Fields = Readonly<Record<string, unknown>>;

interface PlaceDocument {
  readonly id: string;
  readonly fields: Fields;
}

export function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function documentsIn(json: unknown): (PlaceDocument | RefusedDocument)[] {
  if (Array.isArray(json)) return json.flatMap(documentsOfEntry);
  if (!isFields(json)) throw new ImportFileError("It holds no documents of places.");
  // Names that wrap a collection.
  for (const name of ["__collections__", "places", "documents"]) {
    if (typeof json[name] === "object" && json[name] !== null) return documentsIn(json[name]);
  }
  // A single line of JSON.
  if ("id" in json && ("latitude" in json || "coordinates" in json))
    return documentsOfEntry(json, 0);
  return Object.entries(json).map(([id, fields]) =>
    isFields(fields) ? { id, fields } : noFields(id),
  );
}

function documentsOfEntry(entry: unknown, index: number): (PlaceDocument | RefusedDocument)[] {
  const numbered = `number ${index + 1}`;
  if (!isFields(entry)) return [noFields(numbered)];
  if (Array.isArray(entry.documents)) return documentsIn(entry.documents);
  const { id, name, fields } = entry;
  // The REST interface omits the fields of an empty document.
  if (typeof name === "string" && (isFields(fields) || name.includes("/documents/"))) {
    return [{ id: name.split("/").at(-1) ?? "", fields: plainFields(fields) }];
  }
  // Without an id a second run could not recognise it.
  const hasId = typeof id === "string" || typeof id === "number";
  return [
    hasId ? { id: String(id), fields: entry } : { id: numbered, path: "id", reason: "no id" },
  ];
}

function noFields(id: string): RefusedDocument {
  return { id, path: "", reason: "not an object with fields" };
}

/** Fields without the types of the REST interface: `{ "price": { "doubleValue": 100 } }`. */
function plainFields(fields: unknown): Fields {
  const entries = Object.entries(isFields(fields) ? fields : {});
  return Object.fromEntries(entries.map(([name, value]) => [name, plain(value)]));
}

function plain(typed: unknown): unknown {
  if (!isFields(typed)) return typed;
  const [[type, value] = ["", null]] = Object.entries(typed);
  if (type === "integerValue" || type === "doubleValue") return Number(value);
  if (type === "nullValue") return null;
  const inner: Fields = isFields(value) ? value : {};
  if (type === "arrayValue") return (Array.isArray(inner.values) ? inner.values : []).map(plain);
  return type === "mapValue" ? plainFields(inner.fields) : value;
}

/** Fields of a document (docs/product#place-documents). */
const knownFields: ReadonlySet<string> = new Set([
  ...["id", "country", "city", "address", "price", "comments", "accessible", "public", "accepted"],
  ...["latitude", "longitude", "coordinates", "opening_times", "added", "added_by"],
  ...["rating", "rating_calculated"],
]);

const namedSchema = v.object({
  city: v.nullish(optionalLine(maxCityLength), ""),
  address: v.nullish(optionalLine(maxAddressLength), ""),
  comments: v.nullish(writtenText(maxCommentLength), ""),
});

function placeOf({ id, fields: source }: PlaceDocument, now: Date): Read {
  const named = v.safeParse(namedSchema, source);
  if (!named.success) {
    const path = v.getDotPath(named.issues[0]) ?? "";
    return { id, path, reason: "no text, or one that is too long" };
  }
  const position = positionOf(source);
  if (position === null) return { id, path: "latitude", reason: "no position on earth" };
  const country = countryOf(source.country, position);
  if (country === null) return { id, path: "country", reason: "no known country" };
  if (!isHarmlessText(id) || id === "" || id.length > maxIdLength) {
    return { id, path: "id", reason: "no id" };
  }

  const errors: PlaceError[] = [];
  const addError: AddError = (path, reason, of = "place") => errors.push({ path, reason, of });
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
      named: named.output,
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
function positionOf({ longitude, latitude, coordinates }: Fields) {
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

/** Instant in a date's text, milliseconds, or seconds and nanoseconds by Firestore's tools. */
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

function meanOf({ rating, rating_calculated }: Fields): number | null {
  if (typeof rating_calculated === "number")
    return rating_calculated < 0 ? null : rating_calculated;
  const stars = Object.values(isFields(rating) ? rating : {}).flatMap((review) =>
    isFields(review) && typeof review.rating === "number" ? [review.rating] : [],
  );
  if (stars.length === 0) return null;
  return stars.reduce((sum, each) => sum + each, 0) / stars.length;
}
