import type { ComponentProps } from "react";
import { expect, it } from "vitest";
import type { Language } from "#domain/text/language.ts";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { OpeningSummary } from "./opening-summary.tsx";

const weekdays = Array<string>(5).fill("08:00-18:00");

const summaryOf = (place: ComponentProps<typeof OpeningSummary>["place"], language: Language) =>
  textOf(renderInLanguage(<OpeningSummary place={place} />, language));

it.each([
  [[5], "hétfő–péntek 08:00–18:00 szombat zárva vasárnap nincs megadva"],
  [[5, 6], "hétfő–péntek 08:00–18:00 szombat–vasárnap zárva"],
  [undefined, "hétfő–péntek 08:00–18:00 szombat–vasárnap nincs megadva"],
])("tells closed days from unknown ones: %j", (closed_days, text) => {
  const opening_times = [...weekdays, "-", "-"];
  expect(summaryOf({ opening_times, closed_days }, "hu")).toBe(`Nyitvatartás: ${text}`);
});

it.each([
  [[0, 1, 2, 3, 4, 5, 6], "minden nap zárva"],
  [undefined, "nincs megadva"],
])("tells a week without times: %j", (closed_days, text) => {
  const opening_times = Array<string>(7).fill("-");
  expect(summaryOf({ opening_times, closed_days }, "hu")).toBe(`Nyitvatartás: ${text}`);
});

const lastRanges = [...Array<string>(5).fill("13:00-18:00"), "-", "-"];

it("says the hours that a week cannot hold in words", () => {
  const opening_hours = "Mo-Fr 08:00-12:00,13:00-18:00; PH off";
  expect(summaryOf({ opening_times: lastRanges, closed_days: [5, 6], opening_hours }, "de")).toBe(
    "Öffnungszeiten: Montag–Freitag: 08:00–12:00, 13:00–18:00; Samstag, Sonntag: geschlossen; an Feiertagen: geschlossen",
  );
});

it("repeats a text that cannot be said in words, and not the week that leaves a part out", () => {
  const opening_hours = "2026 Jun 01-2026 Aug 31 10:00-12:00";
  const summary = summaryOf({ opening_times: lastRanges, opening_hours }, "hu");
  expect(summary).toBe(`Nyitvatartás: Az OpenStreetMap írásmódjával: ${opening_hours}`);
});
