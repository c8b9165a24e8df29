import { describe, expect, it } from "vitest";
import type { Translate } from "#domain/text/i18n.ts";
import {
  isTitledByComment,
  type ListedPlace,
  maxTitleLength,
  ownTitleOf,
  plainTitle,
  type TitledPlace,
  titlesOf,
  titleText,
} from "./place-title.ts";

const messages: Readonly<Record<string, string>> = {
  "places.named.unknown": "Public toilet",
  "places.named.inside": "Inside {{text}}",
  "places.named.operator": "Toilet of {{text}}",
  "places.named.level": "level {{level}}",
  "places.named.fee.free": "free",
  "places.named.fee.costs": "not free",
  "filter.women": "For women",
  "filter.men": "For men",
  "filter.accessible": "Accessible",
  "places.named.side.n": "north side",
  "places.named.side.s": "south side",
  "fact.access.customers": "For customers",
  "fact.access.everyone": "Public",
};
const t = ((key: string, values: Readonly<Record<string, string>> = {}) =>
  messages[key]?.replace(/\{\{(\w+)\}\}/g, (_, name) => values[name] ?? "")) as Translate;
const place = (
  city: string,
  address: string,
  comments: string,
  facts: TitledPlace["facts"] = {},
) => ({
  ...{ city, address, comments, facts },
});

describe("plainTitle", () => {
  it.each([
    ["Győr", "Fő tér 1.", "a téren", "Fő tér 1., Győr"],
    ["Győr", "Fő tér 1. B épület", "", "Fő tér 1. B épület, Győr"],
    ["Oslo", "", "Utedo", "Utedo, Oslo"],
    ["Győr", "", "", "Győr"],
    ["", "Fő tér 1.", "", "Fő tér 1."],
    ["", "", "Utedo", "Utedo"],
    ["", "", "", ""],
  ])("of %j, %j and %j is %j", (city, address, comments, title) => {
    expect(plainTitle(place(city, address, comments))).toBe(title);
  });
});

describe("titleText", () => {
  const all = { name: "Deák", inside: "the station", level: "-1", operator: "BKK" };

  it.each([
    ["its own name first", place("", "Fő tér 1.", "left", all), "Deák"],
    [
      "what it is inside",
      place("", "Fő tér 1.", "left", { ...all, name: undefined }),
      "Inside the station, level −1",
    ],
    [
      "that without a floor",
      place("", "Fő tér 1.", "", { inside: "the station" }),
      "Inside the station",
    ],
    [
      "that on the ground floor",
      place("", "", "", { inside: "the station", level: "0" }),
      "Inside the station",
    ],
    ["its address", place("", "Fő tér 1.", "left", { operator: "BKK", level: "-1" }), "Fő tér 1."],
    ["its comment", place("", "", "left", { operator: "BKK" }), "left"],
    ["its operator", place("", "", "", { operator: "BKK" }), "Toilet of BKK"],
    [
      "what it is, where nothing else is known",
      place("Oslo", "", "", { level: "2" }),
      "Public toilet",
    ],
    ["no name that says only that", place("", "Fő tér 1.", "", { name: "WC" }), "Fő tér 1."],
  ])("is %s", (_, titled, expected) => {
    expect(titleText(titled, t)).toBe(expected);
  });
});

describe("ownTitleOf", () => {
  it("is null where only the town is known", () => {
    expect(ownTitleOf(place("Oslo", "", ""))).toBeNull();
  });

  it("sets a comment of several lines on one", () => {
    expect(ownTitleOf(place("Oslo", "", "behind\n the  kiosk"))?.text).toBe("behind the kiosk");
  });

  it.each([
    [maxTitleLength, "a".repeat(maxTitleLength)],
    [maxTitleLength + 1, `${"a".repeat(maxTitleLength - 1)}…`],
  ])("keeps a word of %i letters as %s", (length, title) => {
    expect(ownTitleOf(place("", "", "a".repeat(length)))?.text).toBe(title);
  });

  it("cuts a long comment between words, and no emoji in two", () => {
    const cut = (comment: string) => ownTitleOf(place("", "", comment))?.text;
    expect(cut(`${"a".repeat(60)} ${"b".repeat(60)}`)).toBe(`${"a".repeat(60)}…`);
    expect(cut("🚻".repeat(200))).toBe(`${"🚻".repeat(maxTitleLength - 1)}…`);
  });
});

