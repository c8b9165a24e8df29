/** Red, green and blue as amounts of light, each 0…1. */
type LinearRgb = readonly [number, number, number];

/**
 * The contrast of two opaque colours, 1…21 (WCAG 2.2).
 *
 * @param first `oklch(L C H)` or `#rrggbb`
 */
export function contrastRatio(first: string, second: string): number {
  const [lighter, darker] = [luminance(first), luminance(second)].sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = toLinearRgb(colour);
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function toLinearRgb(colour: string): LinearRgb {
  const hex = /^#([\da-f]{2})([\da-f]{2})([\da-f]{2})$/i.exec(colour);
  if (hex) return hexToLinear(hex.slice(1).map((part) => Number.parseInt(part, 16) / 255));
  const oklch = /^oklch\(([\d.]+) ([\d.]+) ([\d.]+)\)$/.exec(colour);
  if (!oklch) throw new Error(`not a colour that this test reads: ${colour}`);
  return oklchToLinear(Number(oklch[1]), Number(oklch[2]), Number(oklch[3]));
}

function hexToLinear(parts: readonly number[]): LinearRgb {
  const [red, green, blue] = parts.map((part) =>
    part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4,
  );
  return [red, green, blue];
}

/** By Björn Ottosson's matrices (CSS Color 4); what lies outside sRGB is cut off, as screens do. */
function oklchToLinear(lightness: number, chroma: number, hueDegrees: number): LinearRgb {
  const hue = (hueDegrees * Math.PI) / 180;
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
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
