import { describe, expect, it } from "vitest";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import type { GeoFit, GeoMatch } from "#server/geo/geo.ts";
import { mergeSettlements } from "./with-towns-abroad.ts";

const budapest = [19.04, 47.4983] as const;

/** A match in Hungary, by default a settlement in the middle of Budapest. */
function match(fit: GeoFit, name: string, address: Partial<GeoAddress> = {}): GeoMatch {
  const precision = address.precision ?? "settlement";
  return {
    fit,
    suggestion: { id: name, name, detail: "", precision },
    address: {
      address_line1: precision === "street" ? name : "",
      address_line2: precision === "district" ? name : "",
      place: precision === "settlement" ? name : "Budapest",
      county: "",
      postcode: "",
      country: "HU",
      longitude: budapest[0],
      latitude: budapest[1],
      confidence: "high",
      precision,
      ...address,
    },
  };
}

const street = (fit: GeoFit, name: string) => match(fit, name, { precision: "street" });
const north = (kilometers: number) => ({ latitude: budapest[1] + kilometers / 111.195 });
const vienna = (fit: GeoFit) =>
  match(fit, "Bécs", { country: "AT", longitude: 16.3721, latitude: 48.2085 });

function namesOf(found: readonly GeoMatch[], settlements: readonly GeoMatch[]): string[] {
  return mergeSettlements(found, settlements).map(({ suggestion }) => suggestion.name);
}

describe("joinSettlements", () => {
  it("puts a settlement whose exact name was typed before names that begin with the text", () => {
    const found = [street("unfinished", "Bécsi út"), street("unfinished", "Bécsi kapu tér")];
    expect(namesOf(found, [vienna("exact")])).toEqual(["Bécs", "Bécsi út", "Bécsi kapu tér"]);
  });

  it("puts it after an address that matches as well", () => {
    const found = [match("exact", "Velence"), street("unfinished", "Velencei út")];
    const venice = match("exact", "Velence (IT)", { country: "IT" });
    expect(namesOf(found, [venice])).toEqual(["Velence", "Velence (IT)", "Velencei út"]);
  });

  it.each([
    ["vague", "unfinished", true],
    ["vague", "vague", false],
    ["unfinished", "unfinished", false],
    ["unfinished", "vague", false],
    ["exact", "unfinished", false],
  ] as const)("beside a %s answer of the extract, a %s one joins: %s", (fit, other, joins) => {
    const names = namesOf([street(fit, "Barát utca")], [vienna(other)]);
    expect(names).toEqual(joins ? ["Bécs", "Barát utca"] : ["Barát utca"]);
  });

  it("names a settlement that both know once, as the extract has it", () => {
    const known = match("exact", "Budapest");
    expect(mergeSettlements([known], [match("exact", "BUDAPEST", north(1))])).toEqual([known]);
    expect(namesOf([known], [match("exact", "Budapest", { country: "" })])).toEqual(["Budapest"]);
  });

  it("treats two names on the same spot as one settlement, and the same name nearby too", () => {
    const known = [match("unfinished", "Gamprin-Bendern")];
    expect(namesOf(known, [match("exact", "Gamprin", north(1.9))])).toHaveLength(1);
    expect(namesOf(known, [match("exact", "Gamprin", north(2.1))])).toHaveLength(2);
    expect(namesOf(known, [match("exact", "Gamprin-bendern", north(19))])).toHaveLength(1);
    expect(namesOf(known, [match("exact", "Gamprin-bendern", north(21))])).toHaveLength(2);
  });

  it("parts two towns that face each other across a border, and a town from its streets", () => {
    const komarno = match("exact", "Komárom", { country: "SK", ...north(1) });
    expect(namesOf([match("exact", "Komárom")], [komarno])).toEqual(["Komárom", "Komárom"]);
    expect(namesOf([street("exact", "Pest")], [match("exact", "Pest")])).toEqual(["Pest", "Pest"]);
  });

  it("treats a part of a town as the settlement of its own name only", () => {
    const part = match("unfinished", "Pestszentlőrinc", { precision: "district" });
    expect(namesOf([part], [match("exact", "Budapest")])).toHaveLength(2);
    expect(namesOf([part], [match("exact", "Pestszentlőrinc")])).toHaveLength(1);
  });

  it("returns eight, three of them from outside at most, and drops no exact one", () => {
    const streets = Array.from({ length: 8 }, (_, index) => street("exact", `utca ${index}`));
    const towns = Array.from({ length: 5 }, (_, index) =>
      match("exact", `Újfalu ${index}`, { country: "RO", ...north(100 * index) }),
    );
    expect(namesOf(streets, towns)).toEqual([
      ...["utca 0", "utca 1", "utca 2", "utca 3", "utca 4"],
      ...["Újfalu 0", "Újfalu 1", "Újfalu 2"],
    ]);
  });
});
