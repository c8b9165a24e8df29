import { type Coordinates, isOnEarth, roundCoordinates } from "./coordinates.ts";

/**
 * Parses a position that a visitor types or pastes into a search (docs/product#typed-positions): two decimal
 * degrees, degrees with minutes and seconds, a `geo:` URI (RFC 5870), or a link to a map. Latitude comes first,
 * unless the text has compass directions. Null for any other text.
 */
export function parseTypedPosition(text: string): Coordinates | null {
  const typed = text.trim();
  if (typed.length > maxLength) return null;
  const isLink = /^(?:geo:|https?:|www\.|maps\.)/i.test(typed);
  const position = isLink ? positionInLink(typed) : positionInText(typed);
  if (position === null || !isOnEarth(position)) return null;
  return roundCoordinates(position);
}

/** Maximum length of a link to a map, and of a position as text: longer than any real one. */
const maxLength = 2_000;
const maxTextLength = 80;

const decimal = String.raw`(-?\d{1,3}(?:\.\d+)?)`;

/** End of a value in a link: `12,+1051+Budapest` is a postal address. */
const end = "(?=[/?&#(]|$)";

/** Patterns of latitude and longitude in links, the most reliable first: a pin before the centre of the map. */
const linkForms = [
  `!3d${decimal}!4d${decimal}`,
  `[?&#]mlat=${decimal}&mlon=${decimal}`,
  `[?&](?:q|query|ll|coordinate|destination|daddr)=(?:loc:)?${decimal},[+ ]?${decimal}${end}`,
  String.raw`^geo:(?!0,0\b)${decimal},${decimal}`,
  `/maps/(?:search|place|dir)/(?:[^@]*/)?${decimal},[+ ]?${decimal}${end}`,
  `@${decimal},${decimal}`,
  String.raw`[#&?]map=[\d.]+/${decimal}/${decimal}`,
  `[?&](?:center|cp|sll)=${decimal}[,~]${decimal}`,
].map((form) => new RegExp(form, "i"));

function positionInLink(link: string): Coordinates | null {
  const plain = decoded(link);
  for (const form of linkForms) {
    const [, latitude, longitude] = form.exec(plain) ?? [];
    const position = [Number(longitude), Number(latitude)] as const;
    if (latitude !== undefined && isOnEarth(position)) return position;
  }
  return null;
}

function decoded(link: string): string {
  try {
    return decodeURIComponent(link);
  } catch {
    return link;
  }
}

/** Compass directions in English, German and Hungarian, with axis and sign. */
const directions: Readonly<Record<string, readonly ["latitude" | "longitude", 1 | -1]>> = {
  N: ["latitude", 1],
  É: ["latitude", 1],
  S: ["latitude", -1],
  D: ["latitude", -1],
  E: ["longitude", 1],
  O: ["longitude", 1],
  K: ["longitude", 1],
  W: ["longitude", -1],
  NY: ["longitude", -1],
};

const direction = "(NY|[NÉSDEOKW])";
const number = String.raw`\d{1,3}(?:[.,]\d+)?(?!\d)`;
// Lazy: '47,4979 19,0402' is two numbers, not four.
const angle = String.raw`([-+]?${number})\s*(°)?(?:(?<=[°\s])\s*(${number})\s*'?(?:(?<=['\s])\s*(${number})\s*"?)??)??`;
const pairs = [
  String.raw`${direction}\s*${angle}[\s,;/]+${direction}\s*${angle}`,
  String.raw`${angle}\s*${direction}[\s,;/]+${angle}\s*${direction}`,
  String.raw`${angle}()\s*[\s,;/]\s*${angle}()`,
].map((pair) => new RegExp(`^${pair}$`, "i"));

interface Angle {
  readonly degrees: number;
  readonly axis: "latitude" | "longitude" | null;
  /** Whether it is hardly anything but a coordinate: a house number has neither sign nor fraction. */
  readonly isExact: boolean;
}

function positionInText(text: string): Coordinates | null {
  const plain = text
    .replaceAll(/[−–]/g, "-")
    .replaceAll(/[’′´`‘]/g, "'")
    .replaceAll(/[”″“]|''/g, '"')
    .replaceAll(/[º˚]/g, "°")
    .replaceAll(/\s+/g, " ");
  if (plain.length > maxTextLength) return null;
  for (const [index, pair] of pairs.entries()) {
    const parts = pair.exec(plain)?.slice(1);
    if (parts === undefined) continue;
    const [one, other] = [parts.slice(0, 5), parts.slice(5)].map((half) =>
      index === 0 ? toAngle(half[0], half.slice(1)) : toAngle(half[4], half),
    );
    return one && other && toPosition(one, other);
  }
  return null;
}

/** Position of two angles; null where they are not a latitude and a longitude, or are ambiguous. */
function toPosition(first: Angle, second: Angle): Coordinates | null {
  if (!first.isExact || !second.isExact) return null;
  if (first.axis === null && second.axis === null) {
    const isSwapped = Math.abs(first.degrees) > 90;
    const [latitude, longitude] = isSwapped ? [second, first] : [first, second];
    return [longitude.degrees, latitude.degrees];
  }
  if (first.axis === null || second.axis === null || first.axis === second.axis) return null;
  const [latitude, longitude] = first.axis === "latitude" ? [first, second] : [second, first];
  return [longitude.degrees, latitude.degrees];
}

/** Null for invalid parts: minutes beside a fraction of a degree, minutes without any sign, or 60 and more of them. */
function toAngle(
  named: string | undefined,
  [whole = "", sign, minutes, seconds]: readonly (string | undefined)[],
): Angle | null {
  const side = directions[(named ?? "").toUpperCase()];
  const [degree, minute, second] = [whole, minutes ?? "0", seconds ?? "0"].map((part) =>
    Number(part.replace(",", ".")),
  );
  const hasParts = minutes !== undefined;
  if (minute >= 60 || second >= 60 || (hasParts && !Number.isInteger(degree))) return null;
  if (seconds !== undefined && !Number.isInteger(minute)) return null;
  if (hasParts && sign === undefined && side === undefined) return null;
  if (side !== undefined && /^[-+]/.test(whole)) return null;
  const size = Math.abs(degree) + minute / 60 + second / 3600;
  const isNegative = side === undefined ? whole.startsWith("-") : side[1] < 0;
  return {
    degrees: isNegative ? -size : size,
    axis: side?.[0] ?? null,
    isExact: side !== undefined || sign !== undefined || /[.,]/.test(whole),
  };
}
