import * as v from "valibot";
import { describe, expect, it } from "vitest";
import {
  factsOf,
  type PlaceFacts,
  type PlainFacts,
  placeFactsSchema,
  plainFacts,
  withPlainFacts,
} from "./place-facts.ts";

it("keeps known facts alone, in one order", () => {
  const facts = { level: "1", shower: undefined, access: "key", id: 7 } as PlaceFacts;
  expect(Object.entries(factsOf(facts))).toEqual([
    ["access", "key"],
    ["level", "1"],
  ]);
});

it.each<[PlaceFacts, PlainFacts]>([
  [{}, { accessible: false, public: false }],
  [
    { wheelchair: "yes", access: "everyone" },
    { accessible: true, public: true },
  ],
  [
    { wheelchair: "limited", access: "customers" },
    { accessible: false, public: false },
  ],
  [
    { wheelchair: "no", access: "restricted" },
    { accessible: false, public: false },
  ],
])("%j means %j", (facts, plain) => {
  expect(plainFacts(facts)).toEqual(plain);
});

describe("withPlainFacts", () => {
  it.each<[PlaceFacts, PlainFacts, PlaceFacts]>([
    [{}, { accessible: false, public: true }, {}],
    [{}, { accessible: true, public: true }, { wheelchair: "yes" }],
    [{}, { accessible: false, public: false }, { access: "restricted" }],
    [{ wheelchair: "no" }, { accessible: true, public: true }, { wheelchair: "no" }],
    [{ access: "everyone" }, { accessible: false, public: false }, { access: "everyone" }],
  ])("%j with %j is %j", (facts, plain, expected) => {
    expect(withPlainFacts(facts, plain)).toEqual(expected);
  });
});

describe("placeFactsSchema", () => {
  const isGood = (facts: object) => v.safeParse(placeFactsSchema, facts).success;
  it.each([
    [{}, true],
    [{ wheelchair: "limited" }, true],
    [{ wheelchair: "maybe" }, false],
    [{ wheelchair: null }, false],
    [{ paper: "limited" }, false],
    [{ door_width: 29 }, false],
    [{ door_width: 30 }, true],
    [{ door_width: 300 }, true],
    [{ door_width: 301 }, false],
    [{ door_width: 80.5 }, false],
    [{ name: "x".repeat(100) }, true],
    [{ name: "x".repeat(101) }, false],
    [{ door: "x".repeat(300) }, true],
    [{ door: "x".repeat(301) }, false],
    [{ door: "one\ntwo" }, false],
    [{ door: " " }, false],
  ])("%j is good: %s", (facts, expected) => {
    expect(isGood(facts)).toBe(expected);
  });
});
