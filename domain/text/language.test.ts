import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languageOfCountry, localeOfRequest, toLanguage, toLocale } from "./language.ts";

describe("toLanguage", () => {
  it.each([
    ["hu", "hu"],
    ["en", "en"],
    ["de", "de"],
    ["hu-HU", "hu"],
    ["de-AT", "de"],
    ["de_CH", "de"],
    ["de-Latn-DE-1996", "de"],
    ["EN-us", "en"],
    [" de ", "de"],
  ])("reduces %j to %s", (tag, expected) => {
    expect(toLanguage(tag)).toBe(expected);
  });

  it.each(["", "-", "fr", "hun", "deutsch", "d", "*", "den-CA", "../hu"])(
    "is null for %j",
    (tag) => {
      expect(toLanguage(tag)).toBeNull();
    },
  );
});

describe("languageOfCountry", () => {
  it.each([
    ["HU", "hu"],
    ["DE", "de"],
    ["AT", "de"],
    ["CH", "de"],
    ["LI", "de"],
    ["GB", "en"],
    ["RO", "en"],
    ["FR", "en"],
  ])("speaks in %s %s", (country, expected) => {
    expect(languageOfCountry(country)).toBe(expected);
  });
});

describe("localeOfRequest", () => {
  const nothing = { query: null, cookie: null, acceptLanguage: null };

  it("falls back to English where the request names no language of the product", () => {
    expect(localeOfRequest(nothing)).toBe("en");
    expect(localeOfRequest({ query: "fr", cookie: "it", acceptLanguage: "pl,cs" })).toBe("en");
  });

  it.each([
    [null, null, null],
    ["", "", ""],
    [null, null, "*"],
    [null, null, "*;q=0.5"],
  ])("is the site's own where there is no preference: %j %j %j", (query, cookie, header) => {
    expect(localeOfRequest({ query, cookie, acceptLanguage: header }, "hu")).toBe("hu");
  });

  it.each([
    [null, null, "fr"],
    [null, null, "pl, *;q=0.1"],
    ["fr", null, null],
    [null, "it", null],
  ])("is English for who names others alone: %j %j %j", (query, cookie, header) => {
    expect(localeOfRequest({ query, cookie, acceptLanguage: header }, "hu")).toBe("en");
  });

  it("prefers the query to the cookie, and the cookie to the header", () => {
    const all = { query: "hu", cookie: "de", acceptLanguage: "en" };
    expect(localeOfRequest(all)).toBe("hu");
    expect(localeOfRequest({ ...all, query: null })).toBe("de");
    expect(localeOfRequest({ ...all, query: null, cookie: null })).toBe("en");
  });

  it("skips languages that the product does not have", () => {
    expect(localeOfRequest({ query: "fr", cookie: "de-AT", acceptLanguage: "hu" })).toBe("de");
    expect(localeOfRequest({ query: "", cookie: "", acceptLanguage: "hu" })).toBe("hu");
  });

  it.each([
    ["hu", "hu"],
    ["hu-HU,hu;q=0.9,en-US;q=0.8,en;q=0.7", "hu"],
    ["en-US,en;q=0.9", "en-US"],
    ["en-AU,en-GB;q=0.9", "en"],
    ["hu;q=0.8, de-AT;q=0.9", "de"],
    ["fr-FR, de;q=0.5, hu;q=0.4", "de"],
    ["de, hu", "de"],
    ["hu;q=0.5, de;q=0.5", "hu"],
    ["de;q=0, hu;q=0.1", "hu"],
    ["hu;q=0.0, de;q=0.001", "de"],
    ["hu;q=0, de;q=0.000", "en"],
    ["hu ; Q=0.4 , de ; q=1.000", "de"],
    ["*", "en"],
    ["de;q=2, hu;q=0.1", "hu"],
    ["de;q=x, hu;q=0.1", "hu"],
    ["de;q=-1, hu;q=0.1", "hu"],
    ["de;q=0.12345, hu;q=0.1", "hu"],
    ["de;level=1, hu;q=0.1", "hu"],
    [";;;,,,q=1,=,hu", "hu"],
    ["", "en"],
    [",", "en"],
  ])("Accept-Language %j results in %s", (acceptLanguage, expected) => {
    expect(localeOfRequest({ ...nothing, acceptLanguage })).toBe(expected);
  });
});

describe("toLocale", () => {
  it.each([
    ["en", "en"],
    ["en-US", "en-US"],
    ["en_gb", "en-GB"],
    ["en-Latn-US", "en-US"],
    ["en-AU", "en"],
    ["hu-US", "hu"],
    ["fr-US", null],
  ])("reduces %j to %j: a region stays where the language has its formats", (tag, expected) => {
    expect(toLocale(tag)).toBe(expected);
  });
});

describe("the code", () => {
  /** Names of hand-made tables, of grammar, of letters and of words that texts of places have. */
  const exceptions = [
    "basemap/",
    "scripts/",
    "domain/opening/hours-",
    "server/geo/extract/address-query.ts",
    "server/geo/open/",
    "server/geo/walking/instructions.ts",
    "server/database/migrations.ts",
    "server/import/source-list/decode-text.ts",
    "app/features/card/card-sentences.ts",
  ];

  it("lists languages nowhere: a language is a folder", () => {
    const listing = globSync("{app,build-tools,cli,domain,server}/**/*.{ts,tsx}")
      .filter((path) => !/\.(test|fixture)\.tsx?$/.test(path))
      .filter((path) => !exceptions.some((exception) => path.startsWith(exception)))
      .filter((path) => namesLanguage(readFileSync(path, "utf8")));
    expect(listing).toEqual([]);
  });

  it.each([
    ['const some = ["hu", "en"];', true],
    ['return language === "hu" ? a : b;', true],
    ["const { nameEn, nameDe } = settlement;", true],
    ["select name_hu, name_en", true],
    ["const texts = { en: 1,\n hu: 3 };", true],
    ['const fallbackLanguage = "en";', false],
    ['names.localeCompare("en")', false],
    ["// hu, en, de\n/* hu, en, de */", false],
  ])("names a language in %j: %s", (code, expected) => {
    expect(namesLanguage(code)).toBe(expected);
  });
});

/** Whether code names a language other than English, the fallback. */
function namesLanguage(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
  return /["'](hu|de)["']|\b(hu|de):|name(_(hu|en|de)|Hu|En|De)\b/.test(code);
}
