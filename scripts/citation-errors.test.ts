import { describe, expect, it } from "vitest";
import { findCitationErrors } from "./citation-errors.ts";

const rules = "# Places\n\n## Add limit\nFive in 24 hours.\n\n## Prices\nA price is an amount.\n";
const record = "# 010 Search\n\n## Context\nWords.\n";

/** Errors of the given files, beside one file of rules and one record. */
function errorsOf(files: Readonly<Record<string, string>>): readonly string[] {
  const texts = new Map([
    ["docs/product/places.md", rules],
    ["docs/decisions/010-search.md", record],
    ...Object.entries(files),
  ]);
  return findCitationErrors({ texts, exists: (path) => texts.has(path) }).errors;
}

describe("findCitationErrors", () => {
  it("accepts rules, records and standards", () => {
    const comment = [
      "/** docs/product#add-limit and docs/product#prices, docs/decisions/010,",
      " * RFC 9110, section 15.5.6, RFC 9110,",
      ` * ${"section"} 12.5.4, the TopoJSON specification. */`,
    ].join("\n");
    expect(errorsOf({ "a.ts": comment })).toEqual([]);
  });

  it("counts the citations", () => {
    const texts = new Map([
      ["docs/product/places.md", rules],
      ["docs/decisions/010-search.md", record],
      ["a.ts", "// docs/product#prices, docs/decisions/010"],
    ]);
    const { citations, rules: ruleCount } = findCitationErrors({ texts, exists: () => true });
    expect([citations, ruleCount]).toEqual([2, 2]);
  });

  it("finds a rule that does not exist, with its line", () => {
    expect(errorsOf({ "a.ts": `\n// docs/product${"#"}ad-limit` })).toEqual([
      `a.ts:2: docs/product${"#"}ad-limit is not a rule of docs/product`,
    ]);
  });

  it("accepts only headings of the second level as rules, and none of the README", () => {
    const files = { "docs/product/README.md": "## Overview\n", "a.ts": "" };
    for (const anchor of ["places", "overview"]) {
      files["a.ts"] = `// docs/product#${anchor}`;
      expect(errorsOf(files), anchor).toHaveLength(1);
    }
  });

  it.each(["011", "10", "0100"])("finds a record that does not exist: %s", (number) => {
    expect(errorsOf({ "a.ts": `// docs/decisions/${number}.` })).toEqual([
      `a.ts:1: docs/decisions/${number} is not a decision record`,
    ]);
  });

  it("finds a path of ours in a document without a file or folder", () => {
    const named =
      "`server/there.ts`, `server/gone.ts`, `build/made.js`, `server/*.ts`, `deploy/gone`";
    expect(errorsOf({ "docs/house.md": `\n${named}`, "server/there.ts": "" })).toEqual([
      "docs/house.md:2: server/gone.ts is no file or folder",
    ]);
    expect(errorsOf({ "docs/house.md": "`build-tools/gone.ts`" })).toHaveLength(1);
  });

  it.each([
    ["a document", "docs/gone.md"],
    ["a heading", "docs/guide.md#gone"],
  ])("finds %s that source code names and that is not there", (_, cited) => {
    const files = { "docs/guide.md": "## Backup\n" };
    expect(errorsOf({ ...files, "a.ts": `"see docs/guide.md#backup, docs/guide.md."` })).toEqual(
      [],
    );
    expect(errorsOf({ ...files, "a.ts": `"see ${cited}."` })).toHaveLength(1);
    expect(errorsOf({ ...files, "a.test.ts": `"see ${cited}."` })).toEqual([]);
  });

  it("finds a rule that is defined twice", () => {
    expect(errorsOf({ "docs/product/more.md": "## Prices\n" })).toEqual([
      "docs/product/more.md:1: prices is defined twice, also at docs/product/places.md:6",
    ]);
  });

  it("finds a rule whose anchor differs from its heading's", () => {
    expect(errorsOf({ "docs/product/more.md": "## What's free?\n" })).toHaveLength(1);
  });

  it("finds a number that two records have", () => {
    expect(errorsOf({ "docs/decisions/010-other.md": "" })).toEqual([
      "docs/decisions/010-other.md: 010 is also the number of docs/decisions/010-search.md",
    ]);
  });

  it.each([
    `(${"specification"}, ${"section"} 5)`,
    `(${"specification"},\n * ${"section"} 5)`,
    `the ${"specification"}'s section`,
    `the\n * ${"specification"}`,
    `(${"sections"} 4 and 8)`,
    `(${"decisions"}, 9)`,
    `${"Decision"} 5: yesterday`,
    `(${"decision"}\n// ${"record"} 010)`,
    `${"record"} 010`,
    `(${"DESIGN"} §6)`,
  ])("finds a citation that a reader cannot follow: %j", (text) => {
    expect(errorsOf({ "a.ts": `/** ${text} */` })).not.toEqual([]);
  });

  it.each([
    ["to a file that is not there", "[x](docs/product/prices.md)"],
    ["to a heading that is not there", "[x](docs/product/places.md#price)"],
    ["to another rule than it says", "[docs/product#prices](docs/product/places.md#add-limit)"],
    ["to another record than it says", "[docs/decisions/010](docs/product/places.md)"],
  ])("finds a link %s", (_, link) => {
    expect(errorsOf({ "A.md": `See ${link}.` })).toHaveLength(1);
  });

  it("follows good links relative to the document, and ignores code and the web", () => {
    const text = [
      "[docs/product#prices](places.md#prices), [docs/decisions/010](../decisions/010-search.md),",
      "[above](#overview), [web](https://example.org/#x), `nwr[amenity=toilets](area)`",
      "## Overview",
    ].join("\n");
    expect(errorsOf({ "docs/product/README.md": text })).toEqual([]);
  });
});
