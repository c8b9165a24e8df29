import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type ImportedTimes, type OpeningSite, openingTimesOf } from "./seven-entries-of-text.ts";
import { scheduleAt } from "./stored-schedules.ts";

/** Opening hours of a contribution: seven entries, or a text that takes precedence over them. */
export interface GivenHours {
  readonly opening_times: OpeningTimes;
  /** Text without an error by `findHoursError`; absent or empty without one. */
  readonly opening_hours?: string;
}

/**
 * Opening hours of a contribution in the form of the database: the schedule of the place, and its own columns
 * (docs/product#hours-of-a-contributor). With a text the seven entries are derived from it, as in an import.
 */
export function hoursToStore({ opening_times, opening_hours = "" }: GivenHours, site: OpeningSite) {
  const text = opening_hours.trim() || null;
  const derived = text === null ? null : openingTimesOf(text, site);
  return toStored({ times: derived?.times ?? opening_times, text }, derived, site);
}

/** The same for a place's present hours, when its position or clock changes. */
export function knownHoursToStore(hours: StoredHours, site: OpeningSite) {
  const { text } = hours;
  return toStored(hours, text === null ? null : openingTimesOf(text, site), site);
}

interface StoredHours {
  readonly times: OpeningTimes;
  /** Null without one. */
  readonly text: string | null;
}

function toStored(hours: StoredHours, derived: ImportedTimes | null, site: OpeningSite) {
  const isComplete = derived?.isComplete ?? null;
  const columns = { opening_hours: hours.text, opening_hours_complete: isComplete };
  return { schedule: scheduleAt(hours, site), columns };
}
