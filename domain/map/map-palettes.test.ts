import { describe, expect, it } from "vitest";
import {
  colourDistance,
  contrastRatio as contrast,
  siteMapPalette,
  stateDistance,
} from "#domain/branding/site-colour.ts";
import { mapPalettes, mapThemes } from "./map-palettes.ts";

/** The product's own colour, and operators': black, gray at the limit, and the very colours of open and closed. */
const siteColours = [
  ...[null, "#000000", "#0000ff", "#767676", "#8a1538", "#b3005e", "#8a7500", "#9c5b00"],
  ...["#008000", "#1a7f44", "#d00000", mapPalettes.light.closed, mapPalettes.light.pending],
];

describe.each(mapThemes)("the %s palette", (theme) => {
  const palette = mapPalettes[theme];

  it("has six hexadecimal digits, a form that map, picture and canvas all accept", () => {
    const { clusterText: _, ...colours } = palette;
    for (const colour of Object.values(colours)) expect(colour).toMatch(/^#[0-9a-f]{6}$/);
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

  describe.each(siteColours)("for the operator's colour %s", (colour) => {
    const palette = siteMapPalette(theme, colour);

    it("has markers of 3 to 1 on every ground, and icons of 4.5 to 1 on them", () => {
      for (const marker of ["accepted", "quiet", "pending"] as const) {
        expect(contrast(palette[marker], palette.onMarker)).toBeGreaterThanOrEqual(4.5);
        for (const ground of ["abroad", "hungary", "water"] as const) {
          expect(contrast(palette[marker], palette[ground])).toBeGreaterThanOrEqual(3);
        }
      }
    });

    it("has open places stronger than unknown ones, and these stronger than closed ones", () => {
      const onLand = (shown: string) => contrast(shown, palette.hungary);
      expect(onLand(palette.accepted)).toBeGreaterThanOrEqual(onLand(palette.quiet) * 1.2);
      expect(onLand(palette.quiet)).toBeGreaterThan(onLand(palette.pale) * 2);
      // The people on a closed place.
      expect(contrast(palette.quiet, palette.pale)).toBeGreaterThanOrEqual(3);
    });

    it("has markers unlike the colours of opening and of pending places", () => {
      for (const state of ["open", "soon", "closed", "pending"] as const) {
        expect(colourDistance(palette.accepted, palette[state])).toBeGreaterThanOrEqual(
          stateDistance,
        );
      }
    });
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
