import { existsSync, readFileSync, statSync } from "node:fs";
import { loadImage } from "@napi-rs/canvas";
import { describe, expect, it } from "vitest";
import { addLimit } from "#domain/account/daily-limits.ts";
import { soonMinutes } from "#domain/opening/open-status.ts";
import { definiteArticle } from "#domain/text/hungarian-grammar.ts";
import { languages } from "#domain/text/language.ts";
import { guideControls } from "#tests/support/app/guide-controls.ts";
import { flattenMessages } from "#tests/support/app/translation-keys.ts";
import { fillGuide, type GuideText, guidePictureSize } from "./guide-text.ts";

const read = (language: string, file: string) =>
  JSON.parse(readFileSync(`public/locales/${language}/${file}.json`, "utf8"));
const guides = Object.fromEntries(
  languages.map((language) => [language, read(language, "guide") as GuideText]),
);
const linesOf = ({ sections }: GuideText) =>
  sections.flatMap(({ paragraphs, items = [] }) => [...paragraphs, ...items]);
const namesIn = (line: string) => [...line.matchAll(/\{\{\w+\}\}|\$t\([^)]*\)/g)].map(String);

describe.each(languages)("the guide in %s", (language) => {
  const raw = guides[language];
  const messages = flattenMessages({
    ...read(language, "translation"),
    ...read(language, "account-pages"),
    ...read(language, "found-pages"),
    ...read(language, "offline-page"),
  });
  const guide = fillGuide(raw, (key) => messages.get(key));

  it("has the parts of the Hungarian one, with the same figures and names", () => {
    const shapeOf = ({ sections }: GuideText) =>
      sections.map(({ id, picture, paragraphs, items = [] }) => [
        id,
        picture?.name,
        ...[...paragraphs, ...items].map((line) => namesIn(line).toSorted()),
      ]);
    expect(shapeOf(raw)).toEqual(shapeOf(guides.hu));
  });

  it("types no figure itself: each comes from the rule that it describes", () => {
    const typed = linesOf(raw).filter((line) => /\d/.test(line.replaceAll(/\{\{\w+\}\}/g, "")));
    expect(typed).toEqual([]);
  });

  it("names each control by the page's own messages", () => {
    const quoted = linesOf(raw).flatMap((line) => line.match(/[„“][^”“]*[”“]/g) ?? []);
    // What is not known is not a “no”.
    const typed = quoted.filter((text) => !text.includes("$t(") && text !== "„nem”");
    expect(typed).toEqual([]);
  });

  it("has pictures of one size, in the colours of day and night", async () => {
    for (const { picture } of raw.sections) {
      if (picture === undefined) continue;
      for (const theme of ["light", "dark"]) {
        const own = `public/guide/${picture.name}-${theme}-${language}.webp`;
        // A language may have none: then the English ones are shown.
        const file = existsSync(own) ? own : own.replace(`-${language}.`, "-en.");
        const { width, height } = await loadImage(file);
        expect({ width, height }).toEqual(guidePictureSize);
        expect(statSync(file).size).toBeLessThan(40_000);
      }
    }
  });

  it("has all figures and names filled in, and uses the page's names", () => {
    const text = linesOf(guide).join("\n");
    expect(text).not.toMatch(/\{\{|\$t\(/);
    for (const key of ["map.nearest.find", "upkeep.confirm", "status.closes-soon"]) {
      expect(text).toContain(messages.get(key));
    }
    expect(text).toMatch(new RegExp(`\\b${addLimit}\\b`));
    expect(text).toMatch(new RegExp(`\\b${soonMinutes}\\b`));
  });

  it("promises nothing for later", () => {
    const text = linesOf(raw).join("\n");
    expect(text).not.toMatch(/később|későbbi|later|später|künftig/i);
  });
});

describe("fillGuide", () => {
  const guideOf = (line: string): GuideText => ({
    title: "",
    contents: "",
    sections: [{ id: "a", title: "", paragraphs: [line] }],
    contact: { title: "", text: "" },
  });

  it.each(["{{nothing}}", "$t(no.such.key)"])("refuses %s, which does not exist", (line) => {
    expect(() => fillGuide(guideOf(line), () => undefined)).toThrow(RangeError);
  });
});

it("has before each Hungarian label the article of its first sound", () => {
  const messages = flattenMessages(
    Object.assign(
      {},
      ...["translation", "account-pages", "found-pages", "offline-page"].map((file) =>
        read("hu", file),
      ),
    ),
  );
  const guide = fillGuide(guides.hu, (key) => messages.get(key));
  const labels = [
    ...linesOf(guide)
      .join("\n")
      .matchAll(/(?<!\p{L})(az?) „([^”]*)”/giu),
  ];
  expect(labels.length).toBeGreaterThan(0);
  for (const [whole, article, label] of labels) {
    expect(article.toLowerCase(), whole).toBe(definiteArticle(label));
  }
});

/** What the guide explains, and nothing to press. */
const explained = /^status\./;

it("names no control but those that the browser's test looks for (tests/e2e/every-page/guide.spec.ts)", () => {
  const text = readFileSync("public/locales/hu/guide.json", "utf8");
  const names = new Set([...text.matchAll(/\$t\(([\w.-]+)\)/g)].map(([, key]) => key));
  const known = new Set<string>(Object.values(guideControls).flat());
  expect([...names].filter((key) => !known.has(key) && !explained.test(key))).toEqual([]);
  expect([...known].filter((key) => !names.has(key))).toEqual([]);
});
