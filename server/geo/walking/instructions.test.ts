import { describe, expect, it } from "vitest";
import { type Language, type Locale, languages } from "#domain/text/language.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { composeInstruction, manoeuvreKindOf } from "./instructions.ts";

const translations = readTranslations();

const compose = (locale: Locale, type: number, street = "", lengthMeters = 0) =>
  composeInstruction(
    {
      kind: manoeuvreKindOf(type),
      streetNames: street === "" ? [] : [street, "K2"],
      lengthMeters,
    },
    createServerI18n(locale, translations),
  );

describe("composeInstruction", () => {
  it.each([
    [1, "Kossuth utca", 123, "Indulj el a Kossuth utcán, és menj 120 métert."],
    [8, "Andrássy út", 1240, "Menj tovább az Andrássy úton, 1,2 kilométert."],
    [8, "", 4, "Menj tovább 10 métert."],
    [15, "Andrássy út", 80, "Fordulj balra az Andrássy útra."],
    [10, "Hősök tere", 80, "Fordulj jobbra a Hősök terére."],
    [16, "Ó u.", 80, "Tarts balra az Ó utcára."],
    [10, "Städtle", 80, "Fordulj jobbra: Städtle."],
    [8, "Städtle", 200, "Menj tovább itt: Städtle, 200 métert."],
    [15, "", 80, "Fordulj balra."],
    [40, "", 12, "Menj a lépcsőn."],
    [6, "Kossuth utca", 0, "Megérkeztél: bal oldalon van."],
  ])(
    "composes Hungarian with the right articles and suffixes (type %i, %s)",
    (type, street, lengthMeters, sentence) => {
      expect(compose("hu", type, street, lengthMeters)).toBe(sentence);
    },
  );

  it.each([
    ["en", 1240, "1.2 kilometres"],
    ["en", 996, "1 kilometre"],
    ["en-US", 100, "330 feet"],
    ["en-US", 1609, "1 mile"],
    ["en-GB", 100, "110 yards"],
    ["en-GB", 1240, "0.8 miles"],
    ["hu", 15_500, "16 kilométert"],
  ])("measures in %s: %i metres", (locale, lengthMeters, length) => {
    const sentence = compose(locale, 8, "Landstrasse", lengthMeters);
    expect(sentence).toMatch(new RegExp(`[, ]${length}\\.$`));
  });

  it.each<[Language, string]>([
    ["en", "Turn left onto Landstrasse."],
    ["de", "Biegen Sie links ab: Landstrasse."],
    ["hu", "Fordulj balra: Landstrasse."],
  ])("composes %s", (language, sentence) => {
    expect(compose(language, 15, "Landstrasse", 50)).toBe(sentence);
  });

  it.each(languages)("has a sentence for every type in %s", (language) => {
    for (let type = 0; type <= 50; type++) {
      for (const street of ["", "Fő utca"]) {
        expect(compose(language, type, street, 100)).toMatch(/^\p{Lu}[^{}]+\.$/u);
      }
    }
  });
});
