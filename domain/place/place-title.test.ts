import { describe, expect, it } from "vitest";
import type { Translate } from "#domain/text/i18n.ts";
import {
  hasOwnComment,
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

describe("hasOwnComment", () => {
  it.each([
    ["", "Utedo", {}, false],
    ["", "a".repeat(81), {}, true],
    ["Fő tér 1.", "Utedo", {}, true],
    ["Fő tér 1.", "Utedo", { name: "Utedo" }, false],
    ["Fő tér 1.", "Utedo", { name: "WC 2", inside: "Utedo" }, false],
    ["", "", {}, false],
  ])("with the address %j, the comment %j and %j is %s", (address, comments, facts, expected) => {
    expect(hasOwnComment({ ...place("Oslo", address, comments), facts })).toBe(expected);
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
    return [...titlesOf(list, t, (meters) => `${meters} m`).values()].map(({ text }) => text);
  };

  it("leaves titles that differ, and those of two towns, as they are", () => {
    expect(titles({}, { address: "Kaivokatu" }, { city: "Espoo" })).toEqual([
      station,
      "Kaivokatu",
      station,
    ]);
  });

  const at = (latitude: number, longitude = 24.94) => ({
    coordinates: [longitude, latitude] as const,
  });
  const named = (facts: ListedPlace["facts"] = {}) => ({ facts: { name: "Kiosk", ...facts } });

  it.each<[string, Partial<ListedPlace>[], string[]]>([
    [
      "building",
      [named({ inside: "Forum" }), named({ inside: "Kamppi" }), named()],
      ["Kiosk (Forum)", "Kiosk (Kamppi)", "Kiosk"],
    ],
    [
      "street",
      [
        { ...named(), address: "Kaivokatu 1" },
        { ...named(), address: "" },
      ],
      ["Kiosk (Kaivokatu 1)", "Kiosk"],
    ],
    [
      "level, before operator",
      [{ facts: { level: "1", operator: "A" } }, { facts: { level: "-1", operator: "B" } }],
      [`${station} (level 1)`, `${station} (level −1)`],
    ],
    [
      "operator",
      [{ facts: { operator: "A" } }, { facts: { operator: "B" } }, {}],
      [`${station} (A)`, `${station} (B)`, station],
    ],
    ["fee", [{ fee: "free" }, { fee: "costs" }], [`${station} (free)`, `${station} (not free)`]],
    [
      "who may use them",
      [{ facts: { access: "customers" } }, { facts: { access: "everyone" } }],
      [`${station} (for customers)`, `${station} (public)`],
    ],
    [
      "for whom they are",
      [
        { facts: { women: "yes" } },
        { facts: { men: "yes" } },
        { facts: { women: "yes", men: "yes" } },
      ],
      [`${station} (for women)`, `${station} (for men)`, station],
    ],
    [
      "wheelchairs",
      [{ facts: { wheelchair: "yes" } }, { facts: { wheelchair: "no" } }],
      [`${station} (accessible)`, station],
    ],
    [
      "the way to the door",
      [{ facts: { door: "left of\nPlatform 3" } }, {}],
      [`${station} (left of Platform 3)`, station],
    ],
    [
      "side, from the middle of those that are left",
      [at(60.1706), at(60.1714), { ...at(60.1704), facts: { level: "1" } }],
      [`${station} (south side)`, `${station} (north side)`, `${station} (level 1)`],
    ],
    [
      "side from 10 m on",
      [at(60.17), at(60.170182)],
      [`${station} (south side)`, `${station} (north side)`],
    ],
    [
      "letter where they are nearer",
      [at(60.17), at(60.170178), { facts: { level: "1" } }],
      [`${station} (A)`, `${station} (B)`, `${station} (level 1)`],
    ],
    [
      "letter on one side",
      [at(60.1706), at(60.17063), at(60.17099), at(60.1714), at(60.17143)],
      [
        `${station} (south side, A)`,
        `${station} (south side, B)`,
        station,
        `${station} (north side, C)`,
        `${station} (north side, D)`,
      ],
    ],
    ["nothing where they are far apart", [at(60.17), at(60.177)], [station, station]],
    [
      "distance, where they are far apart",
      [
        { ...at(60.17), distance: 50 },
        { ...at(60.177), distance: 60 },
      ],
      [`${station} (50 m)`, `${station} (60 m)`],
    ],
    [
      "nothing where not all positions are known",
      [at(60.17), at(60.17), {}],
      Array(3).fill(station),
    ],
  ])("tells equal ones apart by %s", (_, places, expected) => {
    expect(titles(...places)).toEqual(expected);
  });

  it("gives letters by id, which the markers have too, and numbers after the last", () => {
    const site = Array.from({ length: 27 }, (_, index) => ({
      ...{ ...place("Helsinki", station, ""), ...at(60.17) },
      id: 27 - index,
    }));
    const letters = [...titlesOf(site, t, String).values()].map(({ letter }) => letter);
    expect(letters.slice(-3)).toEqual(["C", "B", "A"]);
    expect(letters.slice(0, 2)).toEqual(["10", "Z"]);
    expect(titlesOf([{ id: 1, ...place("Helsinki", station, "") }], t, String).get(1)).toEqual({
      text: station,
    });
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
