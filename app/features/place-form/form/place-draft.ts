import {
  describeHours,
  type HoursDraft,
  noHours,
  readHoursForm,
} from "#app/features/place-form/hours/hours-draft.ts";
import {
  type GeoConfidence,
  type GeoPrecision,
  geoConfidences,
  geoPrecisions,
} from "#domain/address-search/geo-address.ts";
import {
  type Coordinates,
  formatDegrees,
  parseCoordinates,
} from "#domain/geography/coordinates.ts";
import { hungary } from "#domain/place/home-country.ts";
import { type FindHoursError, type NewPlace, newPlaceSchemaWith } from "#domain/place/new-place.ts";
import { type PlaceFact, placeFacts } from "#domain/place/place-facts.ts";
import { type PlaceFee, placeFees } from "#domain/place/place-fee.ts";
import { type Checked, checkFields } from "#domain/validation/check-fields.ts";
import { formText } from "#domain/validation/form-text.ts";
import { recordOf } from "#domain/validation/record-of.ts";

/** The two ways to a position (docs/product#two-ways-to-a-position). */
type WhereMode = "address" | "manual";

/** Texts of the address draft (docs/product#address-draft). */
export interface DraftAddress {
  readonly address_line1: string;
  readonly address_line2: string;
  /** The city. */
  readonly place: string;
  readonly county: string;
  readonly postcode: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
}

/** Facts as a form holds them: each a text, empty where it is not known. */
export type FactTexts = Readonly<Record<PlaceFact, string>>;

/** A place in the making: every field with its content in the form. */
export interface PlaceDraft extends DraftAddress {
  readonly mode: WhereMode;
  /** The search's confidence in the address; null where any part was typed. */
  readonly confidence: GeoConfidence | null;
  /** Degrees as decimals; both empty without a chosen point. */
  readonly latitude: string;
  readonly longitude: string;
  /** Precision of a search result's point; null for a point that the contributor set. */
  readonly precision: GeoPrecision | null;
  /** Whether the contributor has marked the position as approximate. */
  readonly isApproximate: boolean;
  readonly fee: PlaceFee;
  /** Counts only where `fee` is `costs`; empty where the amount is unknown. */
  readonly price: string;
  readonly facts: FactTexts;
  readonly comments: string;
  readonly hours: HoursDraft;
}

export const emptyDraft: PlaceDraft = {
  mode: "address",
  confidence: null,
  address_line1: "",
  address_line2: "",
  place: "",
  county: "",
  postcode: "",
  country: hungary.country,
  latitude: "",
  longitude: "",
  precision: null,
  isApproximate: false,
  // A contributor who skips the question has not answered it: the fee stays unknown.
  fee: "unknown",
  price: "",
  facts: recordOf(placeFacts, () => ""),
  comments: "",
  hours: noHours,
};

export function factInput(fact: PlaceFact): string {
  return `facts.${fact}`;
}

/** The draft in a sent form; missing fields are empty. */
export function readDraftForm(form: FormData): PlaceDraft {
  const text = (name: string) => formText(form, name);
  return {
    mode: text("mode") === "manual" ? "manual" : "address",
    confidence: geoConfidences.find((known) => known === text("confidence")) ?? null,
    address_line1: text("address_line1"),
    address_line2: text("address_line2"),
    place: text("place"),
    county: text("county"),
    postcode: text("postcode"),
    country: text("country"),
    latitude: text("latitude"),
    longitude: text("longitude"),
    precision: geoPrecisions.find((known) => known === text("precision")) ?? null,
    isApproximate: form.has("position_approximate"),
    fee: placeFees.find((known) => known === text("fee")) ?? "unknown",
    price: text("price"),
    facts: recordOf(placeFacts, (fact) => text(factInput(fact))),
    comments: text("comments"),
    hours: readHoursForm(form),
  };
}

/** Reads a stored draft; null for values of an older version or another page. */
export function parseDraft(stored: unknown): PlaceDraft | null {
  return isLike(emptyDraft, stored) ? stored : null;
}

/** Whether a value has the same fields as a model, of the same kinds; null fits text. */
function isLike<Model>(model: Model, value: unknown): value is Model {
  if (model === null) return value === null || typeof value === "string";
  if (typeof model !== "object") return typeof value === typeof model;
  if (typeof value !== "object" || value === null) return false;
  const entries = new Map(Object.entries(value));
  const fields = Object.entries(model);
  return (
    entries.size === fields.length &&
    fields.every(([name, part]) => isLike(part, entries.get(name)))
  );
}

/** The chosen point; null without one, or where the typed values are not a point. */
export function positionOf(draft: PlaceDraft): Coordinates | null {
  const [longitude, latitude] = [draft.longitude, draft.latitude].map(toPlainDecimal);
  return parseCoordinates(`${longitude},${latitude}`);
}

/** The draft with another point, rounded to 6 decimals (docs/product#coordinates). */
export function withPosition(draft: PlaceDraft, [longitude, latitude]: Coordinates): PlaceDraft {
  return { ...draft, longitude: formatDegrees(longitude), latitude: formatDegrees(latitude) };
}

