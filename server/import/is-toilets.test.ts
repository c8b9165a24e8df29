import { expect, test } from "vitest";
import { openingAt, scheduleAt } from "#server/opening/opening-hours.ts";
import { isMarkedGone, withAccessConditions } from "./is-toilets.ts";
import type { OsmTags } from "./osm-element.ts";

const always = { opening_hours: "24/7" };
const closed = { access: "no" };

test.each<[OsmTags, string, string | undefined]>([
  [always, "no @ (22:00-06:00)", "24/7; 22:00-06:00 off"],
  [{}, "no @ (Nov-Mar)", "Nov-Mar off"],
  [
    always,
    "private @ 22:00-06:00; customers @ Su",
    '24/7; 22:00-06:00 off; Su unknown "customers"',
  ],
  [always, "no @ (Mo 08:00-09:00; Su)", "24/7; Mo 08:00-09:00 off; Su off"],
  [always, "no @ ((sunset+00:30)-sunrise)", "24/7; (sunset+00:30)-sunrise off"],
  [always, "no @ (22:00-06:00 AND Nov-Mar)", "24/7; Nov-Mar 22:00-06:00 off"],
  [always, "no @ (Nov-Mar AND Sa,Su AND 22:00-06:00)", "24/7; Nov-Mar Sa,Su 22:00-06:00 off"],
  [always, "no @ (Mo and 08:00-09:00; Su)", "24/7; Mo 08:00-09:00 off; Su off"],
  [always, "no @ (22:00-06:00 AND wet)", '24/7; unknown "no @ 22:00-06:00 AND wet"'],
  [
    always,
    "no @ (08:00-09:00 AND 10:00-11:00)",
    '24/7; unknown "no @ 08:00-09:00 AND 10:00-11:00"',
  ],
  [always, "yes @ (20:00-22:00 AND Fr)", "Fr 20:00-22:00"],
  [always, "no @ (wet)", '24/7; unknown "no @ wet"'],
  [always, "yes @ (Mo-Fr)", "Mo-Fr 00:00-24:00"],
  [{ access: "customers", ...always }, "yes @ (Mo-Fr)", "24/7"],
  [always, "no", "24/7"],
  [closed, "yes @ (Mo-Fr 08:00-20:00)", "Mo-Fr 08:00-20:00"],
  [closed, "yes @ (Mo-Fr)", "Mo-Fr 00:00-24:00"],
  [{ ...closed, ...always }, "yes @ (08:00-20:00)", "08:00-20:00"],
  [
    { ...closed, opening_hours: "Mo 10:00-12:00" },
    "yes @ Mo",
    'Mo 10:00-12:00; unknown "yes @ Mo"',
  ],
  [{ opening_hours: "Mo 10:00-12:00" }, "yes @ Mo", "Mo 10:00-12:00"],
  [always, `no @ (${"Mo 08:00-09:00; ".repeat(20)})`, "unknown"],
])("%j with access:conditional=%s is open by '%s'", (tags, conditions, hours) => {
  const conditional = { ...tags, "access:conditional": conditions };
  expect(withAccessConditions(conditional).opening_hours).toBe(hours);
});

test("a toilet that is open at times is not one that is closed to everyone", () => {
  const toilet = { amenity: "shower; toilets", access: "no" };
  expect(isMarkedGone(toilet)).toBe(true);
  for (const conditions of ["no @ (wet)", "yes @ event", "customers @ (08:00-20:00)"]) {
    expect(isMarkedGone({ ...toilet, "access:conditional": conditions })).toBe(true);
  }
  const atTimes = { ...toilet, "access:conditional": "yes @ (08:00-20:00)" };
  expect(isMarkedGone(atTimes)).toBe(false);
  expect(withAccessConditions(atTimes).access).toBe("yes");
});

test.each([
  [{ ...always, "access:conditional": "no @ (22:00-06:00)" }, "2026-01-15T21:00Z", "open"],
  [{ ...always, "access:conditional": "no @ (22:00-06:00)" }, "2026-01-15T23:00Z", "closed"],
  [
    { ...always, "access:conditional": "no @ (22:00-06:00 AND Nov-Mar)" },
    "2026-01-15T12:00Z",
    "open",
  ],
  [
    { ...always, "access:conditional": "no @ (22:00-06:00 AND Nov-Mar)" },
    "2026-01-15T23:00Z",
    "closed",
  ],
  [
    { ...always, "access:conditional": "no @ (22:00-06:00 AND Nov-Mar)" },
    "2026-07-15T23:00Z",
    "open",
  ],
  [{ access: "yes", "access:conditional": "no @ (Nov-Mar)" }, "2026-01-15T12:00Z", "closed"],
  [{ access: "yes", "access:conditional": "no @ (Nov-Mar)" }, "2026-07-15T12:00Z", "none"],
])("%j is at %s %s", (tags, instant, status) => {
  const place = { country: "GB", longitude: -0.1, latitude: 51.5 };
  const text = withAccessConditions(tags).opening_hours;
  const schedule = scheduleAt({ times: Array(7).fill("-"), text }, place);
  expect(openingAt(schedule, new Date(instant)).current.status).toBe(status);
});
