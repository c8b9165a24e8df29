import { describe, expect, it } from "vitest";
import type { PlaceFacts } from "./place-facts.ts";
import type { PlaceFee } from "./place-fee.ts";
import { type FactFilterName, filterTests, noFilters, placeFilterNames } from "./place-filters.ts";

it("starts with every filter off", () => {
  expect(Object.keys(noFilters)).toEqual([...placeFilterNames]);
  expect(Object.values(noFilters)).not.toContain(true);
});

describe("the answer of a place to a filter", () => {
  const cases: [FactFilterName, PlaceFacts & { fee?: PlaceFee }, boolean | null][] = [
    ["accessible", {}, null],
    ["accessible", { wheelchair: "yes" }, true],
    ["accessible", { wheelchair: "limited" }, false],
    ["accessible", { wheelchair: "no" }, false],
    ["free", { fee: "unknown" }, null],
    ["free", { fee: "free" }, true],
    ["free", { fee: "costs" }, false],
    ["public", {}, null],
    ["public", { access: "everyone" }, true],
    ["public", { access: "customers" }, false],
    ["public", { access: "key" }, false],
    ["public", { access: "private" }, false],
    ["public", { access: "restricted" }, false],
    ["customers", {}, null],
    ["customers", { access: "everyone" }, true],
    ["customers", { access: "customers" }, true],
    ["customers", { access: "key" }, false],
    ["customers", { access: "private" }, false],
    ["customers", { access: "restricted" }, null],
    ["changing_table", {}, null],
    ["changing_table", { changing_table: "yes" }, true],
    ["changing_table", { changing_table: "no" }, false],
    ["women", {}, null],
    ["women", { women: "yes" }, true],
    ["women", { women: "no" }, false],
    ["women", { men: "yes" }, false],
    ["women", { men: "no" }, null],
    ["women", { men: "yes", women: "yes" }, true],
    ["women", { men: "yes", all_genders: "yes" }, true],
    ["women", { urinals_only: "yes" }, false],
    ["men", {}, null],
    ["men", { men: "yes" }, true],
    ["men", { women: "yes" }, false],
    ["men", { urinals_only: "yes" }, null],
    ["men", { all_genders: "yes" }, true],
    ["all_genders", {}, null],
    ["all_genders", { all_genders: "yes" }, true],
    ["all_genders", { all_genders: "no" }, false],
    ["euro_key", {}, null],
    ["euro_key", { euro_key: "yes" }, true],
    ["euro_key", { euro_key: "no" }, false],
    ["card", { fee: "costs" }, null],
    ["card", { fee: "costs", pay_card: "yes" }, true],
    ["card", { fee: "costs", pay_card: "no" }, false],
    ["card", { fee: "costs", pay_card: "no", pay_contactless: "yes" }, true],
    ["card", { fee: "costs", pay_contactless: "no" }, null],
    ["card", { fee: "free", pay_card: "no" }, true],
    ["card", { fee: "unknown" }, null],
  ];
  it.each(cases)("%s, of %j: %s", (name, { fee = "unknown", ...facts }, expected) => {
    expect(filterTests[name]({ facts, fee })).toBe(expected);
  });
});
