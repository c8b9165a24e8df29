/** Typed opening times of one weekday: `HH:MM`, or empty. */
export interface DayTimes {
  readonly from: string;
  /** Empty too while the day has no opening times. */
  readonly to: string;
  /** Marked as closed: then the two times do not count. */
  readonly isClosed: boolean;
}

/** Times of a day of which nothing is typed. */
export const noTimes: DayTimes = { from: "", to: "", isClosed: false };

/** The end of a day, typed as its beginning: a time input has no 24:00. */
export const midnight = "00:00";

const allDay: DayTimes = { from: midnight, to: midnight, isClosed: false };

/** Every day from midnight to midnight. */
export const aroundTheClock: readonly DayTimes[] = Array<DayTimes>(7).fill(allDay);

/** The week with one day's times on every day. @param weekday 0 is Monday */
export function copyToAllDays(days: readonly DayTimes[], weekday: number): readonly DayTimes[] {
  return days.map(() => days[weekday]);
}
