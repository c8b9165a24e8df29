import { describe, expect, it } from "vitest";
import type { Place } from "#domain/place/place.ts";
import { picklistFacts } from "#domain/place/place-facts.ts";
import { placeInGyor } from "#tests/support/place-in-gyor.ts";
import { schemaOrgFaults } from "#tests/support/schema-org.ts";
import { structuredData } from "./structured-data.ts";

const page = {
  name: "Baross Gábor út 1., Győr",
  url: "https://mosdo.example/places/12",
  image: "https://mosdo.example/places/12/preview.png?lang=hu",
  map: "https://mosdo.example/?place=12",
  daysAhead: null,
};

function dataOf(place: Partial<Place>, ahead: Partial<typeof page> | object = {}) {
  const data = structuredData({ ...placeInGyor, ...place }, { ...page, ...ahead });
  return data as Record<string, unknown>;
}

describe("structuredData", () => {
  it("names the place, its page and where it is", () => {
    expect(
      dataOf({ country: "HU", city: "Győr", address: "Baross Gábor út 1.", postcode: "9021" }),
    ).toMatchObject({
      "@context": "https://schema.org",
      "@type": "PublicToilet",
      url: page.url,
      name: page.name,
      image: page.image,
      hasMap: page.map,
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
    ["08:00-24:00", [{ opens: "08:00", closes: "00:00" }]],
    ["00:00-24:00", [{ opens: "00:00", closes: "23:59" }]],
    ["-", undefined],
  ])("has the hours of a day that is %s", (entry, hours) => {
    const opening_times = [entry, "-", "-", "-", "-", "-", "-"];
    const { openingHoursSpecification: expected } = dataOf({ opening_times, closed_days: [] });
    if (hours === undefined) expect(expected).toBeUndefined();
    else expect(expected).toMatchObject(hours);
  });

  it("has a day that is closed, and none that is not known", () => {
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

  it("has the ranges of each day ahead in place of the week where the hours go by a text", () => {
    const daysAhead = [
      { date: "2026-05-08", times: ["08:00-12:00", "13:00-24:00"] },
      { date: "2026-05-09", times: [] },
      { date: "2026-05-10", times: null },
    ];
    const day = { "@type": "OpeningHoursSpecification" };
    const friday = { ...day, validFrom: "2026-05-08", validThrough: "2026-05-08" };
    const saturday = { ...day, validFrom: "2026-05-09", validThrough: "2026-05-09" };
    expect(dataOf({}, { daysAhead }).openingHoursSpecification).toEqual([
      { ...friday, opens: "08:00", closes: "12:00" },
      { ...friday, opens: "13:00", closes: "00:00" },
      { ...saturday, opens: "00:00", closes: "00:00" },
    ]);
  });

  it("has a closure for now", () => {
    const closed_for_now = {
      reason: "out-of-order",
      since: "2026-05-08T10:00:00.000Z",
      until: "2026-05-09T10:00:00.000Z",
      by: "visitor",
    } as const;
    expect(dataOf({ closed_for_now }).specialOpeningHoursSpecification).toMatchObject({
      opens: "00:00",
      closes: "00:00",
      validFrom: closed_for_now.since,
      validThrough: closed_for_now.until,
    });
    expect(dataOf({})).not.toHaveProperty("specialOpeningHoursSpecification");
  });

  it("says nothing that a reader of schema.org does not know", async () => {
    const allYes = Object.fromEntries(picklistFacts.map((fact) => [fact, "yes"]));
    const all = dataOf({
      ...{ postcode: "9021", facts: { ...allYes, access: "everyone" } },
      ...{ rating_count: 3, rating_calculated: 11 / 3, closed_days: [6] },
      opening_times: ["08:00-18:00", "00:00-24:00", "22:00-04:00", "-", "-", "-", "-"],
      closed_for_now: {
        reason: "closed-until",
        since: "2026-05-08T10:00:00.000Z",
        until: "2026-05-20T22:00:00.000Z",
        by: "staff",
      },
    });
    expect(await schemaOrgFaults(all)).toEqual([]);
    const daysAhead = [{ date: "2026-05-08", times: ["08:00-12:00"] }];
    expect(await schemaOrgFaults(dataOf({}, { daysAhead }))).toEqual([]);
    // The reader does find what is wrong.
    const wrong = {
      ...{ openings: 1, opens: "08:00", isAccessibleForFree: "yes" },
      geo: { "@type": "PostalAddress" },
      openingHoursSpecification: { "@type": "OpeningHoursSpecification", opens: "8", day: "Mo" },
    };
    expect(await schemaOrgFaults({ ...all, ...wrong })).toEqual([
      "it.geo is a PostalAddress, and not GeoCoordinates or GeoShape",
      'it.isAccessibleForFree is "yes", and not Boolean',
      "it.openingHoursSpecification.day does not exist",
      'it.openingHoursSpecification.opens is "8", and not Time',
      "it.openings does not exist",
      "it.opens is no property of PublicToilet",
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

  it("has facts that are known, and no others", () => {
    const facts = { wheelchair: "limited", changing_table: "no", women: "yes" } as const;
    expect(dataOf({ facts }).amenityFeature).toEqual([
      { "@type": "LocationFeatureSpecification", name: "Changing table", value: false },
      { "@type": "LocationFeatureSpecification", name: "Women", value: true },
    ]);
    expect(dataOf({ facts: {} })).not.toHaveProperty("amenityFeature");
    expect(dataOf({ facts: {} })).not.toHaveProperty("publicAccess");
    expect(dataOf({ facts: { access: "key" } }).publicAccess).toBe(false);
  });

  it("has the rating where there is one", () => {
    expect(dataOf({ rating_count: 0, rating_calculated: -1 })).not.toHaveProperty(
      "aggregateRating",
    );
    const rated = dataOf({ rating_count: 3, rating_calculated: 11 / 3 });
    expect(rated.aggregateRating).toMatchObject({ ratingValue: 3.67, ratingCount: 3 });
  });
});
