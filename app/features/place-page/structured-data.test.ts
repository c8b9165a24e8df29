import { describe, expect, it } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { structuredData } from "./structured-data.ts";

const page = { name: "Baross Gábor út 1., Győr", address: "https://mosdo.example/places/12" };

function dataOf(place: Partial<Place>): Record<string, unknown> {
  return { ...structuredData({ ...placeInGyor, ...place }, page) };
}

describe("structuredData", () => {
  it("names the place, its page and where it is", () => {
    expect(
      dataOf({ country: "HU", city: "Győr", address: "Baross Gábor út 1.", postcode: "9021" }),
    ).toMatchObject({
      "@context": "https://schema.org",
      "@type": "PublicToilet",
      url: page.address,
      name: page.name,
      geo: { latitude: placeInGyor.coordinates[1], longitude: placeInGyor.coordinates[0] },
      address: {
        addressCountry: "HU",
        addressLocality: "Győr",
        streetAddress: "Baross Gábor út 1.",
        postalCode: "9021",
      },
    });
  });

  it.each([
    ["08:00-18:00", [{ opens: "08:00", closes: "18:00" }]],
    ["22:00-04:00", [{ opens: "22:00", closes: "04:00" }]],
    ["08:00-24:00", [{ opens: "08:00", closes: "23:59" }]],
    ["00:00-24:00", [{ opens: "00:00", closes: "23:59" }]],
    ["-", undefined],
  ])("tells the hours of a day that is %s", (entry, hours) => {
    const opening_times = [entry, "-", "-", "-", "-", "-", "-"];
    const { openingHoursSpecification: told } = dataOf({ opening_times, closed_days: [] });
    if (hours === undefined) expect(told).toBeUndefined();
    else expect(told).toMatchObject(hours);
  });

  it("tells a day that is closed, and nothing of one that is not known", () => {
    const opening_times = Array.from({ length: 7 }, () => "-");
    expect(dataOf({ opening_times, closed_days: [6] }).openingHoursSpecification).toEqual([
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: "https://schema.org/Sunday",
        opens: "00:00",
        closes: "00:00",
      },
    ]);
  });

  it.each<[{ price: number | null; price_known?: false }, boolean | undefined]>([
    [{ price: 0 }, true],
    [{ price: null }, true],
    [{ price: 0.01 }, false],
    [{ price: null, price_known: false }, undefined],
  ])("with %j is free: %j", (place, isFree) => {
    expect(dataOf(place).isAccessibleForFree).toBe(isFree);
  });

  it("tells facts that are known, and no others", () => {
    const facts = { wheelchair: "limited", changing_table: "no", women: "yes" } as const;
    expect(dataOf({ facts }).amenityFeature).toEqual([
      { "@type": "LocationFeatureSpecification", name: "Changing table", value: false },
      { "@type": "LocationFeatureSpecification", name: "Women", value: true },
    ]);
    expect(dataOf({ facts: {} })).not.toHaveProperty("amenityFeature");
    expect(dataOf({ facts: {} })).not.toHaveProperty("publicAccess");
    expect(dataOf({ facts: { access: "key" } }).publicAccess).toBe(false);
  });

  it("tells the rating where there is one", () => {
    expect(dataOf({ rating_count: 0, rating_calculated: -1 })).not.toHaveProperty(
      "aggregateRating",
    );
    const rated = dataOf({ rating_count: 3, rating_calculated: 11 / 3 });
    expect(rated.aggregateRating).toMatchObject({ ratingValue: 3.67, ratingCount: 3 });
  });
});
