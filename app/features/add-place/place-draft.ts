import { type Coordinates, formatDegrees, parseCoordinates } from "#domain/coordinates.ts";
import type { GeoConfidence } from "#domain/geo/geo-address.ts";

/** One weekday's opening times as they are typed: `HH:MM`, or empty. */
export interface DayTimes {
  readonly from: string;
  /** Empty too while the day has no opening times. */
  readonly to: string;
  /** Said to be closed: then the two times do not count. */
  readonly isClosed: boolean;
}

/** The two ways of saying where a place is (specification, section 2). */
export type WhereMode = "address" | "manual";

/** The address form draft's texts (specification, section 3). */
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

/** A place as someone is describing it: every field as it stands in the form. */
export interface PlaceDraft extends DraftAddress {
  readonly mode: WhereMode;
  /** How sure a search was of the address; null where it was typed, wholly or in part. */
  readonly confidence: GeoConfidence | null;
  /** Degrees as decimals; both empty while no point is chosen. */
  readonly latitude: string;
  readonly longitude: string;
  readonly price: string;
  readonly accessible: boolean;
  readonly public: boolean;
  readonly comments: string;
  /** Seven, Monday first. */
  readonly days: readonly DayTimes[];
}

/** Most places are in Hungary (specification, section 1). */
export const homeCountry = "HU";

const noTimes: DayTimes = { from: "", to: "", isClosed: false };

/** What the form opens with. */
export const emptyDraft: PlaceDraft = {
  mode: "address",
  confidence: null,
  address_line1: "",
  address_line2: "",
  place: "",
  county: "",
  postcode: "",
  country: homeCountry,
  latitude: "",
  longitude: "",
  price: "",
  accessible: false,
  public: true,
  comments: "",
  days: Array<DayTimes>(7).fill(noTimes),
};

/** The chosen point; null while there is none, or what was typed is none. */
export function positionOf(draft: PlaceDraft): Coordinates | null {
  const [longitude, latitude] = [draft.longitude, draft.latitude].map(toPlainDecimal);
  return parseCoordinates(`${longitude},${latitude}`);
}

/** The draft with another point, rounded to 6 decimals (specification, section 9). */
export function withPosition(draft: PlaceDraft, [longitude, latitude]: Coordinates): PlaceDraft {
  return { ...draft, longitude: formatDegrees(longitude), latitude: formatDegrees(latitude) };
}

/** Whether the detailed address is open: there is a point, or something of an address. */
export function isDetailed(draft: PlaceDraft): boolean {
  return [draft.latitude, draft.longitude, draft.address_line1, draft.place].some(
    (text) => text !== "",
  );
}

/**
 * Whether the place can be sent: with the detailed address open, or by hand with a point chosen
 * (specification, section 2).
 */
export function canSend(draft: PlaceDraft): boolean {
  return draft.mode === "manual" ? positionOf(draft) !== null : isDetailed(draft);
}

/** A number as people write it, with a comma as well as with a point. */
export function toPlainDecimal(text: string): string {
  return text.trim().replace(",", ".");
}
