import { describe, expect, it } from "vitest";
import { askedFacts, unknownFacts, withVisitorFacts } from "./asked-facts.ts";
import type { FilteredPlace } from "./place-filters.ts";

const nothing: FilteredPlace = { facts: {}, fee: "unknown" };

describe("unknownFacts", () => {
  it("are those of which no filter knows whether they are met", () => {
    expect(unknownFacts(nothing)).toEqual(askedFacts);
    const facts = { wheelchair: "no", access: "customers", changing_table: "yes" } as const;
    expect(unknownFacts({ fee: "costs", facts })).toEqual([]);
    expect(unknownFacts({ fee: "free", facts: { wheelchair: "limited" } })).toEqual([
      ...["public", "changing_table"],
    ]);
  });
});

describe("withVisitorFacts", () => {
  it.each([
    ["free", true, { fee: "free", facts: {} }],
    ["free", false, { fee: "costs", facts: {} }],
    ["accessible", true, { fee: "unknown", facts: { wheelchair: "yes" } }],
    ["accessible", false, { fee: "unknown", facts: { wheelchair: "no" } }],
    ["public", true, { fee: "unknown", facts: { access: "everyone" } }],
    ["public", false, { fee: "unknown", facts: { access: "restricted" } }],
    ["changing_table", true, { fee: "unknown", facts: { changing_table: "yes" } }],
    ["changing_table", false, { fee: "unknown", facts: { changing_table: "no" } }],
  ] as const)("takes %s: %s where it is not known", (name, yes, expected) => {
    expect(withVisitorFacts(nothing, { [name]: yes })).toEqual({ ...expected, said: [name] });
  });

  it("leaves what is known", () => {
    const known = { fee: "costs", facts: { wheelchair: "limited" } } as const;
    const said = { free: true, accessible: true };
    expect(withVisitorFacts(known, said)).toEqual({ ...known, said: [] });
    expect(withVisitorFacts(known, null)).toEqual({ ...known, said: [] });
  });
});
