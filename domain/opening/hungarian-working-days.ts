/**
 * Moved working days of Hungary: a weekday next to a public holiday becomes a day of rest, and a Saturday is
 * worked instead of it. By ministerial decree for each year, under the Labour Code (Act I of 2012), §
 * 102 (5):
 *
 * - 2024: decree 15/2023. (VII. 13.) GFM
 * - 2025: decree 11/2024. (IV. 8.) NGM
 * - 2026: decree 10/2025. (IV. 30.) NGM
 * - 2027: no decree in this table yet; days count by the calendar until a line is added.
 *
 * ISO 8601 dates.
 */
const movedWorkingDays: readonly { readonly rest: string; readonly worked: string }[] = [
  { rest: "2024-08-19", worked: "2024-08-03" },
  { rest: "2024-12-24", worked: "2024-12-07" },
  { rest: "2024-12-27", worked: "2024-12-14" },
  { rest: "2025-05-02", worked: "2025-05-17" },
  { rest: "2025-10-24", worked: "2025-10-18" },
  { rest: "2025-12-24", worked: "2025-12-13" },
  { rest: "2026-01-02", worked: "2026-01-10" },
  { rest: "2026-08-21", worked: "2026-08-08" },
  { rest: "2026-12-24", worked: "2026-12-12" },
];

const weekdayByDay = new Map(
  movedWorkingDays.flatMap(({ rest, worked }) => [
    [Date.parse(rest), weekdayOf(Date.parse(worked))],
    [Date.parse(worked), weekdayOf(Date.parse(rest))],
  ]),
);

/**
 * Weekday that a moved day in Hungary counts as, 0 is Monday; null for a day that is not moved.
 *
 * @param midnightMs wall time of the day's midnight
 */
export function movedWeekday(midnightMs: number): number | null {
  return weekdayByDay.get(midnightMs) ?? null;
}

function weekdayOf(midnightMs: number): number {
  return (new Date(midnightMs).getUTCDay() + 6) % 7;
}
