import tzLookup from "@photostructure/tz-lookup";
import { iso1A2Code } from "@rapideditor/country-coder";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { currencyOf } from "#domain/place/currency.ts";

/**
 * Country at a point, ISO 3166-1 alpha-2, by the borders that OpenStreetMap's editors use. A territory with a code of
 * its own counts as its country where the product knows the country's currency (docs/product#currency). Where the
 * borders name no country, the time zone decides. Null at sea, and where several countries share a zone's name.
 */
export function countryAt(point: Coordinates): string | null {
  const { country, territory } = codesAt(point);
  if (country === null) return countryByTimeZone(point);
  return currencyOf(country) === null ? territory : country;
}

/** Whether a point is in a country, or in a territory of that code. False where the borders name none. */
export function isInCountry(point: Coordinates, code: string): boolean {
  const { country, territory } = codesAt(point);
  return code === country || code === territory;
}

function codesAt([longitude, latitude]: Coordinates) {
  const point: [number, number] = [longitude, latitude];
  return {
    country: iso1A2Code(point, { level: "country" }),
    territory: iso1A2Code(point, { level: "territory" }),
  };
}

function countryByTimeZone([longitude, latitude]: Coordinates): string | null {
  countryByZone ??= indexZones();
  return countryByZone.get(canonical(tzLookup(latitude, longitude))) ?? null;
}

let countryByZone: ReadonlyMap<string, string> | undefined;

/** Time zones of every country that the platform knows. */
function indexZones(): Map<string, string> {
  const letters = Array.from({ length: 26 }, (_, index) => String.fromCharCode(65 + index));
  const codes = letters.flatMap((first) => letters.map((second) => first + second));
  const zones = new Map<string, string>();
  for (const code of codes) {
    const locale = new Intl.Locale(`und-${code}`);
    // The code of a former country is returned as that of its successor.
    if (locale.baseName !== `und-${code}`) continue;
    for (const zone of zonesOf(locale)) zones.set(canonical(zone), code);
  }
  return zones;
}

/** A method since Node 24, a property before; TypeScript knows neither. */
type ZonedLocale = Intl.Locale & { getTimeZones?(): string[]; readonly timeZones?: string[] };

function zonesOf(locale: ZonedLocale): readonly string[] {
  return locale.getTimeZones?.() ?? locale.timeZones ?? [];
}

/** Canonical name of a zone that has several. */
function canonical(timeZone: string): string {
  return new Intl.DateTimeFormat("en", { timeZone }).resolvedOptions().timeZone;
}
