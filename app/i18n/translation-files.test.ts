import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { languages } from "#domain/language.ts";
import {
  askedKey,
  findKeyUses,
  flattenWords,
  keyUseOf,
  pluralCategoryOf,
  variablesOf,
} from "#tests/support/translation-keys.ts";

/**
 * Beginnings of keys that are put together while running: their ends are members of a union in
 * `domain/` or codes of the API, and the compiler holds them to keys that exist; and the whole keys
 * of the error catalogue that have no dot.
 */
const dynamicPrefixes = [
  "addPlace.fault.",
  "addPlace.field.",
  "addPlace.lookup.",
  "addPlace.what.",
  "addPlace.when.",
  "birthday.greeting.",
  "directions.compass.",
  "directions.failure.",
  "directions.fallback.",
  "directions.position.",
  "language.",
  "map.chosen.",
  "map.nearest.",
  "moderation.action.",
  "moderation.done.",
  "moderation.empty.",
  "moderation.field.",
  "moderation.part.",
  "moderation.reason.",
  "panel.feature.",
  "password-reset-",
  "pin.axis.",
  "pin.position.",
  "places.near.",
  "refused.",
  "reviews.change.",
  "reviews.failure.",
  "reviews.sort.",
  "search.notice.",
  "sort.",
  "status.",
  "status.until.",
  "trouble.",
  "unknown-error",
  "walking.",
  "walking.street.",
  "upkeep.failure.",
  "upkeep.reason.",
];

const read = (language: string) =>
  flattenWords(JSON.parse(readFileSync(`public/locales/${language}/translation.json`, "utf8")));
const hungarian = read("hu");
const uses = findKeyUses(["app", "server"]);

describe.each(languages)("%s/translation.json", (language) => {
  const words = read(language);

  it("has the keys that the Hungarian one has", () => {
    expect([...words.keys()].toSorted()).toEqual([...hungarian.keys()].toSorted());
  });

  it("has the variables that the Hungarian one has", () => {
    for (const [key, text] of words) {
      expect(variablesOf(text), key).toEqual(variablesOf(hungarian.get(key) ?? ""));
    }
  });

  it("leaves no text empty", () => {
    const empty = [...words].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect(empty).toEqual([]);
  });

  it("has every plural form of the language, and no others", () => {
    const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const counted = new Map<string, string[]>();
    for (const key of words.keys()) {
      const category = pluralCategoryOf(key);
      if (category) counted.set(askedKey(key), [...(counted.get(askedKey(key)) ?? []), category]);
    }
    for (const [key, categories] of counted) {
      expect(categories.toSorted(), key).toEqual(expected);
    }
  });
});

describe("the keys that the code asks for", () => {
  const existing = new Set([...hungarian.keys()].map(askedKey));

  it("all exist", () => {
    const missing = uses.flatMap(({ file, asked }) =>
      asked.filter((key) => !existing.has(key)).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it("are put together only from beginnings that are known here", () => {
    const unknown = uses.flatMap((use) =>
      use.dynamicPrefixes
        .filter((prefix) => !dynamicPrefixes.includes(prefix))
        .map((prefix) => `${use.file}: ${prefix}`),
    );
    expect(unknown).toEqual([]);
  });

  it("are all the keys there are", () => {
    const used = new Set(uses.flatMap(({ literals, asked }) => [...literals, ...asked]));
    const isPutTogether = (key: string) => dynamicPrefixes.some((prefix) => key.startsWith(prefix));
    const unused = [...existing].filter((key) => !used.has(key) && !isPutTogether(key));
    expect(unused).toEqual([]);
  });
});

describe("keyUseOf", () => {
  it("finds keys written out, put together, and named elsewhere", () => {
    // biome-ignore lint/suspicious/noTemplateCurlyInString: source code as text
    const source = 'const a = { label: "filter.free" }; t("a.b"); t(\n "c.d", { x }); t(`e.${f}`);';
    expect(keyUseOf(source)).toEqual({
      asked: ["a.b", "c.d"],
      dynamicPrefixes: ["e."],
      literals: ["filter.free", "a.b", "c.d"],
    });
  });
});
