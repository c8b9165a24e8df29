import { describe, expect, it } from "vitest";
import { duplicateKey } from "./duplicate-key.ts";

const place = { city: "Szőlősgyörök", address: "Fő tér 1.", comments: "a téren" };

describe("duplicateKey", () => {
  it.each([
    ["case", { city: "SZŐLŐSGYÖRÖK", address: "FŐ TÉR 1.", comments: "A Téren" }],
    ["encoding form", { ...place, city: place.city.normalize("NFD") }],
    ["surrounding spaces", { ...place, address: "  Fő tér 1. " }],
    ["repeated spaces", { ...place, address: "Fő  tér\t1." }],
    ["line breaks", { ...place, comments: "a\ntéren\r\n" }],
  ])("is the same whatever the %s", (_, other) => {
    expect(duplicateKey(other)).toBe(duplicateKey(place));
  });

  it.each([
    ["city", { ...place, city: "Szolosgyorok" }],
    ["address", { ...place, address: "Fo tér 1." }],
    ["comments", { ...place, comments: "" }],
  ])("differs with the marks or words of the %s", (_, other) => {
    expect(duplicateKey(other)).not.toBe(duplicateKey(place));
  });

  it("keeps the three fields apart", () => {
    const split = duplicateKey({ city: "Fő", address: "tér 1.", comments: "" });
    expect(duplicateKey({ city: "Fő tér", address: "1.", comments: "" })).not.toBe(split);
    const one = duplicateKey({ city: "Fő", address: "tér", comments: "" });
    expect(duplicateKey({ city: "Fő tér", address: "", comments: "" })).not.toBe(one);
    expect(duplicateKey({ city: "Fő\ntér", address: "", comments: "" })).not.toBe(one);
    expect(duplicateKey({ city: "Fő", address: "", comments: "tér" })).not.toBe(one);
  });
});
