import { type Speech, sayHours } from "#domain/opening/hours-in-words.ts";
import type { HoursExplanation } from "#domain/opening/hours-meaning.ts";
import { unknownTimes } from "#domain/opening/written-entries.ts";
import { openingDays } from "./forecast-opening.ts";
import type { OpeningSite } from "./seven-entries-of-text.ts";
import { scheduleAt } from "./stored-schedules.ts";
import { findHoursError, prettyHours } from "./validate-hours.ts";

/** Number of days whose times show what a text means: the coming week (docs/product#meaning-of-a-text). */
const shownDays = 7;

/** A text of opening hours with the place where it is meant. */
export interface HoursQuestion {
  readonly text: string;
  readonly site: OpeningSite;
}

/**
 * What a text of opening hours means (docs/product#meaning-of-a-text), or what keeps it from being read. The
 * words are not whole where the place's hours cannot go by the text: the dates of its country's school holidays
 * may not be known.
 */
export function explainHours(
  { text, site }: HoursQuestion,
  now: Date,
  speech: Speech,
): HoursExplanation {
  const said = text.trim();
  const fault = findHoursError(said);
  if (fault !== null) return { meaning: null, fault };
  const pretty = prettyHours(said);
  const { lines, isWhole } = sayHours(pretty, speech);
  const schedule = scheduleAt({ times: unknownTimes, text: said }, site);
  const week = openingDays(schedule, now, shownDays);
  const meaning = {
    text: pretty,
    lines: [...lines],
    is_whole: isWhole && week.isRead,
    week: week.days.map(({ date, times }) => ({ date, times: times && [...times] })),
  };
  return { meaning, fault: null };
}
