import { describe, expect, test } from "vitest";
import { countryCodes, isCountryCode } from "./country-code.ts";

describe("countryCodes", () => {
  test("holds the 249 of the standard and Kosovo, each once and in order", () => {
    expect(countryCodes).toHaveLength(250);
    expect(countryCodes).toEqual([...new Set(countryCodes)].sort());
  });

  test.each(["hu", "en", "de"])("has a name for each country in %s", (language) => {
    const names = new Intl.DisplayNames(language, { type: "region", fallback: "none" });
    expect(countryCodes.filter((code) => names.of(code) === undefined)).toEqual([]);
  });
});

describe("isCountryCode", () => {
  test.each(["HU", "AD", "ZW", "XK"])("knows %s", (code) => {
    expect(isCountryCode(code)).toBe(true);
  });

  test.each(["", "hu", "ZZ", "EU", "UK", "SU", "HUN", " HU", "H"])("does not know '%s'", (code) => {
    expect(isCountryCode(code)).toBe(false);
  });
});
