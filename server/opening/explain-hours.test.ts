import { describe, expect, test } from "vitest";
import { formatHours } from "#domain/opening/format-hours.ts";
import type { Language } from "#domain/text/language.ts";
import { createServerI18n, readTranslations } from "#server/i18n.ts";
import { explainHours } from "./explain-hours.ts";

const translations = readTranslations();
const budapest = { country: "HU", longitude: 19.05, latitude: 47.5 };
/** A Sunday evening. */
const now = new Date("2026-11-22T22:00:00Z");

function read(text: string, language: Language = "hu", site = budapest) {
  const { t } = createServerI18n(language, translations);
  return explainHours({ text, site }, now, { t, language });
}

const linesOf = (text: string, language?: Language) => read(text, language).meaning?.lines;

describe("the meaning of a text as sentences (docs/product#meaning-of-a-text)", () => {
  test.each([
    ["24/7", "Minden nap: éjjel-nappal"],
    [
      "Mo-Fr 08:00-12:00,13:00-18:00; PH off",
      "Hétfő–péntek: 08:00–12:00, 13:00–18:00 | Szombat, vasárnap: zárva | Ünnepnapokon: zárva",
    ],
    [
      "Apr-Sep: Fr,Sa 22:00-04:00; PH off",
      "Hétfő–csütörtök, vasárnap: zárva | Péntek, szombat: 22:00–04:00 (másnapig) | Ünnepnapokon: zárva | Csak ebben az időszakban: április 1. – szeptember 30.",
    ],
    ["Mo 08:00-10:00; Tu-Su unknown", "Hétfő: 08:00–10:00 | Kedd–vasárnap: nem ismert"],
    ["Apr-Oct: sunrise-sunset", "Április–október: napkelte–napnyugta"],
    ["(sunrise+01:00)-(sunset-00:30)", "Napkelte +1:00–napnyugta −0:30"],
    ["Mo-Fr 08:00+", "Hétfő–péntek: nyitás: 08:00, a zárás nem ismert"],
    ["Mo[1],Tu[-1] 10:00-12:00", "Hétfő (a hónapban: 1.), kedd (a hónapban: utolsó): 10:00–12:00"],
    ["Mo[2-3,-2] 10:00-12:00", "Hétfő (a hónapban: 2.–3., hátulról a 2.): 10:00–12:00"],
    ["week 1-53/2 Mo 10:00-12:00", "1–53. hét (minden 2. héten), hétfő: 10:00–12:00"],
    [
      "Apr 01-Oct 15 Mo-Sa 09:00-17:00; Dec 24,Dec 31 off",
      "Április 1. – október 15., hétfő–szombat: 09:00–17:00 | December 24., december 31.: zárva",
    ],
    ["Dec 24-26: off", "December 24. – december 26.: zárva"],
    ["Oct-May off", "Október–május: zárva"],
    [
      'Mo-Fr 10:00-12:00 || "csengess; kérd, Mo"',
      "Hétfő–péntek: 10:00–12:00 | Máskor: „csengess; kérd, Mo”",
    ],
    [
      "Mo-Fr 08:00-12:00, We 14:00-16:00",
      "Hétfő–péntek: 08:00–12:00 | Továbbá szerda: 14:00–16:00",
    ],
    [
      "easter -2 days off; Mo-Su 10:00-12:00",
      "Húsvétvasárnap (-2 nap): zárva | Minden nap: 10:00–12:00",
    ],
    [
      "Mo-Sa,PH 08:00-20:00; Jan 01 off",
      "Hétfő–szombat, ünnepnapokon: 08:00–20:00 | Január 1.: zárva",
    ],
    ["2026-2027 Jun 10:00-11:00", "2026–2027. június: 10:00–11:00"],
    ["hétfő-péntek 8:00-16:00", "Hétfő–péntek: 08:00–16:00 | Szombat, vasárnap: zárva"],
  ])("%s", (text, lines) => {
    expect(linesOf(text)?.join(" | ")).toBe(lines);
    expect(read(text).meaning?.is_whole).toBe(true);
  });

  test("is in the reader's language", () => {
    const text = "May 01-Sep 15: Mo-Fr 08:00-12:00; PH off";
    expect(linesOf(text, "en")).toEqual([
      "Monday–Friday: 08:00–12:00",
      "Saturday, Sunday: closed",
      "On public holidays: closed",
      "Only in this part of the year: 1 May – 15 September",
    ]);
    expect(linesOf(text, "de")).toEqual([
      "Montag–Freitag: 08:00–12:00",
      "Samstag, Sonntag: geschlossen",
      "An Feiertagen: geschlossen",
      "Nur in diesem Zeitraum: 1. Mai – 15. September",
    ]);
  });

  test.each([
    ["hu", "Hétfő–péntek: 08:00–18:00; szombat, vasárnap: zárva; ünnepnapokon: zárva"],
    ["en", "Monday–Friday: 08:00–18:00; Saturday, Sunday: closed; on public holidays: closed"],
    [
      "de",
      "Montag–Freitag: 08:00–18:00; Samstag, Sonntag: geschlossen; an Feiertagen: geschlossen",
    ],
  ] as const)("in one line, has one capital where a noun has none: %s", (language, sentence) => {
    const { t } = createServerI18n(language, translations);
    const formatted = formatHours("Mo-Fr 08:00-18:00; PH off", { t, language });
    expect(formatted.sentence).toBe(sentence);
  });

  test("in one line, joins rules that are not usual hours", () => {
    const { t } = createServerI18n("hu", translations);
    const formatted = formatHours("Apr-Oct sunrise-sunset; Dec 24 off", { t, language: "hu" });
    expect(formatted.sentence).toBe("Április–október: napkelte–napnyugta; december 24.: zárva");
  });

  test("repeats unknown parts, and is incomplete", () => {
    const { meaning } = read("2026 Jun 01-2026 Aug 31 10:00-12:00");
    expect(meaning).toMatchObject({ is_whole: false });
    expect(meaning?.lines.join()).toContain("10:00–12:00");
  });

  test("has the text in its usual form", () => {
    expect(read("täglich 8-20 Uhr").meaning?.text).toBe("Mo-Su 08:00-20:00");
  });
});

