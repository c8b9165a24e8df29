import type { Locale } from "./language.ts";

/** Distance as it is written, in a unit that `Intl` names. */
export interface RoundedDistance {
  readonly value: number;
  readonly unit: "meter" | "kilometer" | "foot" | "yard" | "mile";
  /** Maximum number of decimals. */
  readonly digits: 0 | 1;
}

/** Small unit, its metres, and the number of it from which the large unit is written. */
type SmallUnit = readonly [unit: RoundedDistance["unit"], meters: number, limit: number];

/** Small units of the regions whose road signs have miles (Unicode CLDR, `measurementSystem`). */
const besideMiles: Readonly<Record<string, SmallUnit | undefined>> = {
  US: ["foot", 0.3048, 1_000],
  GB: ["yard", 0.9144, 500],
};

/**
 * Rounds a distance for a locale: small units to the ten, large ones to a decimal below ten and to whole ones beyond
 * (docs/product#formats). A locale without region has metres and kilometres.
 */
export function roundDistance(meters: number, locale: Locale): RoundedDistance {
  const region = besideMiles[locale.slice(-2)];
  const [unit, smallMeters, limit] = region ?? ["meter", 1, 1_000];
  const rounded = Math.round(meters / smallMeters / 10) * 10;
  if (rounded < limit) return { value: rounded, unit, digits: 0 };
  const value = meters / (region ? 1_609.344 : 1_000);
  return { value, unit: region ? "mile" : "kilometer", digits: value < 9.95 ? 1 : 0 };
}
