import type { Coordinates } from "#domain/geography/coordinates.ts";
import { closedDay, type OpeningTimes } from "#domain/opening/seven-entries.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";

/**
 * Sample place, made up for a first look at the product: a real street or square, but not checked
 * for a toilet. Its comment says so in the language of the place.
 */
export interface SamplePlace {
  readonly city: string;
  readonly address: string;
  readonly at: Coordinates;
  readonly times: OpeningTimes;
  /** In the local currency; null (and left out) is free, as 0 is. */
  readonly price?: number | null;
  readonly comments?: string;
  /** Left out: not accessible. */
  readonly isAccessible?: boolean;
  /** Left out: public. */
  readonly isPublic?: boolean;
  /** Further facts. */
  readonly facts?: PlaceFacts;
  /** Left out: accepted. */
  readonly isAccepted?: boolean;
  /** Opening hours as OpenStreetMap writes them: the entry then stands for an imported one. */
  readonly openingHours?: string;
  /** Stars and texts, one for each reviewer. */
  readonly reviews?: readonly (readonly [rating: number, text: string])[];
}

/** The same range every day. */
export function daily(range: string): OpeningTimes {
  return Array<string>(7).fill(range);
}

/** One range from Monday to Friday, and the entries of the weekend; without them it is closed. */
export function workdays(
  range: string,
  saturday: string = closedDay,
  sunday: string = closedDay,
): OpeningTimes {
  return [...Array<string>(5).fill(range), saturday, sunday];
}

export const aroundTheClock = daily("00:00-24:00");
