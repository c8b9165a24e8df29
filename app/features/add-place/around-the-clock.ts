import type { DayTimes } from "./place-draft.ts";

/** How the end of a day is typed, as its beginning: a time input has no 24:00. */
export const midnight = "00:00";

const allDay: DayTimes = { from: midnight, to: midnight, isClosed: false };

/** Every day from midnight to midnight. */
export const aroundTheClock: readonly DayTimes[] = Array<DayTimes>(7).fill(allDay);
