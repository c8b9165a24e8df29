import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { type Language, languages } from "#domain/text/language.ts";
import {
  baseKey,
  findKeyUses,
  flattenMessages,
  keyUseOf,
  type Messages,
  pluralCategoryOf,
  variablesOf,
} from "#tests/support/app/translation-keys.ts";

/**
 * Beginnings of keys that are put together at run time: their ends are members of a union in `domain/` or
 * codes of the API, and the compiler checks that the keys exist; and the whole keys of
 * docs/product#account-failures that have no dot.
 */
const dynamicPrefixes = [
  "account.mails.waiting.",
  "addPlace.facts.",
  "addPlace.fault.",
  "addPlace.fee.",
  "addPlace.field.",
  "addPlace.lookup.",
  "addPlace.rough.",
  "addPlace.when.",
  "birthday.greeting.",
  "contributions.kind.",
  "contributions.state.",
  "directions.compass.",
  "openData.file.",
  "openData.further.",
  "operation.levels.",
  "operation.mail.",
  "operation.trouble.",
  "operation.use.",
  "panel.closure.",
  "panel.unknown.",
  "directions.elsewhere.",
  "observe.fact.",
  "operation.known.",
  "status.likely.",
  "status.likely.found.",
  "addPlace.hours.fault.",
  "addPlace.hours.holidays.",
  "addPlace.hours.kind.",
  "addPlace.hours.season.",
  "directions.failure.",
  "directions.fallback.",
  "directions.position.",
  "directions.remark.",
  "edit.conflict.",
  "edit.done.",
  "fact.",
  "fact.access.",
  "footer.",
  "history.kind.",
  "hours.",
  "keeping.choice.",
  "keeping.state.",
  "keeping.waiting.kind.",
  "keeping.waiting.state.",
  "landmark.",
  "lists.fault.",
  "lists.kind.",
  "lists.kindText.",
  "lists.meaning.",
  "lists.refusal.",
  "lists.source.field.",
  "lists.source.hint.",
  "lists.state.",
  "login.reason.",
  "mail.outcome.",
  "mail.secondFactor.",
  "mail.waiting.",
  "map.chosen.",
  "map.nearest.",
  "map.nearest.at.",
  "map.nearest.other.",
  "moderation.action.",
  "moderation.done.",
  "queue.empty.",
  "queue.field.",
  "queue.kind.",
  "queue.row.doubt.",
  "places.named.side.",
  "queue.spam.",
  "moderation.outcome.",
  "queue.part.",
  "moderation.reason.",
  "queue.sent.",
  "password-reset-",
  "pin.axis.",
  "pin.position.",
  "places.near.",
  "places.named.fee.",
  "refused.",
  "reviews.report.reasons.",
  "reviews.change.",
  "reviews.failure.",
  "reviews.sort.",
  "search.notice.",
  "sort.",
  "status.",
  "status.day.",
  "status.doubt.",
  "status.month.",
  "status.until.",
  "trouble.",
  "way.aim.",
  "way.by.",
  "way.side.",
  "way.track.fault.",
  "unknown-error",
  "yourList.point.",
  "yourList.section.",
  "walking.",
  "walking.length.",
  "walking.street.",
  "upkeep.failure.",
  "upkeep.reason.",
];

/**
 * Words that a language does not use, because it has another for the thing, and the keys that may use them.
 * In each language, one term has one meaning: a toilet is a `mosdó`, `toilet` or `Toilette`, while a `hely`,
 * `place` or `Ort` is any point or town that the search finds.
 */
const foreignTerms: Readonly<
  Record<Language, readonly [term: RegExp, allowedKeys?: RegExp][] | undefined>
> = {
  hu: [
    [/\b[Hh]ely(ek|et|eket|hez|nek)?\b/, /^(search|pin|addPlace\.(pin|where))\./],
    [/kiszolgáló/i],
    [/elgépel/i],
    [/\bMégse\b/],
    [/helyadat|árulja/i],
    [/\bjogod\b/],
    [/\blépés/i],
    [/ára ismeretlen/],
  ],
  en: [
    [/\b[Pp]laces?\b/, /^search\./],
    [/\blog(ged)?[ -]?(in|out)\b/i],
    [/\bsettlements?\b/i],
    [/\btick(ed)?\b/i],
    [/\bkilometers?\b|\bcenter\b/i],
    [/\bdone with\b/i],
  ],
  de: [
    // Without a word joiner (U+2060) a page may break it behind its hyphen.
    [/E-Mail/, /^mail\.(settings|verification)/],
    [/\b(Orte[ns]?|[Dd](er|em) Ort)\b/, /^search\./],
    [/Rezension/i],
    [/freiwillig/i],
    [/verrät|verraten/i],
    [/\bBezirk/],
    [/\b[Bb]latt\b/],
    [/\bSchritte?\b/],
  ],
};

