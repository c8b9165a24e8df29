import type { OpeningTimes } from "#domain/opening/seven-entries.ts";
import { type ImportedTimes, type OpeningSite, openingTimesOf } from "./seven-entries-of-text.ts";
import { scheduleAt } from "./stored-schedules.ts";

/** Opening hours as a contributor gives them: seven entries, or a text that wins over them. */
export interface GivenHours {
  readonly opening_times: OpeningTimes;
  /** Text that `findHoursFault` finds nothing wrong with; absent or empty without one. */
  readonly opening_hours?: string;
}

/**
 * Opening hours of a contributor as the database stores them: the schedule of the place, and its own columns
 * (docs/product#hours-of-a-contributor). With a text the seven entries follow from it, as in an import.
 */
export function hoursToStore({ opening_times, opening_hours = "" }: GivenHours, site: OpeningSite) {
  const text = opening_hours.trim() || null;
  const derived = text === null ? null : openingTimesOf(text, site);
  return toStored({ times: derived?.times ?? opening_times, text }, derived, site);
}

/** The same of hours that a place has already, where it or its clock moves. */
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
