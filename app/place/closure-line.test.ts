import { expect, it } from "vitest";
import { createFormatter } from "#app/i18n/use-formatter.ts";
import { untilText } from "./closure-line.tsx";
import { ageText } from "./opening-status-badge.tsx";

const formats = [createFormatter("hu"), createFormatter("en"), createFormatter("de")];
const plain = (text: string) => text.replaceAll("\u00a0", " ");

it.each([
  [0, "1 perccel ezelőtt", "1 minute ago", "vor 1 Minute"],
  [5 * 60 + 59, "5 perccel ezelőtt", "5 minutes ago", "vor 5 Minuten"],
  [59 * 60 + 59, "59 perccel ezelőtt", "59 minutes ago", "vor 59 Minuten"],
  [3_600, "1 órával ezelőtt", "1 hour ago", "vor 1 Stunde"],
  [48 * 3_600 - 1, "47 órával ezelőtt", "47 hours ago", "vor 47 Stunden"],
  [72 * 3_600, "3 nappal ezelőtt", "3 days ago", "vor 3 Tagen"],
])("says an age of %i seconds", (seconds, ...texts) => {
  const now = new Date("2026-11-28T09:50:00Z");
  const instant = new Date(now.getTime() - seconds * 1000).toISOString();
  expect(formats.map((format) => plain(ageText(instant, now, format)))).toEqual(texts);
});

it.each([
  ["2026-11-28T22:59:00Z", "23:59", "23:59", "23:59"],
  ["2026-11-28T23:00:00Z", "holnap 00:00", "tomorrow 00:00", "morgen 00:00"],
  ["2026-11-29T09:50:00Z", "holnap 10:50", "tomorrow 10:50", "morgen 10:50"],
  ["2026-11-30T09:50:00Z", "nov. 30. 10:50", "30 Nov 10:50", "30. Nov. 10:50"],
])("says the minute until %s by the clock of the place", (instant, ...texts) => {
  const now = new Date("2026-11-28T09:50:00Z");
  const shown = formats.map((format) => untilText(instant, now, "Europe/Budapest", format));
  expect(shown.map(plain)).toEqual(texts);
});
