import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { parseEvaluableRules } from "#domain/opening/hours-evaluation.ts";
import { sharedData } from "#tests/support/map-data/shared-data.ts";
import { forecastByText } from "./forecast-opening.ts";

const norway = sharedData("toilets-norway-osm-2025.overpass.json");
const dayMs = 86_400_000;

test.skipIf(norway === null)(
  "the texts of Norway have the library's forecast (skipped without ../shared/data/toilets-norway-osm-2025.overpass.json)",
  () => {
    const { elements } = JSON.parse(readFileSync(norway!, "utf8")) as {
      elements: { tags?: { opening_hours?: string } }[];
    };
    const real = new Set(elements.map(({ tags }) => tags?.opening_hours ?? ""));
    const evaluable = [...real].filter((text) => parseEvaluableRules(text) !== null);
    expect(evaluable.length).toBeGreaterThan(30);
    const forecast = (text: string, from: number) => {
      const hours = { text, country: "NO", position: "" };
      const schedule = { openingTimes: Array<string>(7).fill("-"), timeZone: "Europe/Oslo", hours };
      return forecastByText(schedule, from, from + 9 * dayMs);
    };
    for (const text of evaluable) {
      // Christmas, Easter with the beginning of summer time, and a week in June.
      for (const day of ["2026-12-19", "2026-03-28", "2026-06-15"]) {
        const from = Date.parse(`${day}T22:30Z`);
        // A year sends the text to the library.
        expect(forecast(text, from), text).toEqual(forecast(`${text}; 1999 off`, from));
      }
    }
  },
);
