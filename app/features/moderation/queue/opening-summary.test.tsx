import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { OpeningSummary } from "./opening-summary.tsx";

const weekdays = Array<string>(5).fill("08:00-18:00");

it.each([
  [[...weekdays, "closed", "-"], "hétfő–péntek 08:00–18:00 szombat zárva vasárnap nincs megadva"],
  [Array<string>(7).fill("closed"), "minden nap zárva"],
  [Array<string>(7).fill("-"), "nincs megadva"],
])("tells closed days from unknown ones: %j", (times, text) => {
  const summary = textOf(renderInLanguage(<OpeningSummary times={times} />, "hu"));
  expect(summary).toBe(`Nyitvatartás: ${text}`);
});
