import { expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { OpeningSummary, openingDayRuns } from "./opening-summary.tsx";

const weekdays = Array<string>(5).fill("08:00-18:00");

it.each([
  [[...weekdays, "closed", "-"], "hétfő–péntek 08:00–18:00 szombat zárva vasárnap nincs megadva"],
  [Array<string>(7).fill("closed"), "minden nap zárva"],
  [Array<string>(7).fill("-"), "nincs megadva"],
])("tells closed days from unknown ones: %j", (times, text) => {
  const summary = textOf(renderInLanguage(<OpeningSummary times={times} />, "hu"));
  expect(summary).toBe(`Nyitvatartás: ${text}`);
});

const [day, late, none] = ["08:00-18:00", "10:00-20:00", "-"];

it.each([
  ["one run for a week that is the same every day", Array(7).fill(day), [[0, 6, day]]],
  ["one run for a week of unknown times", Array(7).fill(none), [[0, 6, none]]],
  [
    "working days and the weekend apart",
    [day, day, day, day, day, none, none],
    [
      [0, 4, day],
      [5, 6, none],
    ],
  ],
  [
    "the first and the last day by themselves",
    [none, day, day, day, day, day, late],
    [
      [0, 0, none],
      [1, 5, day],
      [6, 6, late],
    ],
  ],
  [
    "the same times apart where another day stands between",
    [day, late, day, day, day, day, day],
    [
      [0, 0, day],
      [1, 1, late],
      [2, 6, day],
    ],
  ],
])("makes %s", (_, week, runs) => {
  const expected = runs.map(([firstWeekday, lastWeekday, times]) => ({
    firstWeekday,
    lastWeekday,
    times,
  }));
  expect(openingDayRuns(week)).toEqual(expected);
});
