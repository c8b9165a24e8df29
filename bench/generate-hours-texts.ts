import { randomNumbers } from "#tests/support/random-numbers.ts";

/**
 * Distinct texts of opening hours in OpenStreetMap's syntax: seven of ten are plain weeks, with holidays or
 * breaks; three have seasons, dates or conditions. The same seed gives the same texts.
 */
export function generateHoursTexts(count: number, seed = 1): string[] {
  const numbers = randomNumbers(seed);
  const below = (limit: number) => Math.floor(numbers() * limit);
  const texts = new Set<string>();
  for (let number = 0; texts.size < count; number++) texts.add(createText(number, below));
  return [...texts];
}

function createText(number: number, below: (limit: number) => number): string {
  const time = (hour: number) =>
    `${String(hour).padStart(2, "0")}:${String(below(60)).padStart(2, "0")}`;
  const opens = time(5 + below(5));
  const closes = time(15 + below(8));
  const kind = number % 10;
  if (kind < 5) return `Mo-Fr ${opens}-${closes}; PH off`;
  if (kind < 7) return `Mo-Fr ${opens}-12:00,13:00-${closes}; Sa ${time(8)}-12:30`;
  if (kind < 8) return `${["Mar", "Apr", "May"][below(3)]}-Oct ${opens}-${closes}`;
  if (kind < 9) return `Mo-Su ${opens}-${closes}; Dec ${20 + below(10)} off; PH ${time(10)}-14:00`;
  return `Mo-Sa ${opens}-${closes}; Su ${time(10)}-16:00 "by appointment"`;
}
