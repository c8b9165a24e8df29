import { describe, expect, it } from "vitest";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { emptyDraft } from "./place-draft.ts";
import { fillFound, fillPicked, withHouseNumber } from "./use-place-form.ts";

const house: GeoAddress = {
  address_line1: "Kossuth Lajos utca 3.",
  address_line2: "",
  place: "Budapest",
  county: "Budapest",
  postcode: "1053",
  country: "HU",
  latitude: 47.49,
  longitude: 19.05,
  confidence: "exact",
  precision: "address",
};
const town: GeoAddress = { ...house, place: "Wien", country: "AT", precision: "settlement" };

describe("an address found for a point", () => {
  it("fills empty fields", () => {
    const { draft } = fillFound(emptyDraft, {}, { ...house, precision: "street" });
    expect(draft).toMatchObject({ address_line1: "Kossuth Lajos utca 3.", postcode: "1053" });
  });

  it.each(["settlement", "district"] as const)("of a %s invents no street", (precision) => {
    const { draft } = fillFound(emptyDraft, {}, { ...town, precision });
    expect(draft).toEqual({ ...emptyDraft, place: "Wien", country: "AT" });
  });

  it("is named after a landmark where no street is near", () => {
    const park = { ...house, address_line1: "", address_line2: "Városliget", kind: "park" };
    const { draft } = fillFound(emptyDraft, {}, park);
    expect(draft).toMatchObject({ address_line1: "Városliget", address_line2: "" });
    const { draft: onSquare } = fillFound(emptyDraft, {}, { ...park, address_line1: "Fő tér" });
    expect(onSquare).toMatchObject({ address_line1: "Fő tér", address_line2: "Városliget" });
  });

  it("replaces the last point's values, and keeps typed ones", () => {
    const first = fillFound(emptyDraft, {}, house);
    const typed = { ...first.draft, address_line2: "udvar", place: "Budapest V." };
    const { draft } = fillFound(typed, first.filled, town);
    expect(draft).toMatchObject({
      address_line1: "",
      address_line2: "udvar",
      place: "Budapest V.",
      postcode: "",
      country: "AT",
    });
  });

  it("keeps the country where the point has none", () => {
    const { draft } = fillFound({ ...emptyDraft, country: "SK" }, {}, { ...town, country: "" });
    expect(draft.country).toBe("SK");
  });
});

describe("a chosen suggestion", () => {
  it("replaces the parts that it has, and keeps other typed ones", () => {
    const typed = { ...emptyDraft, address_line1: "Fő tér", address_line2: "udvar" };
    const { draft } = fillPicked(typed, {}, house);
    expect(draft).toMatchObject({ address_line1: house.address_line1, address_line2: "udvar" });
  });

  it("removes the street of the last one", () => {
    const first = fillPicked(emptyDraft, {}, house);
    const { draft } = fillPicked(first.draft, first.filled, { ...town, address_line1: "" });
    expect(draft).toMatchObject({ address_line1: "", place: "Wien" });
  });
});

describe("a chosen street", () => {
  const street: GeoAddress = { ...house, address_line1: "Piac utca", precision: "street" };
  const numbered = (searchText: string, line = "", found = street) =>
    withHouseNumber(found, searchText, line).address_line1;

  it.each([
    ["Piac utca 77", "", "Piac utca 77"],
    ["piac u. 77", "", "Piac utca 77"],
    ["Debrecen, Piac utca 77.", "", "Piac utca 77."],
    ["4024 Debrecen Piac utca 7/A", "", "Piac utca 7/A"],
    ["Piac utca 12-14", "", "Piac utca 12-14"],
    ["piac 12b", "", "Piac utca 12b"],
    ["piac", "", "Piac utca"],
    ["4024 piac", "", "Piac utca"],
    ["Piac utca 1234", "", "Piac utca"],
    ["", "Piac utca 77", "Piac utca 77"],
    ["piac", "piac utca 77", "Piac utca 77"],
    ["piac 5", "Piac utca 77", "Piac utca 5"],
    ["", "Fő tér 3.", "Piac utca"],
  ])("for '%s', with '%s' in the field, is %s", (searchText, line, expected) => {
    expect(numbered(searchText, line)).toBe(expected);
  });

  it("does not take a number in its name for a house number", () => {
    const may = { ...street, address_line1: "Május 1. utca" };
    expect(numbered("Május 1. utca", "", may)).toBe("Május 1. utca");
    expect(numbered("Május 1. utca 6", "", may)).toBe("Május 1. utca 6");
  });

  it("keeps a house, a town and a street without a name as they are", () => {
    expect(numbered("Kossuth 5", "", house)).toBe(house.address_line1);
    expect(numbered("Wien 5", "", { ...town, address_line1: "" })).toBe("");
    expect(numbered("5", "", { ...street, address_line1: "" })).toBe("");
  });
});
