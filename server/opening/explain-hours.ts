import { formatHours, type HoursLocale } from "#domain/opening/format-hours.ts";
import type { HoursExplanation } from "#domain/opening/hours-meaning.ts";
import { unknownTimes } from "#domain/opening/written-entries.ts";
import { openingDays } from "./forecast-opening.ts";
import type { OpeningSite } from "./seven-entries-of-text.ts";
import { scheduleAt } from "./stored-schedules.ts";
import { findHoursError, prettyHours } from "./validate-hours.ts";

/** Number of days whose times show what a text means: the coming week (docs/product#meaning-of-a-text). */
const shownDays = 7;

/** Text of opening hours with the site at which it is evaluated. */
export interface HoursQuery {
  readonly text: string;
  readonly site: OpeningSite;
}

/**
 * Explains a text of opening hours (docs/product#meaning-of-a-text): its meaning, or its invalid part. The
 * meaning is incomplete where the text cannot be evaluated at the site: the dates of the country's school
 * holidays may be unknown.
 */
export function explainHours(
  { text, site }: HoursQuery,
  now: Date,
  locale: HoursLocale,
): HoursExplanation {
  const trimmed = text.trim();
  const error = findHoursError(trimmed);
  if (error !== null) return { meaning: null, fault: error };
  const pretty = prettyHours(trimmed);
  const { lines, isComplete } = formatHours(pretty, locale);
  const schedule = scheduleAt({ times: unknownTimes, text: trimmed }, site);
  const week = openingDays(schedule, now, shownDays);
  const meaning = {
    text: pretty,
    lines: [...lines],
    is_whole: isComplete && week.isEvaluable,
    week: week.days.map(({ date, times }) => ({ date, times: times && [...times] })),
  };
  return { meaning, fault: null };
}