describe("isTitledByComment", () => {
  it.each([
    ["", "Utedo", true],
    ["", "a".repeat(81), false],
    ["Fő tér 1.", "Utedo", false],
    ["", "", false],
  ])("with the address %j and the comment %j is %s", (address, comments, expected) => {
    expect(isTitledByComment(place("Oslo", address, comments))).toBe(expected);
  });
});

describe("titlesOf", () => {
  const station = "Rautatieaseman Kauppakuja";
  const titles = (...places: Partial<ListedPlace>[]) => {
    const list = places.map((one, at) => ({
      id: at + 1,
      ...place("Helsinki", station, ""),
      ...one,
    }));
    return [...titlesOf(list, t, (meters) => `${meters} m`).values()];
  };

  it("leaves titles that differ, and those of two towns, as they are", () => {
    expect(titles({}, { address: "Kaivokatu" }, { city: "Espoo" })).toEqual([
      station,
      "Kaivokatu",
      station,
    ]);
  });

  it("tells equal ones apart by level, operator, fee and who may use them, in this order", () => {
    expect(
      titles({ facts: { level: "1", operator: "A" } }, { facts: { level: "-1", operator: "B" } }),
    ).toEqual([`${station} (level 1)`, `${station} (level −1)`]);
    expect(titles({ facts: { operator: "A" } }, { facts: { operator: "B" } }, {})).toEqual([
      `${station} (A)`,
      `${station} (B)`,
      station,
    ]);
    expect(titles({ fee: "free" }, { fee: "costs" })).toEqual([
      `${station} (free)`,
      `${station} (not free)`,
    ]);
    expect(titles({ facts: { access: "customers" } }, { facts: { access: "everyone" } })).toEqual([
      `${station} (for customers)`,
      `${station} (public)`,
    ]);
  });

  it("tells equal ones apart by for whom they are, wheelchairs and their side", () => {
    const both = { women: "yes", men: "yes" } as const;
    expect(titles({ facts: { women: "yes" } }, { facts: { men: "yes" } }, { facts: both })).toEqual(
      [`${station} (for women)`, `${station} (for men)`, station],
    );
    expect(titles({ facts: { wheelchair: "yes" } }, { facts: { wheelchair: "no" } })).toEqual([
      `${station} (accessible)`,
      station,
    ]);
    const at = (latitude: number) => ({ coordinates: [24.94, latitude] as const });
    expect(titles(at(60.1706), at(60.1714), { ...at(60.171), facts: { level: "1" } })).toEqual([
      `${station} (south side)`,
      `${station} (north side)`,
      `${station} (level 1)`,
    ]);
    expect(titles(at(60.17), at(60.177), {})).toEqual([station, station, station]);
    expect(titles(at(60.17), at(60.177))).toEqual([station, station]);
  });

  it("goes on where one thing does not tell all of them apart, to the distance", () => {
    expect(
      titles(
        { facts: { level: "1" }, fee: "free", distance: 20 },
        { facts: { level: "1" }, fee: "costs", distance: 30 },
        { facts: { level: "2" }, fee: "costs", distance: 40 },
        { distance: 50 },
        { distance: 60 },
      ),
    ).toEqual([
      `${station} (level 1, free)`,
      `${station} (level 1, not free)`,
      `${station} (level 2)`,
      `${station} (50 m)`,
      `${station} (60 m)`,
    ]);
  });

  it("does not say what all of them have, nor tells apart what nothing does", () => {
    expect(
      titles({ fee: "free", facts: { operator: "A" } }, { fee: "free", facts: { operator: "A" } }),
    ).toEqual([station, station]);
  });
});
