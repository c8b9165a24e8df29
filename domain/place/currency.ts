/**
 * Currency (ISO 4217) of prices in a country (ISO 3166-1 alpha-2; docs/product#currency). Null where the
 * product shows its label 'local currency'. HUF while the country is unknown (null or empty).
 *
 * `added` is when the place was added: prices of Bulgarian places added before 2026 (UTC) are in BGN. Without
 * it, the price is a new one.
 */
export function currencyOf(country: string | null, added?: Date): string | null {
  const code = country?.trim().toUpperCase() ?? "";
  if (code === "") return "HUF";
  if (code === "BG" && added !== undefined && added < euroInBulgaria) return "BGN";
  return euroCountries.has(code) ? "EUR" : (ownCurrencies.get(code) ?? null);
}

const euroInBulgaria = new Date("2026-01-01T00:00:00Z");

const euroArea = "AT BE BG HR CY EE FI FR DE GR IE IT LV LT LU MT NL PT SK SI ES";
const euroOutsideTheArea = "AD MC SM VA ME XK";
const euroCountries = new Set(`${euroArea} ${euroOutsideTheArea}`.split(" "));

const otherCurrencies = [
  "HU:HUF GB:GBP CZ:CZK PL:PLN RO:RON DK:DKK SE:SEK NO:NOK CH:CHF",
  "LI:CHF IS:ISK RU:RUB UA:UAH BY:BYN MD:MDL RS:RSD BA:BAM AL:ALL",
  "MK:MKD TR:TRY GE:GEL AM:AMD AZ:AZN KZ:KZT",
].join(" ");
const ownCurrencies: ReadonlyMap<string, string> = new Map(
  otherCurrencies.split(" ").map((pair) => pair.split(":") as [string, string]),
);
