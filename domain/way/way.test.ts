import * as v from "valibot";
import { describe, expect, it } from "vitest";
import { noFilters } from "#domain/place/place-filters.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import { lineBodySchema, lineQuerySchema, wayQuerySchema } from "./way.ts";
import { maxLinePoints } from "./way-plan.ts";

describe("wayQuerySchema", () => {
  const parse = (search: string) => parseQuery(wayQuerySchema, new URLSearchParams(search));

  it.each([
    ["foot", 300],
    ["bicycle", 500],
    ["car", 1_000],
  ])("takes a detour of its own by %s", (by, detour) => {
    expect(parse(`from=9.5,47.1&to=9.52,47.2&by=${by}`)).toEqual({
      ok: true,
      query: {
        ...{ from: [9.5, 47.1], to: [9.52, 47.2], by, detour },
        ...{ filters: noFilters, includeUnknown: false },
      },
    });
  });

  it("has the filters and a departure", () => {
    expect(
      parse("from=9,47&to=9,48&open=1&unknown=1&at=2026-12-24T07:30&detour=2000"),
    ).toMatchObject({
      query: { by: "foot", detour: 2_000, at: "2026-12-24T07:30", includeUnknown: true },
    });
  });

  it.each([
    ["to=9,48", "from"],
    ["from=9,47&to=9,48&by=horse", "by"],
    ["from=9,47&to=9,48&detour=0", "detour"],
    ["from=9,47&to=9,48&detour=2001", "detour"],
    ["from=9,47&to=9,48&unknown=1", "unknown"],
    ["from=9,47&to=9,48&at=noon", "at"],
  ])("refuses %s for %s", (search, field) => {
    expect(parse(search)).toMatchObject({ ok: false, errors: [{ field }] });
  });
});

it("takes the speed of a line's traveller", () => {
  const parse = (search: string) => parseQuery(lineQuerySchema, new URLSearchParams(search));
  expect(parse("")).toMatchObject({ query: { by: "foot", speed: 4, detour: 300 } });
  expect(parse("by=bicycle&speed=22")).toMatchObject({ query: { speed: 22, detour: 500 } });
  expect(parse("speed=201")).toMatchObject({ ok: false, errors: [{ field: "speed" }] });
});

describe("lineBodySchema", () => {
  const isLine = (coordinates: unknown) =>
    v.is(lineBodySchema, { type: "LineString", coordinates });
  /** Points a metre apart. */
  const points = (count: number) =>
    Array.from({ length: count }, (_, index) => [19, 47 + index / 111_195]);

  it("takes 2 to 10,000 points and 300 km", () => {
    expect([1, 2, maxLinePoints, maxLinePoints + 1].map((count) => isLine(points(count)))).toEqual([
      ...[false, true, true, false],
    ]);
    expect(
      isLine([
        [19, 47],
        [19, 49.69],
      ]),
    ).toBe(true);
    expect(
      isLine([
        [19, 47],
        [19, 49.71],
      ]),
    ).toBe(false);
  });

  it.each([
    [
      [
        [19, 47],
        [19, 91],
      ],
    ],
    [
      [
        [19, 47, 1],
        [19, 48],
      ],
    ],
    [
      [
        ["19", 47],
        [19, 48],
      ],
    ],
    ["line"],
  ])("refuses %j", (coordinates) => {
    expect(isLine(coordinates)).toBe(false);
  });
});
