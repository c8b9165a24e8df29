import { describe, expect, it } from "vitest";
import { factsOfTags } from "#domain/place/facts-of-tags.ts";
import { placeFeatures } from "#domain/place/place.ts";
import { clipText } from "#domain/text/entered-text.ts";
import { placeDetailsOf } from "./find-place.ts";

const detailsOf = (tags: Record<string, string>, comments: string) =>
  placeDetailsOf(factsOfTags(tags, clipText), comments);
const featuresOf = (tags: Record<string, string>) => detailsOf(tags, "")?.features ?? [];

describe("what a place's attributes tell", () => {
  it.each([
    [{ female: "yes" }, ["women"]],
    [{ male: "yes", female: "no" }, ["men"]],
    [{ female: "yes", male: "yes" }, ["segregated"]],
    [{ female: "yes", male: "yes", unisex: "yes" }, ["unisex"]],
    [{ female: "no", male: "no" }, []],
    [{ unisex: "yes" }, ["unisex"]],
    [{ unisex: "no" }, []],
    [{ gender_segregated: "yes" }, ["segregated"]],
    [{ gender_segregated: "no", female: "yes", male: "yes" }, ["unisex"]],
  ])("%j: for whom is %j", (tags, features) => {
    expect(featuresOf(tags)).toEqual(features);
  });

  it.each([
    [{ "toilets:position": "urinal" }, ["urinals-only"]],
    [{ "toilets:position": "squat" }, ["squat"]],
    [{ "toilets:position": "seated;urinal" }, []],
    [{ wheelchair: "limited" }, ["wheelchair-limited"]],
    [{ wheelchair: "limited", "toilets:wheelchair": "yes" }, []],
    [{ wheelchair: "yes", "toilets:wheelchair": "limited" }, ["wheelchair-limited"]],
    [{ centralkey: "eurokey" }, ["eurokey"]],
    [{ centralkey: "no" }, []],
    [{ changing_table: "yes" }, ["changing-table"]],
    [{ changing_table: "limited" }, ["changing-table"]],
    [{ changing_table: "no" }, []],
    [{ "toilets:paper_supplied": "no" }, ["no-paper"]],
    [{ "toilets:paper_supplied": "yes" }, []],
    [{ supervised: "interval" }, ["supervised"]],
    [{ supervised: "unknown" }, []],
    [{ seasonal: "summer" }, ["seasonal"]],
    [{ seasonal: "no" }, []],
    [{ drinking_water: "yes" }, ["drinking-water"]],
    [{ shower: "hot" }, ["shower"]],
    [{ shower: "no" }, []],
  ])("%j is %j", (tags, features) => {
    expect(featuresOf(tags)).toEqual(features);
  });

  it.each([
    ["-1", "-1"],
    ["0; 1", "0;1"],
    ["0.5", "0.5"],
    ["0", undefined],
    ["", undefined],
    ["basement", undefined],
    ["<b>1</b>", undefined],
  ])("a level of %j is %j", (level, told) => {
    expect(detailsOf({ level }, "")?.level).toBe(told);
  });

  it("names who runs it, unless the comment does", () => {
    const tags = { operator: "Fővárosi Vízművek" };
    expect(detailsOf(tags, "hátul")?.operator).toBe("Fővárosi Vízművek");
    expect(detailsOf(tags, "Fővárosi Vízművek – hátul")).toBeUndefined();
  });

  it("is nothing where they say nothing of it", () => {
    expect(detailsOf({}, "")).toBeUndefined();
    expect(detailsOf({ check_date: "2026-01-01", website: "https://a.example" }, "")).toBe(
      undefined,
    );
  });

  it("comes in the order in which it matters", () => {
    const tags = { shower: "yes", changing_table: "yes", female: "yes" };
    const features = featuresOf(tags);
    expect(features).toEqual(placeFeatures.filter((feature) => features.includes(feature)));
    expect(features).toEqual(["women", "changing-table", "shower"]);
  });
});
