import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mapPagePath, parseMapPageQuery } from "#domain/map/map-page-query.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { maxDetourMeters, travelBy, travelModes, type WayPlan } from "./way-plan.ts";

const nothing = { place: null, filters: noFilters, includeUnknown: false, view: null };
const empty: WayPlan = {
  ...{ from: null, to: null, by: "foot", detour: 300, stretch: null, track: null, speed: 4 },
};

function parse(path: string) {
  const { pathname, searchParams } = new URL(path, "https://mosdo.example");
  return parseMapPageQuery(searchParams, pathname);
}

describe("the plan of a way in the URL", () => {
  it("is on the page of the way alone", () => {
    expect(parse("/?from=19,47")).toEqual({ ok: true, query: nothing });
    expect(parse("/way")).toEqual({ ok: true, query: { ...nothing, way: empty } });
  });

  it("has the defaults of the way to travel", () => {
    expect(parse("/way?by=car")).toMatchObject({ query: { way: { detour: 1_000, speed: 50 } } });
    expect(travelBy({ ...empty, detour: 100, stretch: 30 }, "bicycle")).toEqual({
      ...{ ...empty, by: "bicycle", detour: 500, stretch: 30, speed: 15 },
    });
  });

  const degrees = (most: number) =>
    fc.integer({ min: -most * 1e6, max: most * 1e6 }).map((millionths) => millionths / 1e6);
  const end = fc.option(
    fc.record({
      coordinates: fc.tuple(degrees(180), degrees(90)),
      name: fc.string({ unit: "grapheme", maxLength: 20 }),
    }),
  );
  const plans = fc.record({
    ...{ from: end, to: end, by: fc.constantFrom(...travelModes) },
    detour: fc.integer({ min: 1, max: maxDetourMeters }),
    stretch: fc.option(fc.constantFrom(20, 30, 45, 60)),
    track: fc.option(fc.string({ unit: "grapheme", minLength: 1, maxLength: 20 })),
    speed: fc.integer({ min: 1, max: 200 }),
  });

  it("is read as it was written", () => {
    fc.assert(
      fc.property(plans, (way) => {
        const query = { ...nothing, place: 7, way };
        expect(parse(mapPagePath(query))).toEqual({ ok: true, query });
      }),
    );
  });

  it.each([
    ["from=19", "from"],
    ["to=19,91", "to"],
    ["by=horse", "by"],
    ["detour=0", "detour"],
    ["detour=2001", "detour"],
    ["stretch=soon", "stretch"],
    ["speed=201", "speed"],
  ])("%s is an error of %s", (search, field) => {
    expect(parse(`/way?${search}`)).toMatchObject({ ok: false, errors: [{ field }] });
  });
});
