import { describe, expect, it } from "vitest";
import { renderInLanguage, textOf } from "#tests/support/app/render-in-language.tsx";
import { fridayAfternoon } from "#tests/support/place-in-gyor.ts";
import { LikelyLine } from "./likely-text.tsx";
import { StatusBadge } from "./opening-status-badge.tsx";

const likely = {
  ...{ open: true, witnesses: 3, last: "2026-05-05" },
  until: new Date(fridayAfternoon.getTime() + 60_000).toISOString(),
};
const lineIn = (language: "hu" | "en" | "de", given: object = {}, status = "none") =>
  textOf(
    renderInLanguage(
      <LikelyLine
        opening={{ status: status as "none", likely: { ...likely, ...given } }}
        now={fridayAfternoon}
        timeZone="Europe/Budapest"
      />,
      language,
    ),
  );

describe("LikelyLine", () => {
  it.each([
    ["2026-05-08", "ma", "today", "heute"],
    ["2026-05-07", "tegnap", "yesterday", "gestern"],
    ["2026-05-05", "kedden", "on Tuesday", "am Dienstag"],
    ["2026-05-02", "szombaton", "on Saturday", "am Samstag"],
    ["2026-05-01", "május 1.", "on May 1", "am 1. Mai"],
  ])("says how often and when last: %s", (last, hu, en, de) => {
    expect(lineIn("hu", { last })).toContain(`Ilyenkor 3 látogató találta nyitva, legutóbb ${hu}`);
    expect(lineIn("en", { last })).toMatch(
      new RegExp(`Found open 3 times at this hour, last (${en}|on 1 May)`),
    );
    expect(lineIn("de", { last })).toContain(`3-mal geöffnet vorgefunden, zuletzt ${de}`);
  });

  it("tells likely open from likely closed by icon and word", () => {
    expect(lineIn("en")).toContain("Likely open");
    expect(lineIn("en", { open: false })).toMatch(/Likely closed.*Found closed 3 times/);
  });

  it("says beside given hours that visitors found it closed", () => {
    expect(lineIn("en", { open: false }, "open")).toBe(
      "Open by its hours, but 3 visitors found it closed at this hour in the last 30 days.",
    );
  });
});

describe("StatusBadge in a line of a list", () => {
  const badge = (status: "none" | "open", given: object) =>
    textOf(
      renderInLanguage(
        <StatusBadge status={status} likely={{ ...likely, ...given }} isShort />,
        "en",
      ),
    );

  it("is what visitors found where nothing else is known, and adds it to given hours", () => {
    expect(badge("none", {})).toBe("Likely open");
    expect(badge("none", { open: false })).toBe("Likely closed");
    expect(badge("open", { open: false })).toBe("Open · found closed lately");
  });
});
