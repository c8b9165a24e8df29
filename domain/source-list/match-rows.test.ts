import { describe, expect, test } from "vitest";
import { type Matched, matchRows as matchAll } from "./match-rows.ts";

const metersPerDegree = 111_195;

/** A row or a place some metres north of the same point. */
function at(meters: number, words = "", facts: Matched["facts"] = {}): Matched {
  return { position: [19, 47 + meters / metersPerDegree], words, facts };
}

const noPause = async () => {};

/** Rows of which the list has said nothing yet. */
function matchRows(rows: readonly Matched[], places: readonly Matched[]) {
  return matchAll(
    rows.map((row) => ({ ...row, place: null })),
    places,
    noPause,
  );
}

const here = (place = 0) => ({ kind: "here", place });
const fresh = { kind: "new" };

describe("one row and one place", () => {
  test.each([
    ["alone, within 75 m", at(0), at(74.9), here()],
    ["beyond", at(0, "Zoo"), at(75.1, "Zoo"), fresh],
    ["on another floor", at(0, "Zoo", { level: "0" }), at(5, "Zoo", { level: "-1" }), fresh],
    ["on the same floor", at(0, "", { level: "0" }), at(5, "", { level: "0" }), here()],
    ["for women, and for men", at(0, "", { women: "yes" }), at(5, "", { men: "yes" }), fresh],
    [
      "for women, and for both",
      at(0, "", { women: "yes" }),
      at(5, "", { women: "yes", men: "yes" }),
      here(),
    ],
    ["one that is private and alike", at(0, "Zoo"), at(5, "Zoo", { access: "private" }), here()],
  ])("%s", async (_, row, place, match) => {
    expect(await matchRows([row], [place])).toEqual([match]);
  });
});

test("one that is private and not alike is to be looked at", async () => {
  const look = { kind: "look", doubt: "near", near: [0] };
  expect(await matchRows([at(0)], [at(5, "", { access: "private" })])).toEqual([look]);
});

describe("several places", () => {
  test("the one that is alike in words", async () => {
    expect(await matchRows([at(0, "Zoo, main gate")], [at(40, "Market"), at(70, "ZOO")])).toEqual([
      here(1),
    ]);
  });
  test("alike ones are to be looked at, the nearest first", async () => {
    const look = { kind: "look", doubt: "several", near: [1, 0] };
    expect(await matchRows([at(0, "Zoo")], [at(60, "Zoo"), at(40, "Zoo")])).toEqual([look]);
  });
  test("without a word in common they are near", async () => {
    const look = { kind: "look", doubt: "near", near: [0, 1] };
    expect(await matchRows([at(0, "Zoo")], [at(40), at(50)])).toEqual([look]);
  });
});

describe("several rows at one place", () => {
  test("the clearly nearest is it, the other is to be looked at", async () => {
    const look = { kind: "look", doubt: "near", near: [0] };
    expect(await matchRows([at(2, "Zoo"), at(40, "Zoo")], [at(0, "Zoo")])).toEqual([here(), look]);
  });
  test.each([
    ["within 10 m, and the next three times as far", 9.9, 30, "here"],
    ["and the next nearer", 9.9, 29.6, "look"],
    ["beyond 10 m", 10.1, 60, "look"],
  ])("the first %s", async (_, near, next, kind) => {
    expect((await matchRows([at(near, "Zoo"), at(next, "Zoo")], [at(0, "Zoo")]))[0].kind).toBe(
      kind,
    );
  });
  test("two at the same distance are both to be looked at", async () => {
    expect(await matchRows([at(10, "Zoo"), at(-10, "Zoo")], [at(0, "Zoo")])).toMatchObject([
      { kind: "look" },
      { kind: "look" },
    ]);
  });
});

test("rows are the same where the list has said it of some already", async () => {
  const places = [at(0, "Zoo"), at(50, "Zoo")];
  const rows = [at(-30, "Zoo"), at(27, "Zoo")];
  const first = await matchRows(rows, places);
  expect(first).toEqual([here(), { kind: "look", doubt: "several", near: [1, 0] }]);
  const [gate, hill] = rows;
  expect(
    await matchAll(
      [
        { ...gate, place: 0 },
        { ...hill, place: null },
      ],
      places,
      noPause,
    ),
  ).toEqual(first);
});

test("a word that many have is no name", async () => {
  const rows = [0, 1, 2].map((n) => at(n * 1000, "Public toilet"));
  const places = [
    at(60, "Public toilet"),
    at(40, "Another"),
    at(5000, "Public toilet"),
    at(9000, "Public toilet"),
  ];
  expect((await matchRows(rows, places))[0]).toEqual({ kind: "look", doubt: "near", near: [1, 0] });
});

test("pauses again and again while it compares many", async () => {
  const many = Array.from({ length: 1000 }, (_, n) => ({ ...at(n * 1000), place: null }));
  let pauses = 0;
  await matchAll(many, many, async () => {
    pauses++;
  });
  expect(pauses).toBeGreaterThanOrEqual(20);
});
