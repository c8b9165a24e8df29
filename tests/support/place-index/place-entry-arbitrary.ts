import fc from "fast-check";
import { factValues } from "#domain/place/place-facts.ts";
import { placeFees } from "#domain/place/place-fee.ts";
import type { PlaceEntry } from "#domain/place-index/place-store.ts";

/** Few different values of each property, so that ties and repetitions are common. */
const cities = [
  "Budapest",
  "Aszód",
  "Ászár",
  "Cegléd",
  "Csákvár",
  "Zsámbék",
  "zirc",
  "Őriszentpéter",
  "Óbánya",
  "Győr",
  "Gyula",
  "Gönc",
];
const none = Array.from({ length: 7 }, () => "-");
const weeks = [
  none,
  Array.from({ length: 7 }, () => "00:00-24:00"),
  Array.from({ length: 7 }, () => "08:00-18:00"),
  ["08:00-18:00", "-", "-", "-", "-", "-", "-"],
  Array.from({ length: 7 }, () => "22:00-06:00"),
  Array.from({ length: 7 }, () => "closed"),
  ["closed", "-", "-", "-", "-", "-", "-"],
  ["closed", "-", "-", "-", "-", "-", "22:00-09:30"],
];
/** Ends of closures, around the instants of the tests' queries. */
const closureEnds = [
  null,
  null,
  null,
  ...["2026-06-15T08:30:00Z", "2026-06-15T08:30:01Z", "2027-01-01T00:00:00Z"].map(Date.parse),
];
/** What visitors found on workdays: open at the tests' time in Budapest, closed, only before it or after it. */
const likely = [
  null,
  ...(
    [
      [0, 20, 22, 1],
      [0, 20, 22, 0],
      [0, 18, 21, 1],
      [0, 22, 24, 1],
      [1, 20, 22, 1],
    ] as const
  ).map(([kind, from, to, open]) => ({
    runs: [[kind, from, to, open, 2, "2026-06-01", 2] as const],
    country: "HU",
  })),
];
const zones = ["Europe/Budapest", "America/New_York", "Pacific/Auckland"];

const longitude = fc.oneof(
  fc.double({ min: -180, max: 180, noNaN: true }),
  fc.double({ min: 18.9, max: 19.3, noNaN: true }),
  fc.constantFrom(-180, 180, 179.999999, -179.999999, 19.04),
);
const latitude = fc.oneof(
  fc.double({ min: -85, max: 85, noNaN: true }),
  fc.double({ min: 47.3, max: 47.6, noNaN: true }),
  fc.constantFrom(84, -84, 0, 47.5),
);

const yesNo = fc.constantFrom("yes" as const, "no" as const);

/** A place as a change feed might deliver it. */
export function placeEntryArbitrary(maxId: number): fc.Arbitrary<PlaceEntry> {
  return fc
    .record({
      id: fc.integer({ min: 1, max: maxId }),
      longitude,
      latitude,
      accepted: fc.boolean(),
      doubted: fc.boolean(),
      fee: fc.constantFrom(...placeFees),
      facts: fc.record(
        {
          wheelchair: fc.constantFrom(...factValues.wheelchair),
          access: fc.constantFrom(...factValues.access),
          changing_table: yesNo,
          women: yesNo,
          men: yesNo,
          all_genders: yesNo,
          urinals_only: yesNo,
          euro_key: yesNo,
          pay_card: yesNo,
          pay_contactless: yesNo,
          key_scheme: fc.constant("RADAR"),
        },
        { requiredKeys: [] },
      ),
      openingTimes: fc.constantFrom(...weeks),
      timeZone: fc.constantFrom(...zones),
      likely: fc.constantFrom(...likely),
      closedUntilMs: fc.constantFrom(...closureEnds),
      city: fc.constantFrom(...cities),
      addedMicros: fc.constantFrom(0, 1.7e15, 1.7e15 + 1, 1.7e15 + 2, 1.8e15),
      ratings: fc.array(fc.integer({ min: 1, max: 5 }), { maxLength: 3 }),
    })
    .map(({ ratings, ...entry }) => ({
      ...entry,
      ratingSum: ratings.reduce((sum, rating) => sum + rating, 0),
      ratingCount: ratings.length,
    }));
}
