import { expect, it } from "vitest";
import type { GeoAddress } from "./geo-address.ts";
import { shownAddress } from "./shown-address.ts";

const street: GeoAddress = {
  longitude: 21,
  latitude: 47.5,
  precision: "street",
  address_line1: "Piac utca",
  address_line2: "",
  place: "Debrecen",
  county: "",
  postcode: "4024",
  country: "HU",
  confidence: "high",
};

it.each([
  ["a street", street, "Piac utca, Debrecen", 16],
  ["a house", { ...street, precision: "address" }, "Piac utca, Debrecen", 17],
  ["a town", { ...street, precision: "settlement", address_line1: "" }, "Debrecen", 12],
  [
    "a park as a whole",
    { ...street, kind: "park", address_line2: "Nagyerdő" },
    "Nagyerdő, Debrecen",
    16,
  ],
  [
    "an airport as a whole",
    { ...street, kind: "aerodrome", address_line2: "DEB" },
    "DEB, Debrecen",
    14,
  ],
] as const)("shows %s", (_, address, name, zoom) => {
  expect(shownAddress(address)).toEqual({ name, coordinates: [21, 47.5], zoom });
});
