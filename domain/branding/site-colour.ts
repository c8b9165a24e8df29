import type { MapColour } from "#domain/map/map-layers.ts";
import {
  type MapPalette,
  type MapTheme,
  mapPalettes,
  mapThemes,
  siteTones,
} from "#domain/map/map-palettes.ts";

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

/** Minimum contrast of what is no text (WCAG 2.2, 1.4.11). */
const shapeContrast = 3;

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
 * (docs/product#branding).
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
 * Colours of pages from the operator's colour (docs/product#branding). The light theme takes the colour
 * unchanged, or darkened as far as text on the tinted backgrounds needs; the dark theme takes its hue, light enough
 * for its backgrounds. Every pair has a contrast of at least 4.5.
 *
 * @param colour `#rrggbb` for which {@link isReadableOnWhite} is true
 */
export function siteColours(colour: string): SiteColours {
  const own = toOklch(readLinear(colour));
  const isReadableOn = (ground: number) => (text: Oklch) =>
    contrastOf(luminance(toLinear(readShown(text))), ground) >= textContrast;
  const light = seek(own, -step, isReadableOn(lightGround));
  const dark = seek(
    { ...own, lightness: Math.max(0.76, own.lightness), chroma: Math.min(own.chroma, 0.11) },
    step,
    isReadableOn(darkGround),
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

/** Minimum distance in Oklab of a marker's colour to those that have a meaning; the product's own has 0.12. */
export const stateDistance = 0.1;

/** Lightness, and maximum chroma, of markers that are quiet or pale, and the step towards more contrast. */
const markerTones = {
  light: { quiet: [0.56, 0.038], pale: [0.94, 0.01], by: -step },
  dark: { quiet: [0.64, 0.045], pale: [0.335, 0.026], by: step },
} as const;

/**
 * Colours of the map with the operator's on places, clusters and the border (docs/product#branding). The
 * light theme takes the pages' colour, or darkened as far as icons, grounds, quiet markers and the colours of opening
 * and of pending places need; the dark theme lightens it.
 *
 * @param colour as for {@link siteColours}; null for the product's own
 */
export function siteMapPalette(theme: MapTheme, colour: string | null): MapPalette {
  const palette = mapPalettes[theme];
  if (colour === null) return palette;
  const brand = toOklch(readLinear(siteColours(colour)[theme].brand));
  const { by, ...tones } = markerTones[theme];
  const tone = ([lightness, chroma]: readonly [number, number]): Oklch => ({
    lightness,
    chroma: Math.min(brand.chroma * 0.4, chroma),
    hue: brand.hue,
  });
  const luminanceOf = (name: MapColour) => luminance(readLinear(palette[name]));
  const onMarker = luminanceOf("onMarker");
  const land = luminanceOf("hungary");
  const grounds = [land, luminanceOf("abroad"), luminanceOf("water")];
  const states = (["open", "soon", "closed", "pending"] as const).map((name) =>
    toOklch(readLinear(palette[name])),
  );
  const isVisible = (shape: number) =>
    contrastOf(shape, onMarker) >= textContrast &&
    grounds.every((ground) => contrastOf(shape, ground) >= shapeContrast);
  const quiet = seek(tone(tones.quiet), by, (at) => isVisible(luminance(inHex(at))));
  const leastOnLand = contrastOf(luminance(inHex(quiet)), land) * 1.2;
  const accepted = seek(brand, by, (at) => {
    const marker = inHex(at);
    const shape = luminance(marker);
    return (
      isVisible(shape) &&
      contrastOf(shape, land) >= leastOnLand &&
      states.every((state) => distanceOf(toOklch(marker), state) >= stateDistance)
    );
  });
  const pale = tone(tones.pale);
  return { ...palette, accepted: hexOf(accepted), quiet: hexOf(quiet), pale: hexOf(pale) };
}

/** Distance of two colours in Oklab; 0.02 is just noticed. They are as for {@link contrastRatio}. */
export function colourDistance(first: string, second: string): number {
  return distanceOf(toOklch(readLinear(first)), toOklch(readLinear(second)));
}

/**
 * Style sheet with the operator's colours; it takes precedence over `app/app.css` in any position. The live map reads
 * its own from it (`shownPalette`).
 */
export function siteColourSheet(colour: string): string {
  const colours = siteColours(colour);
  const [light, dark] = mapThemes.map((theme) => {
    const palette = siteMapPalette(theme, colour);
    const tones = siteTones.map((name) => [`map-${name}`, palette[name]]);
    const tokens = [...Object.entries(colours[theme]), ...tones];
    return `html:root{${tokens.map(([name, value]) => `--${name}:${value}`).join(";")}}`;
  });
  return `${light}@media screen and (prefers-color-scheme:dark){${dark}}`;
}

/** Colour with the nearest lightness, in steps of one direction, that `isEnough`. */
function seek(colour: Oklch, by: number, isEnough: (colour: Oklch) => boolean): Oklch {
  let found = colour;
  while (!isEnough(found) && found.lightness + by > 0) {
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

function distanceOf(one: Oklch, other: Oklch): number {
  const turn = ((one.hue - other.hue) * Math.PI) / 180;
  const across = 2 * one.chroma * other.chroma * Math.cos(turn);
  const chroma = Math.max(0, one.chroma ** 2 + other.chroma ** 2 - across);
  return Math.sqrt((one.lightness - other.lightness) ** 2 + chroma);
}

/** A colour as {@link hexOf} rounds it. */
function inHex(colour: Oklch): LinearRgb {
  return readLinear(hexOf(colour));
}

/** `#rrggbb` of a colour, the form that map, picture and canvas all accept. */
function hexOf(colour: Oklch): string {
  const parts = toLinear(colour).map((value) => {
    const share = value <= 0.0031308 ? value * 12.92 : 1.055 * value ** (1 / 2.4) - 0.055;
    return Math.round(share * 255)
      .toString(16)
      .padStart(2, "0");
  });
  return `#${parts.join("")}`;
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
