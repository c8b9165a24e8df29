import { type HoursDraft, noHours } from "#app/features/place-form/hours/hours-draft.ts";
import type { GeoConfidence, GeoPrecision } from "#domain/address-search/geo-address.ts";
import {
  type Coordinates,
  formatDegrees,
  parseCoordinates,
} from "#domain/geography/coordinates.ts";
import { hungary } from "#domain/place/home-country.ts";
import type { PlaceFee } from "#domain/place/place-fee.ts";
import { type FactTexts, noFactTexts } from "./fact-texts.ts";

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

/** The form's first content in Hungary. */
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
  facts: noFactTexts,
  comments: "",
  hours: noHours,
};

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
 * The draft with a part of its address typed by hand: no search is sure of that part, and the point of a
 * found house no longer belongs to the address. Text added after the same number changes nothing.
 *
 * @param filled the search's value of the field
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

/**
 * Whether the place can be sent: with the detailed address open, or on the map with a chosen point
 * (docs/product#when-a-place-can-be-sent).
 */
export function canSend(draft: PlaceDraft): boolean {
  return draft.mode === "manual" ? positionOf(draft) !== null : isDetailed(draft);
}

/** A typed number as a plain decimal; a comma becomes a point. */
export function toPlainDecimal(text: string): string {
  return text.trim().replace(",", ".");
}

/**
 * Whether to show the address once more: not for a match that the search was sure of, `exact` or `high`, and
 * not for a point that the contributor chose on the map (docs/product#address-confirmation).
 */
export function needsConfirmation({ mode, confidence }: PlaceDraft): boolean {
  return mode === "address" && confidence !== "exact" && confidence !== "high";
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
