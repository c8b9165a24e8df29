import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { factValues, type PlaceFacts, picklistFacts } from "#domain/place/place-facts.ts";
import { languages } from "#domain/text/language.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { MoreFacts, moreFactLabels } from "./more-facts.tsx";
import { mainFactLabels } from "./place-facts.tsx";

it.each([
  ["hu", "−1, 0. szint Zuhany Üzemeltető: MÁV"],
  ["en", "Level −1, 0 Shower Run by MÁV"],
  ["de", "Ebene −1, 0 Dusche Betreiber: MÁV"],
] as const)("has in %s: %s", (language, text) => {
  const facts: PlaceFacts = {
    ...{ wheelchair: "yes", access: "everyone" },
    ...{ shower: "yes", level: "-1;0", operator: "MÁV" },
  };
  const place = { fee: "free", facts } as const;
  expect(textOf(renderInLanguage(<MoreFacts place={place} />, language))).toBe(text);
});

const messageAt = (text: Record<string, never>, key: string) => text[key];

it("has messages for every answer that a page names, and none for what is not known", () => {
  const keys = new Set<string>();
  for (const fact of picklistFacts) {
    for (const answer of factValues[fact]) {
      const facts = { ...(fact !== "wheelchair" && { wheelchair: "no" }), [fact]: answer };
      const styles = [
        ...mainFactLabels(facts as PlaceFacts),
        ...moreFactLabels(facts as PlaceFacts),
      ];
      for (const { label } of styles) keys.add(label);
    }
  }
  expect(keys.size).toBeGreaterThan(30);
  for (const language of languages) {
    const file = readFileSync(`public/locales/${language}/translation.json`, "utf8");
    for (const key of keys) expect(key.split(".").reduce(messageAt, JSON.parse(file))).toBeTruthy();
  }
  expect(mainFactLabels({})).toEqual([]);
  expect(moreFactLabels({})).toEqual([]);
});

it.each([
  ["price", "unknown", {}, "Not known: price, step-free access, who may go in"],
  ["no price", "costs", { wheelchair: "no" }, "Not known: who may go in"],
  ["no price", "unknown", { charge: "1 € by day", access: "key" }, "Not known: step-free access"],
  ["nothing", "unknown", { charge: "1 €", access: "key", wheelchair: "yes" }, ""],
] as const)("names in one line what is not known: %s", (_, fee, facts, text) => {
  const place = { price_known: false, fee, facts } as const;
  expect(textOf(renderInLanguage(<MoreFacts place={place} />, "en"))).toBe(text);
});
