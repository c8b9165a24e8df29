import type { OpeningTimes } from "./opening-times.ts";

/** Days in a row with the same opening times. */
export interface OpeningDayRun {
  /** 0 is Monday. */
  readonly firstWeekday: number;
  /** The same as the first for a day by itself. */
  readonly lastWeekday: number;
  /** `HH:MM-HH:MM`, or `-` for days without opening times. */
  readonly times: string;
}

/** A week in as few words as possible: Monday to Friday this, Saturday and Sunday that. */
export function openingDayRuns(week: OpeningTimes): OpeningDayRun[] {
  const starts = week.flatMap((times, day) => (times === week[day - 1] ? [] : [day]));
  return starts.map((firstWeekday, index) => ({
    firstWeekday,
    lastWeekday: (starts[index + 1] ?? week.length) - 1,
    times: week[firstWeekday],
  }));
}
