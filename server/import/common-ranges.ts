/** When a place is open, in minutes since the midnight its day begins with; past 1440, overnight. */
export interface DayRange {
  readonly fromMinute: number;
  readonly toMinute: number;
}

/** Times that belong to every one of the days; none for no days. Each day's ranges are in order. */
export function commonRanges(days: readonly (readonly DayRange[])[]): readonly DayRange[] {
  return days.length === 0 ? [] : days.reduce(overlaps);
}

/** The longest of the ranges, the earliest of several; null for none. */
export function longestRange(ranges: readonly DayRange[]): DayRange | null {
  const lengthOf = ({ fromMinute, toMinute }: DayRange) => toMinute - fromMinute;
  return ranges.reduce<DayRange | null>(
    (longest, range) => (longest && lengthOf(longest) >= lengthOf(range) ? longest : range),
    null,
  );
}

function overlaps(some: readonly DayRange[], others: readonly DayRange[]): DayRange[] {
  return some.flatMap((one) =>
    others
      .map((other) => ({
        fromMinute: Math.max(one.fromMinute, other.fromMinute),
        toMinute: Math.min(one.toMinute, other.toMinute),
      }))
      .filter(({ fromMinute, toMinute }) => fromMinute < toMinute),
  );
}
