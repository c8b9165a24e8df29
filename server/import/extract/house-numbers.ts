import { addressKey } from "#server/geo/extract/extract-provider.ts";

/** Maximum number of houses between two known ones: more are an error in the data. */
const maxBetween = 500;

/**
 * Key by which a house number is searched: folded, without spaces. Of a range that has all numbers
 * (`addr:interpolation=all`), and not only those of its side of the street, these follow.
 */
export function houseNumberKey(housenumber: string, interpolation?: string): string {
  const key = addressKey(housenumber).replaceAll(" ", "");
  const [, from, to] = /^(\d{1,4})-(\d{1,4})$/.exec(key) ?? [];
  if (interpolation !== "all" || from === undefined) return key;
  const between = numbersBetween([Number(from), Number(to)], interpolation);
  return [key, ...between.map(({ number }) => number)].join(";");
}

interface NumberBetween {
  readonly number: number;
  /** Share of the way from the first house to the last one. */
  readonly share: number;
}

/**
 * Numbers of the houses between two others, by OpenStreetMap's `addr:interpolation`: `even`, `odd`, `all`, or a step.
 * Empty for numbers of another kind, such as `alphabetic`.
 */
export function numbersBetween(
  [from, to]: readonly number[],
  interpolation: string,
): NumberBetween[] {
  const step = ["even", "odd"].includes(interpolation)
    ? 2
    : interpolation === "all"
      ? 1
      : Number(interpolation);
  const [low, high] = [Math.min(from, to), Math.max(from, to)];
  // An end may be on the other side: `even` between 1 and 8.
  const isOdd = interpolation === "odd" || (interpolation !== "even" && low % 2 === 1);
  const first = step % 2 === 0 && (low % 2 === 1) !== isOdd ? low + 1 : low + step;
  if (!Number.isInteger(step) || step < 1 || !((high - low) / step <= maxBetween)) return [];
  const numbers: NumberBetween[] = [];
  for (let number = first; number < high; number += step) {
    numbers.push({ number, share: (number - from) / (to - from) });
  }
  return numbers;
}
