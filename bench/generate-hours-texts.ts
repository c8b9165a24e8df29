import { randomNumbers } from "#tests/support/random-numbers.ts";

/** Text of opening hours, and the seven entries that the product stores with it (docs/product#import-of-opening-hours). */
export interface GeneratedHours {
  readonly text: string;
  readonly week: string[];
}

/**
 * Distinct texts of opening hours in OpenStreetMap's syntax: seven of ten are plain weeks, with holidays or
 * breaks; one has a season, one a date, and one a weekday of the month, for which the product needs its library.
 * The same seed gives the same texts.
 */
export function generateHoursTexts(count: number, seed = 1): GeneratedHours[] {
  const numbers = randomNumbers(seed);
  const below = (limit: number) => Math.floor(numbers() * limit);
  const texts = new Map<string, GeneratedHours>();
  for (let number = 0; texts.size < count; number++) {
    const hours = createHours(number, below);
    texts.set(hours.text, hours);
  }
  return [...texts.values()];
}

function createHours(number: number, below: (limit: number) => number): GeneratedHours {
  const time = (hour: number) =>
    `${String(hour).padStart(2, "0")}:${String(below(60)).padStart(2, "0")}`;
  const opens = time(5 + below(5));
  const closes = time(15 + below(8));
  const all = `${opens}-${closes}`;
  const kind = number % 10;
  if (kind < 5) return { text: `Mo-Fr ${all}; PH off`, week: weekOf(all, "closed", "closed") };
  if (kind < 7) {
    const parts = [`${opens}-12:00`, `13:00-${closes}`];
    const saturday = `${time(8)}-12:30`;
    const longest = 12 * 60 - minuteOf(opens) < minuteOf(closes) - 13 * 60 ? parts[1] : parts[0];
    const text = `Mo-Fr ${parts}; Sa ${saturday}`;
    return { text, week: weekOf(longest, saturday, "closed") };
  }
  if (kind < 8) {
    const text = `${["Mar", "Apr", "May"][below(3)]}-Oct ${all}`;
    return { text, week: weekOf("-", "-", "-") };
  }
  if (kind < 9) {
    const text = `Mo-Su ${all}; Dec ${20 + below(10)} off; PH ${time(10)}-14:00`;
    return { text, week: weekOf(all, all, all) };
  }
  return { text: `Mo-Sa ${all}; Su[1] ${time(10)}-16:00`, week: weekOf(all, all, "-") };
}

function weekOf(workday: string, saturday: string, sunday: string): string[] {
  return [...Array<string>(5).fill(workday), saturday, sunday];
}

function minuteOf(time: string): number {
  return Number(time.slice(0, 2)) * 60 + Number(time.slice(3));
}
