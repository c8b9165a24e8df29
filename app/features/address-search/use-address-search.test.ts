import { describe, expect, it } from "vitest";
import { type Suggestions, searchNotices, suggestPath } from "./use-address-search.ts";

const szeged = { id: "1", name: "Szeged", detail: "", precision: "settlement" } as const;

function result(options: {
  count: number;
  level?: boolean;
  towns?: number;
  fallback?: boolean;
}): Suggestions {
  const { count, level = false, towns: knownTowns = null, fallback = false } = options;
  return {
    suggestions: Array.from({ length: count }, () => szeged),
    reach: { isSettlementsOnly: level, knownTowns, isFallback: fallback },
  };
}

describe("searchNotices", () => {
  it("are empty without a text, and while there is no result", () => {
    expect(searchNotices("", undefined)).toEqual([]);
    expect(searchNotices("  ", undefined)).toEqual([]);
    expect(searchNotices("Szeged", undefined)).toEqual([]);
  });

  it("ask for a third character", () => {
    expect(searchNotices("Sz", undefined)).toEqual(["tooShort"]);
    expect(searchNotices(" Sz ", undefined)).toEqual(["tooShort"]);
  });

  it("tell a failure from an empty result", () => {
    expect(searchNotices("Szeged", null)).toEqual(["failed"]);
    expect(searchNotices("Szeged", result({ count: 0 }))).toEqual(["none"]);
    expect(searchNotices("Szeged", result({ count: 1 }))).toEqual([]);
  });

  it("say what the search covers, and why not more", () => {
    expect(searchNotices("Szeged", result({ count: 1, level: true }))).toEqual(["settlementsOnly"]);
    expect(searchNotices("Fő u.", result({ count: 0, level: true }))).toEqual([
      "none",
      "settlementsOnly",
    ]);
    expect(searchNotices("Abod", result({ count: 0, level: true, towns: 848 }))).toEqual([
      "none",
      "townsOnly",
    ]);
    expect(
      searchNotices("Szeged", result({ count: 1, level: true, towns: 848, fallback: true })),
    ).toEqual(["fallback"]);
  });

  it("do not mention settlements beside a typed position", () => {
    const known = result({ count: 1, level: true, towns: 848 });
    expect(searchNotices("47.4979, 19.0402", known)).toEqual([]);
  });

  it("do not mention settlements beside one of the product's places", () => {
    const { reach } = result({ count: 1, level: true });
    const place = {
      id: "place.7",
      name: "Baross tér 1.",
      detail: "Budapest",
      place_id: 7,
    } as const;
    const suggestions = [{ ...place, precision: "address" } as const, szeged];
    expect(searchNotices("Baross", { suggestions, reach })).toEqual([]);
  });
});

describe("suggestAddress", () => {
  it("names text, language and rough position", () => {
    const path = suggestPath({
      text: " Fő tér & 1 ",
      language: "hu",
      near: [19.040235, 47.497912],
      session: "abcdefgh",
      withPlaces: true,
    });
    expect(path).toBe(
      "/api/v1/geo/suggest?q=F%C5%91+t%C3%A9r+%26+1&lang=hu&session=abcdefgh&near=19.04%2C47.5",
    );
  });

  it("leaves out unknown values", () => {
    const query = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestPath({ ...query, withPlaces: true })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh",
    );
  });

  it("requests only addresses where the product's places are not wanted", () => {
    const query = { text: "Vác", language: "de", near: null, session: "abcdefgh" } as const;
    expect(suggestPath({ ...query, withPlaces: false })).toBe(
      "/api/v1/geo/suggest?q=V%C3%A1c&lang=de&session=abcdefgh&types=address",
    );
  });
});
