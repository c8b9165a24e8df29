import { afterEach, describe, expect, it, vi } from "vitest";
import { findBrowserLanguage } from "./browser-language.ts";

/** Sources in a browser that may name the visitor's language. */
interface LanguageSources {
  search: string;
  cookie: string;
  localStorage: Pick<Storage, "getItem"> | null;
  sessionStorage: Pick<Storage, "getItem"> | null;
  browserLanguages: readonly string[];
  /** `<html lang>`. */
  pageLanguage: string;
}

const storage = (value: string) => ({
  getItem: (key: string) => (key === "i18nextLng" ? value : null),
});
const nothing: LanguageSources = {
  search: "",
  cookie: "",
  localStorage: null,
  sessionStorage: null,
  browserLanguages: [],
  pageLanguage: "",
};

afterEach(() => {
  vi.unstubAllGlobals();
});

describe("findBrowserLanguage", () => {
  it.each<[string, Partial<LanguageSources>, string]>([
    ["nothing", {}, "en"],
    ["the page's language", { pageLanguage: "hu" }, "hu"],
    ["the browser before the page", { browserLanguages: ["de-AT"], pageLanguage: "hu" }, "de"],
    ["the first language we have", { browserLanguages: ["fr", "hu-HU", "de"] }, "hu"],
    [
      "session storage before the browser",
      { sessionStorage: storage("hu"), browserLanguages: ["de"] },
      "hu",
    ],
    [
      "local before session storage",
      { localStorage: storage("de"), sessionStorage: storage("hu") },
      "de",
    ],
    ["the cookie before storage", { cookie: "a=b; i18next=hu", localStorage: storage("de") }, "hu"],
    ["the query before the cookie", { search: "?page=2&lang=en", cookie: "i18next=hu" }, "en"],
    ["a language we lack, skipped", { search: "?lang=fr", cookie: "i18next=de" }, "de"],
    ["a regional variant, reduced", { localStorage: storage("hu-HU") }, "hu"],
    ["a cookie of a similar name, ignored", { cookie: "xi18next=hu; i18nextx=de" }, "en"],
  ])("takes %s", (_, sources, language) => {
    const { search, cookie, browserLanguages, pageLanguage, ...storages } = {
      ...nothing,
      ...sources,
    };
    vi.stubGlobal("location", { search });
    vi.stubGlobal("document", { cookie, documentElement: { lang: pageLanguage } });
    vi.stubGlobal("navigator", { languages: browserLanguages });
    for (const [name, storage] of Object.entries(storages)) vi.stubGlobal(name, storage);
    expect(findBrowserLanguage()).toBe(language);
  });
});
