/** How a house number answers the one that was asked for, the better the lower. */
export type HouseNumberMatch = "same" | "other-entrance" | "within-range";

/** `12`, `12a`, `12/a`, `12-14`, `12/3`; with four digits at most, so that no postcode is one. */
export const houseNumberPattern = /^\d{1,4}(?:[/-]?[a-z]|[/-]\d{1,4}[a-z]?)?$/;

/** The number that a house number begins with; NaN for one that begins otherwise. */
export function leadingNumber(key: string): number {
  return Number.parseInt(key, 10);
}

/**
 * Whether a house has the number that was asked for: the very same (`12/a` is `12a`), the same house by
 * another letter or none, or as one of several (`10-14` has 12, but not 13: sides of a street are even
 * or odd). Null where it is another house.
 *
 * @param asked search keys without spaces, as is `key`
 */
export function matchHouseNumber(asked: string, key: string): HouseNumberMatch | null {
  if (plain(asked) === plain(key)) return "same";
  const number = leadingNumber(asked);
  const [, from, to] = /^(\d{1,4})[a-z]?-(\d{1,4})[a-z]?$/.exec(key) ?? [];
  if (from !== undefined && Number(to) > Number(from)) {
    const isWithin = number >= Number(from) && number <= Number(to);
    const isOnSide = (number - Number(from)) % 2 === 0;
    return isWithin && (isOnSide || Number(to) === number) ? "within-range" : null;
  }
  return leadingNumber(key) === number ? "other-entrance" : null;
}

/** Without what parts a number and its letter. */
function plain(key: string): string {
  return key.replace(/\.$/, "").replace(/^(\d+)[\s/.-]?([a-z])$/, "$1$2");
}