const parse = (language: string): Messages => {
  const file = (name: string): Messages =>
    JSON.parse(readFileSync(`public/locales/${language}/${name}.json`, "utf8"));
  return {
    ...file("translation"),
    ...file("legal"),
    ...file("mail"),
    ...file("walking"),
    ...file("landmark"),
    ...file("found-pages"),
    ...file("operation"),
    ...file("account-pages"),
    ...file("offline-page"),
    ...file("keyboard"),
  };
};
const read = (language: string) => flattenMessages(parse(language));
const hungarian = read("hu");
const uses = findKeyUses(["app", "domain", "server"]);

const baseKeys = (messages: Map<string, string>) =>
  [...new Set([...messages.keys()].map(baseKey))].sort();

const emptyGroupsOf = (messages: Messages, prefix = ""): string[] =>
  Object.entries(messages).flatMap(([key, value]) => {
    if (typeof value === "string") return [];
    return Object.keys(value).length === 0
      ? [prefix + key]
      : emptyGroupsOf(value, `${prefix}${key}.`);
  });

describe.each(languages)("the words in %s", (language) => {
  const messages = read(language);

  it("has the keys that the Hungarian one has", () => {
    expect(baseKeys(messages)).toEqual(baseKeys(hungarian));
  });

  it("has the variables that the Hungarian one has", () => {
    for (const [key, text] of messages) {
      const own = hungarian.get(key) ?? hungarian.get(`${baseKey(key)}_other`) ?? "";
      expect(variablesOf(text), key).toEqual(variablesOf(own));
    }
  });

  it("leaves no text and no group of texts empty", () => {
    const empty = [...messages].filter(([, text]) => text.trim() === "").map(([key]) => key);
    expect([...empty, ...emptyGroupsOf(parse(language))]).toEqual([]);
  });

  it("uses one name for one thing, but for what visitors search", () => {
    const own = [...messages].filter(([key]) => !key.startsWith("landmark."));
    const wrong = own.flatMap(([key, text]) =>
      (foreignTerms[language] ?? [])
        .filter(([term, allowedKeys]) => term.test(text) && !allowedKeys?.test(key))
        .map(([term]) => `${key}: ${text} (${term})`),
    );
    expect(wrong).toEqual([]);
  });

  it("has its ellipses at the word, as one character, and no double spaces", () => {
    const wrong = [...messages].filter(([, text]) =>
      /\s…|\.\.\.|\s{2}|^\s(?!onto )|\s$/u.test(text),
    );
    expect(wrong).toEqual([]);
  });

  it("has every plural form of the language, and no others", () => {
    const expected = new Intl.PluralRules(language).resolvedOptions().pluralCategories.toSorted();
    const counted = new Map<string, string[]>();
    for (const key of messages.keys()) {
      const category = pluralCategoryOf(key);
      if (category) counted.set(baseKey(key), [...(counted.get(baseKey(key)) ?? []), category]);
    }
    for (const [key, categories] of counted) {
      expect(categories.toSorted(), key).toEqual(expected);
    }
  });
});

describe("the keys that the code uses", () => {
  const existing = new Set([...hungarian.keys()].map(baseKey));

  it("all exist", () => {
    const missing = uses.flatMap(({ file, used }) =>
      used.filter((key) => !existing.has(key)).map((key) => `${file}: ${key}`),
    );
    expect(missing).toEqual([]);
  });

  it("are put together only from the beginnings listed here", () => {
    const unknown = uses.flatMap((use) =>
      use.dynamicPrefixes
        .filter((prefix) => !dynamicPrefixes.includes(prefix))
        .map((prefix) => `${use.file}: ${prefix}`),
    );
    expect(unknown).toEqual([]);
  });

  it("are all the keys of the files", () => {
    const used = new Set(uses.flatMap(({ literals, used }) => [...literals, ...used]));
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
      used: ["a.b", "c.d"],
      dynamicPrefixes: ["e."],
      literals: ["filter.free", "a.b", "c.d"],
    });
  });
});
