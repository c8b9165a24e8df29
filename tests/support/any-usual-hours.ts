import fc from "fast-check";
import { isMonthDay } from "#domain/opening/opening-hours-syntax.ts";
import { type DayHours, isWholeYear, type UsualHours } from "#domain/opening/usual-hours.ts";

const minutesPerDay = 24 * 60;

/** Ranges that are apart, the last of which may go on past midnight, but not up to the first. */
const anyDay: fc.Arbitrary<DayHours> = fc
  .record({
    times: fc.uniqueArray(fc.integer({ min: 0, max: minutesPerDay - 1 }), {
      minLength: 2,
      maxLength: 6,
    }),
    isLate: fc.boolean(),
  })
  .map(({ times, isLate }) => {
    const ordered = times.toSorted((a, b) => a - b).slice(0, times.length & ~1);
    // Turned by one time, the last range closes at what was the first one, on the next day.
    const turned = isLate ? [...ordered.slice(1), ordered[0]] : ordered;
    return Array.from({ length: turned.length / 2 }, (_, index) => ({
      opensMinute: turned[2 * index],
      // Midnight is the end of a day.
      closesMinute: turned[2 * index + 1] || minutesPerDay,
    }));
  });

const anyMonthDay = fc
  .record({ month: fc.integer({ min: 1, max: 12 }), day: fc.integer({ min: 1, max: 31 }) })
  .filter((date) => isMonthDay(date) && !(date.month === 2 && date.day === 29));

const monthEnd = fc
  .integer({ min: 1, max: 12 })
  .map((month) => ({ month, day: new Date(Date.UTC(2028, month, 0)).getUTCDate() }));

const anySeason = fc
  .oneof(
    fc.record({ from: anyMonthDay, to: anyMonthDay }),
    fc.record({ from: anyMonthDay.map(({ month }) => ({ month, day: 1 })), to: monthEnd }),
  )
  // One of the whole year is not read back.
  .filter((season) => !isWholeYear(season));

/** Hours that a form can give, whether they are likely or not. */
export const anyUsualHours: fc.Arbitrary<UsualHours> = fc
  .record({
    kinds: fc.uniqueArray(fc.option(fc.oneof(anyDay, fc.constant([]))), {
      minLength: 1,
      maxLength: 7,
    }),
    picks: fc.array(fc.nat(6), { minLength: 7, maxLength: 7 }),
    season: fc.option(anySeason),
    holidays: fc.option(fc.oneof(anyDay, fc.constant([]))),
  })
  .map(({ kinds, picks, season, holidays }) => ({
    days: picks.map((pick) => kinds[pick % kinds.length]),
    season,
    holidays,
  }))
  .filter(({ days }) => days.some((day) => day !== null))
  // A closed season does not determine the rest of the year.
  .filter(({ days, season }) => season === null || days.some((day) => day?.length !== 0));
