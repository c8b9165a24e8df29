import type { DayTimes } from "./place-draft.ts";

/** The week with one day's times on every day. @param weekday 0 is Monday */
export function copyToAllDays(days: readonly DayTimes[], weekday: number): readonly DayTimes[] {
  return days.map(() => days[weekday]);
}