/** The draft with a point that the contributor set, which settles a rough match. */
export function withChosenPoint(draft: PlaceDraft, point: Coordinates): PlaceDraft {
  const isApproximate = draft.isApproximate && draft.precision === null;
  return { ...withPosition(draft, point), precision: null, isApproximate };
}

/**
 * The draft with a typed part of its address: no search is sure of it, and a found house's point may not belong to it.
 * @param typed `filled`: the search's value of the field, after whose number more text changes nothing
 */
export function withTyped(
  draft: PlaceDraft,
  name: keyof DraftAddress,
  { value, filled = "" }: { value: string; filled?: string },
): PlaceDraft {
  const typed = { ...draft, [name]: value };
  if (name === "address_line2") return typed;
  const isSameHouse =
    filled !== "" &&
    value.startsWith(filled) &&
    !/^[\p{L}\p{N}/-]/u.test(value.slice(filled.length));
  const isElsewhere = name === "place" || name === "country";
  const isMoved = isElsewhere || (name === "address_line1" && !isSameHouse);
  const loose = isElsewhere ? "settlement" : "street";
  const precision = draft.precision === "address" && isMoved ? loose : draft.precision;
  return { ...typed, precision, confidence: null };
}

/** Whether the detailed address is open: there is a point, or a part of an address. */
export function isDetailed(draft: PlaceDraft): boolean {
  return [draft.latitude, draft.longitude, draft.address_line1, draft.place].some(
    (text) => text !== "",
  );
}

/** Whether the place can be sent: with the detailed address open, or a chosen point on the map. */
export function canSend(draft: PlaceDraft): boolean {
  return draft.mode === "manual" ? positionOf(draft) !== null : isDetailed(draft);
}

/** Precisions of a match that stands for more than a house. */
export type RoughPrecision = Exclude<GeoPrecision, "address">;

/** Precision of the point where it stands for more than a house; null for an exact point. */
export function roughPrecisionOf({ precision, ...draft }: PlaceDraft): RoughPrecision | null {
  const hasPoint = draft.latitude !== "" && draft.longitude !== "";
  return hasPoint && precision !== "address" ? precision : null;
}

/** Whether the contributor has yet to set the pin or to mark the position as approximate (docs/product#rough-match). */
export function isPinMissing(draft: PlaceDraft): boolean {
  return roughPrecisionOf(draft) !== null && !draft.isApproximate;
}

/** Whether to show the address once more: where no search was sure of it (docs/product#address-confirmation). */
export function needsConfirmation({ mode, confidence }: PlaceDraft): boolean {
  return mode === "address" && confidence !== "exact" && confidence !== "high";
}

/** The draft as the API takes a place, for `newPlaceSchemaWith`; invalid hours are left out. */
export function describePlace(draft: PlaceDraft, hours = describeHours(draft.hours)) {
  return {
    country: draft.country,
    city: draft.place,
    address: [draft.address_line1, draft.address_line2]
      .map((line) => line.trim())
      .filter((line) => line !== "")
      .join(" "),
    county: draft.county,
    postcode: draft.postcode,
    price: toNumber(draft.price),
    // An amount alone means that the place costs something.
    fee: draft.fee === "unknown" && draft.price.trim() !== "" ? "costs" : draft.fee,
    comments: draft.comments,
    facts: describeFacts(draft.facts),
    latitude: toNumber(draft.latitude),
    longitude: toNumber(draft.longitude),
    position_approximate: draft.isApproximate,
    opening_hours: hours.ok ? hours.value : "",
  };
}

/** Checks the draft as a place. @param findHoursError of the server; the browser leaves a text of hours for it to read */
export function checkDraft(
  draft: PlaceDraft,
  findHoursError: FindHoursError = () => null,
): Checked<NewPlace> {
  const hours = describeHours(draft.hours);
  const checked = checkFields(newPlaceSchemaWith(findHoursError), describePlace(draft, hours));
  const errors = [
    ...(checked.ok ? [] : checked.errors),
    ...(hours.ok ? [] : hours.errors),
    ...(isPinMissing(draft) ? [{ field: "pin", code: "error.parameter" } as const] : []),
  ];
  return checked.ok && errors.length === 0 ? checked : { ok: false, errors };
}

/** A form's facts as a body of the API has them, for `placeFactsSchema` to read; unknown ones are left out. */
export function describeFacts(texts: FactTexts): Readonly<Record<string, string | number>> {
  const known = placeFacts.filter((fact) => texts[fact].trim() !== "");
  return Object.fromEntries(
    known.map((fact) => [fact, fact === "door_width" ? Number(texts[fact]) : texts[fact]]),
  );
}

/** Null for an empty text; NaN, which every rule refuses, for a text that is not a number. */
function toNumber(text: string): number | null {
  const plain = toPlainDecimal(text);
  return plain === "" ? null : Number(plain);
}

/** A typed number as a plain decimal; a comma becomes a point. */
export function toPlainDecimal(text: string): string {
  return text.trim().replace(",", ".");
}