describe("the coming week of a text", () => {
  test("is by the place's calendar and clock, with its country's holidays", () => {
    const vienna = { country: "AT", longitude: 16.4, latitude: 48.2 };
    const eve = explainHours(
      { text: "Mo-Su 22:00-04:00; PH off", site: vienna },
      new Date("2026-12-23T23:30:00Z"),
      { t: createServerI18n("de", translations).t, language: "de" },
    );
    // Beside a day that is off, syntax and people interpret the early hours differently.
    expect(eve.meaning?.week.slice(0, 4)).toEqual([
      { date: "2026-12-24", times: ["22:00-24:00"] },
      { date: "2026-12-25", times: null },
      { date: "2026-12-26", times: [] },
      { date: "2026-12-27", times: null },
    ]);
  });

  test("has no times for days that are partly unknown", () => {
    const week = read("Mo 08:00-10:00; Tu unknown").meaning?.week;
    expect(week?.slice(0, 4)).toEqual([
      { date: "2026-11-22", times: [] },
      { date: "2026-11-23", times: ["08:00-10:00"] },
      { date: "2026-11-24", times: null },
      { date: "2026-11-25", times: [] },
    ]);
  });

  test("is unknown where the country's school holidays are unknown", () => {
    const { meaning } = read("SH off; Mo 10:00-12:00");
    expect(meaning).toMatchObject({
      is_whole: false,
      lines: ["Iskolai szünetben: zárva", "Hétfő: 10:00–12:00"],
    });
    expect(meaning?.week.every(({ times }) => times === null)).toBe(true);
  });
});

test("an invalid text has its invalid part instead of a meaning", () => {
  expect(read(" Mo-Fr 8- ")).toEqual({
    meaning: null,
    fault: { position: 6, part: "8-", reason: "unreadable" },
  });
});
