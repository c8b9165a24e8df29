import { expect, test } from "vitest";
import type { GeoAddress } from "#domain/address-search/geo-address.ts";
import { parseAddressId, toSuggestion } from "./suggestion.ts";

/** East of 90 degrees: no latitude. */
const address: GeoAddress = {
  ...{ address_line1: "Queen Street 1", address_line2: "", place: "Auckland", county: "" },
  ...{ postcode: "1010", country: "NZ", latitude: -36.8485, longitude: 174.7633 },
  ...{ confidence: "high", precision: "address" },
};

/** An id with these values in the place of its coordinates. */
function idWith(...coordinates: readonly unknown[]): string {
  const { address_line1, address_line2, place, county, postcode, country } = address;
  const names = [address_line1, address_line2, place, county, postcode, country];
  const values = [...names, ...coordinates, address.confidence, address.precision];
  return `embedded.${Buffer.from(JSON.stringify(values)).toString("base64url")}`;
}

test("an address is read back from its suggestion's id, which has its latitude first", () => {
  const { id } = toSuggestion(address, { language: "en", provider: "embedded" });
  expect(id).toBe(idWith(-36.8485, 174.7633));
  expect(parseAddressId(id, "embedded")).toEqual(address);
});

test.each([
  [174.7633, -36.8485],
  [-90.1, 0],
  [0, 180.1],
  ["-36", 174],
])("an id with coordinates that cannot be is refused: %s, %s", (latitude, longitude) => {
  expect(parseAddressId(idWith(latitude, longitude), "embedded")).toBeNull();
});
