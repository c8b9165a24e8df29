import { globSync, readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languageOfCountry, languageOfRequest, languages, toLanguage } from "./language.ts";

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

describe("languageOfRequest", () => {
  const nothing = { query: null, cookie: null, acceptLanguage: null };

  it("falls back to English where the request names no language of the product", () => {
    expect(languageOfRequest(nothing)).toBe("en");
    expect(languageOfRequest({ query: "fr", cookie: "it", acceptLanguage: "pl,cs" })).toBe("en");
  });

  it.each([
    [null, null, null],
    ["", "", ""],
    [null, null, "*"],
    [null, null, "*;q=0.5"],
  ])("is the site's own where there is no preference: %j %j %j", (query, cookie, header) => {
    expect(languageOfRequest({ query, cookie, acceptLanguage: header }, "hu")).toBe("hu");
  });

  it.each([
    [null, null, "fr"],
    [null, null, "pl, *;q=0.1"],
    ["fr", null, null],
    [null, "it", null],
  ])("is English for who names others alone: %j %j %j", (query, cookie, header) => {
    expect(languageOfRequest({ query, cookie, acceptLanguage: header }, "hu")).toBe("en");
  });

  it("prefers the query to the cookie, and the cookie to the header", () => {
    const all = { query: "hu", cookie: "de", acceptLanguage: "en" };
    expect(languageOfRequest(all)).toBe("hu");
    expect(languageOfRequest({ ...all, query: null })).toBe("de");
    expect(languageOfRequest({ ...all, query: null, cookie: null })).toBe("en");
  });

  it("skips languages that the product does not have", () => {
    expect(languageOfRequest({ query: "fr", cookie: "de-AT", acceptLanguage: "hu" })).toBe("de");
    expect(languageOfRequest({ query: "", cookie: "", acceptLanguage: "hu" })).toBe("hu");
  });

  it.each([
    ["hu", "hu"],
    ["hu-HU,hu;q=0.9,en-US;q=0.8,en;q=0.7", "hu"],
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
    expect(languageOfRequest({ ...nothing, acceptLanguage })).toBe(expected);
  });
});

describe("languages", () => {
  /** Beside the list itself: data that are put together by hand. */
  const others = ["domain/text/language.ts", "basemap/"];

  it("are listed nowhere else, except in tables that the compiler checks for completeness", () => {
    const listing = globSync("{app,basemap,build-tools,cli,domain,scripts,server}/**/*.{ts,tsx}")
      .filter((path) => !/\.(test|fixture)\.tsx?$|node_modules/.test(path))
      .filter((path) => !others.some((other) => path.startsWith(other)))
      .filter((path) => listsLanguages(readFileSync(path, "utf8")));
    expect(listing).toEqual([]);
  });

  it.each([
    ['const all = ["hu", "en", "de"];', true],
    ["const { nameEn, nameDe, nameHu } = settlement;", true],
    ["select name_hu, name_en, name_de", true],
    ["const texts = { en: 1, de: 2,\n hu: 3 };", true],
    ["const texts: Record<Language, number> = { en: 1, de: 2, hu: 3 };", false],
    ['const some = ["hu", "en"];', false],
    ["// hu, en, de\n/* hu, en, de */", false],
  ])("are listed in %j: %s", (code, expected) => {
    expect(listsLanguages(code)).toBe(expected);
  });
});

/** Number of characters within which names of all languages are a list of them. */
const nearby = 120;

function listsLanguages(source: string): boolean {
  const code = source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, "");
  const found = [...code.matchAll(/(?:\b|_)(hu|en|de)\b|[nN]ame(Hu|En|De)\b/g)].map((match) => ({
    at: match.index,
    language: (match[1] ?? match[2]).toLowerCase(),
  }));
  return found.some(({ at: start }) => {
    if (code.slice(Math.max(0, start - 2 * nearby), start).includes("Record<Language,"))
      return false;
    const near = found.filter(({ at }) => at >= start && at < start + nearby);
    return new Set(near.map(({ language }) => language)).size === languages.length;
  });
}
