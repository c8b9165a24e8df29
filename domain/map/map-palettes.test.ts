import { describe, expect, it } from "vitest";
import { mapPalettes, mapThemes } from "./map-palettes.ts";

/** Contrast ratio of two `#rrggbb` colours, 1 to 21 (WCAG 2.2). */
function contrast(a: string, b: string): number {
  const [darker, lighter] = [luminance(a), luminance(b)].toSorted((x, y) => x - y);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(colour.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

describe.each(mapThemes)("the %s palette", (theme) => {
  const palette = mapPalettes[theme];

  it("has six hexadecimal digits, a form that map, picture and canvas all accept", () => {
    for (const colour of Object.values(palette)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
  });

  it.each(["townText", "villageText", "countyText", "countryText", "waterText"] as const)(
    "has %s readable on every ground and on its halo",
    (name) => {
      for (const ground of ["abroad", "hungary", "halo"] as const) {
        expect(contrast(palette[name], palette[ground])).toBeGreaterThanOrEqual(4.5);
      }
    },
  );

  it("has readable names of water on water", () => {
    expect(contrast(palette.waterText, palette.water)).toBeGreaterThanOrEqual(4.5);
  });

  it("has enough contrast of markers to every background, and of their icons to them", () => {
    for (const marker of ["accepted", "quiet", "pending"] as const) {
      expect(contrast(palette[marker], palette.onMarker)).toBeGreaterThanOrEqual(4.5);
      for (const ground of ["abroad", "hungary", "water"] as const) {
        expect(contrast(palette[marker], palette[ground])).toBeGreaterThanOrEqual(3);
      }
    }
  });

  it("has open places stronger than unknown ones, and these stronger than closed ones", () => {
    const onLand = (colour: string) => contrast(colour, palette.hungary);
    expect(onLand(palette.accepted)).toBeGreaterThan(onLand(palette.quiet) * 1.2);
    expect(onLand(palette.quiet)).toBeGreaterThan(onLand(palette.pale) * 2);
    // The people on a closed place.
    expect(contrast(palette.quiet, palette.pale)).toBeGreaterThanOrEqual(3);
  });

  it("has enough contrast of the route to every background and to its own casing", () => {
    for (const ground of ["abroad", "hungary", "water", "river", "routeCasing"] as const) {
      expect(contrast(palette.route, palette[ground])).toBeGreaterThanOrEqual(3);
    }
  });

  it("has markers stronger than any colour of the base map", () => {
    const marker = contrast(palette.accepted, palette.hungary);
    for (const line of ["border", "county", "river", "water"] as const) {
      expect(contrast(palette[line], palette.hungary)).toBeLessThan(marker);
    }
  });
});
