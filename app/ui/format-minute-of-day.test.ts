import { expect, it } from "vitest";
import { formatMinuteOfDay } from "./format-minute-of-day.ts";

it.each([
  [0, "00:00"],
  [61, "01:01"],
  [1080, "18:00"],
  [1439, "23:59"],
  [1440, "24:00"],
])("writes minute %i of the day as %s", (minuteOfDay, text) => {
  expect(formatMinuteOfDay(minuteOfDay)).toBe(text);
});
