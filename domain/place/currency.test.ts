import { describe, expect, it } from "vitest";
import { currencyOf } from "./currency.ts";

describe("currencyOf", () => {
  it.each([
    "AT",
    "BE",
    "HR",
    "CY",
    "EE",
    "FI",
    "FR",
    "DE",
    "GR",
    "IE",
    "IT",
    "LV",
    "LT",
    "LU",
    "MT",
    "NL",
    "PT",
    "SK",
    "SI",
    "ES",
    "BG",
    "AD",
    "MC",
    "SM",
    "VA",
    "ME",
    "XK",
  ])("is EUR in %s", (country) => {
    expect(currencyOf(country)).toBe("EUR");
  });

  it.each([
    ["HU", "HUF"],
    ["GB", "GBP"],
    ["CZ", "CZK"],
    ["PL", "PLN"],
    ["RO", "RON"],
    ["DK", "DKK"],
    ["SE", "SEK"],
    ["NO", "NOK"],
    ["CH", "CHF"],
    ["LI", "CHF"],
    ["IS", "ISK"],
    ["RU", "RUB"],
    ["UA", "UAH"],
    ["BY", "BYN"],
    ["MD", "MDL"],
    ["RS", "RSD"],
    ["BA", "BAM"],
    ["AL", "ALL"],
    ["MK", "MKD"],
    ["TR", "TRY"],
    ["GE", "GEL"],
    ["AM", "AMD"],
    ["AZ", "AZN"],
    ["KZ", "KZT"],
  ])("in %s is %s", (country, expected) => {
    expect(currencyOf(country)).toBe(expected);
  });

  it.each(["US", "JP", "AU", "GG", "ZZ", "HUN", "Magyarország"])("has no name in %s", (country) => {
    expect(currencyOf(country)).toBeNull();
  });

  it("is HUF while the country is unknown", () => {
    expect(currencyOf(null)).toBe("HUF");
    expect(currencyOf("")).toBe("HUF");
    expect(currencyOf(" ")).toBe("HUF");
  });

  it("reads a code in any case", () => {
    expect(currencyOf("hu")).toBe("HUF");
    expect(currencyOf("de")).toBe("EUR");
  });

  it("is BGN in Bulgaria for places added before 2026", () => {
    expect(currencyOf("BG", new Date("2025-12-31T23:59:59.999Z"))).toBe("BGN");
    expect(currencyOf("bg", new Date("2019-06-01T00:00:00Z"))).toBe("BGN");
    expect(currencyOf("BG", new Date("2026-01-01T00:00:00.000Z"))).toBe("EUR");
    expect(currencyOf("DE", new Date("2019-06-01T00:00:00Z"))).toBe("EUR");
  });
});
