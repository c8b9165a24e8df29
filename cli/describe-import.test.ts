import { describe, expect, it } from "vitest";
import type { ImportedExtract } from "#server/import/imported-extracts.ts";
import { ImportReport } from "#server/import/toilets/import-toilets.ts";
import { describeExtract, describeImport } from "./describe-import.ts";

describe("an import", () => {
  const linesOf = (guessedCountries: ReadonlyMap<string, number>) =>
    describeImport({
      source: "rhine",
      report: new ImportReport(),
      extract: { settlements: 23, streets: 9, addresses: 8, guessedCountries },
      digest: "0123",
      stored: null,
      incomplete: null,
      repeated: 0,
      samplesRemoved: 0,
    });
  const addresses = "Addresses: 23 settlements, 9 streets, 8 addresses.";

  it("names --country where settlements come out in several by guess", () => {
    const [, ...lines] = linesOf(new Map(Object.entries({ LI: 18, CH: 5 })));
    expect(lines).toEqual([
      addresses,
      "  settlements: 18 in LI, 5 in CH; the file lacks a country's border, so some are told by borders that are a little coarse. If all are in one country, import it again with --country LI.",
    ]);
    expect(linesOf(new Map()).slice(1)).toEqual([addresses]);
  });
});

describe("an extract of the list", () => {
  const extract: ImportedExtract = {
    name: "land",
    search: {
      ...{ settlements: 1, streets: 2, addresses: 3 },
      ...{ dataAt: null, importedAt: new Date("2026-01-02T03:04:05Z") },
    },
    places: 4,
    fileBytes: 1_000_000,
    streetMap: "absent",
    ways: "absent",
  };
  const ends = (of: ImportedExtract, hasRouter: boolean) =>
    describeExtract(of, hasRouter).slice(-2);

  it.each([true, false])("names the remedy for a missing street map, router %s", (hasRouter) => {
    expect(ends({ ...extract, ways: "present" }, hasRouter)).toEqual([
      "  street map  no; import it again",
      "  ways        yes",
    ]);
  });

  it("names the remedy for missing ways", () => {
    const present = { ...extract, streetMap: "present" } as const;
    expect(ends(present, true)).toEqual(["  street map  yes", "  ways        no; import it again"]);
    expect(ends(present, false).at(-1)).toBe(
      "  ways        no: no router is installed. npm run routing:install, then import it again",
    );
  });

  it("does not suggest an import of one whose removal was interrupted", () => {
    const removed = { ...extract, search: null };
    for (const hasRouter of [true, false]) {
      expect(ends(removed, hasRouter)).toEqual(["  street map  no", "  ways        no"]);
    }
  });
});
