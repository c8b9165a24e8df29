/** Red, green and blue in linear light, each 0…1. */
type LinearRgb = readonly [number, number, number];

/** Colour by lightness (0…1), chroma and hue in degrees (CSS Color 4, oklch). */
interface Oklch {
  readonly lightness: number;
  readonly chroma: number;
  readonly hue: number;
}

/** Minimum contrast of text (WCAG 2.2, 1.4.3). */
const textContrast = 4.5;

/**
 * Contrast of two opaque colours, 1…21 (WCAG 2.2).
 *
 * @param first `oklch(L C H)` or `#rrggbb`
 * @throws {RangeError} for another form
 */
export function contrastRatio(first: string, second: string): number {
  return contrastOf(luminance(readLinear(first)), luminance(readLinear(second)));
}

/**
 * Whether a text is a colour, `#rrggbb`, with enough contrast to white, for text in it and for white text on it
 * (docs/product#look-of-the-operator).
 */
export function isReadableOnWhite(text: string): boolean {
  return /^#[\da-f]{6}$/i.test(text) && contrastRatio(text, "#ffffff") >= textContrast;
}

/** Custom properties of `app/app.css` derived from the operator's colour, by name without `--`. */
type ColourTokens = Readonly<
  Record<"brand" | "brand-strong" | "on-brand" | "brand-tint" | "focus", string>
>;

/** Colours of both themes. */
export interface SiteColours {
  readonly light: ColourTokens;
  readonly dark: ColourTokens;
}

/**
 * Luminance of the darkest light background, and of the lightest dark one, below text of the brand colour; the tint
 * of the brand is within these limits.
 */
const lightGround = 0.83;
const darkGround = 0.034;

/** Maximum chroma of the tints. */
const tintChroma = { light: 0.025, dark: 0.045 };

/** Step of the search for a lightness. */
const step = 0.005;

/**
 * Colours of pages from the operator's colour (docs/product#look-of-the-operator). The light theme takes the colour
 * unchanged, or darkened as far as text on the tinted backgrounds needs; the dark theme takes its hue, light enough
 * for its backgrounds. Every pair has a contrast of at least 4.5.
 *
 * @param colour `#rrggbb` for which {@link isReadableOnWhite} is true
 */
export function siteColours(colour: string): SiteColours {
  const own = toOklch(readLinear(colour));
  const light = seek(own, -step, (at) => contrastOf(at, lightGround) >= textContrast);
  const dark = seek(
    { ...own, lightness: Math.max(0.76, own.lightness), chroma: Math.min(own.chroma, 0.11) },
    step,
    (at) => contrastOf(at, darkGround) >= textContrast,
  );
  const strongLight = shift(light, light.lightness > 0.2 ? -0.07 : 0.1);
  const strongDark = shift(dark, 0.07);
  const tint = (lightness: number, chroma: number) =>
    shown({ lightness, chroma: Math.min(own.chroma * 0.4, chroma), hue: own.hue });
  return {
    light: {
      brand: shown(light),
      "brand-strong": shown(strongLight),
      "on-brand": shown({ lightness: 1, chroma: 0, hue: 0 }),
      "brand-tint": tint(0.955, tintChroma.light),
      focus: shown(light),
    },
    dark: {
      brand: shown(dark),
      "brand-strong": shown(strongDark),
      "on-brand": tint(0.19, 0.03),
      "brand-tint": tint(0.3, tintChroma.dark),
      focus: shown(strongDark),
    },
  };
}

/** Style sheet with the operator's colours; it takes precedence over `app/app.css` in any position. */
export function siteColourSheet(colour: string): string {
  const { light, dark } = siteColours(colour);
  const rule = (tokens: ColourTokens) =>
    `html:root{${Object.entries(tokens)
      .map(([name, value]) => `--${name}:${value}`)
      .join(";")}}`;
  return `${rule(light)}@media (prefers-color-scheme:dark){${rule(dark)}}`;
}

/** Colour with the nearest lightness, in steps of one direction, whose luminance is `isEnough`. */
function seek(colour: Oklch, by: number, isEnough: (luminance: number) => boolean): Oklch {
  let found = colour;
  while (!isEnough(luminance(toLinear(readShown(found)))) && found.lightness + by > 0) {
    if (found.lightness + by > 1) break;
    found = shift(found, by);
  }
  return found;
}

function shift(colour: Oklch, by: number): Oklch {
  return { ...colour, lightness: Math.min(1, Math.max(0, colour.lightness + by)) };
}

/** CSS text of a colour. Contrast is measured with the same rounding. */
function shown({ lightness, chroma, hue }: Oklch): string {
  return `oklch(${lightness.toFixed(3)} ${chroma.toFixed(3)} ${hue.toFixed(1)})`;
}

function readShown(colour: Oklch): Oklch {
  const { lightness, chroma, hue } = colour;
  return {
    lightness: Number(lightness.toFixed(3)),
    chroma: Number(chroma.toFixed(3)),
    hue: Number(hue.toFixed(1)),
  };
}

function contrastOf(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance([red, green, blue]: LinearRgb): number {
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function readLinear(colour: string): LinearRgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (hex) {
    const [red = 0, green = 0, blue = 0] = hex.slice(1).map((part) => {
      const value = Number.parseInt(part, 16) / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return [red, green, blue];
  }
  const [, lightness, chroma, hue] = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour) ?? [];
  if (lightness === undefined) throw new RangeError(`not a colour that can be read: ${colour}`);
  return toLinear({ lightness: Number(lightness), chroma: Number(chroma), hue: Number(hue) });
}

/** By Björn Ottosson's matrices (CSS Color 4); values outside sRGB are clipped, as screens do. */
function toLinear({ lightness, chroma, hue }: Oklch): LinearRgb {
  const angle = (hue * Math.PI) / 180;
  const a = chroma * Math.cos(angle);
  const b = chroma * Math.sin(angle);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const inRange = (value: number) => Math.min(1, Math.max(0, value));
  return [
    inRange(4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short),
    inRange(-1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short),
    inRange(-0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short),
  ];
}

function toOklch([red, green, blue]: LinearRgb): Oklch {
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue);
  const medium = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue);
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue);
  const a = 1.9779984951 * long - 2.428592205 * medium + 0.4505937099 * short;
  const b = 0.0259040371 * long + 0.7827717662 * medium - 0.808675766 * short;
  return {
    lightness: 0.2104542553 * long + 0.793617785 * medium - 0.0040720468 * short,
    chroma: Math.hypot(a, b),
    hue: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360,
  };
}
