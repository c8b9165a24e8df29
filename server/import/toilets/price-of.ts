import { currencyOf } from "#domain/place/currency.ts";
import { maxPrice } from "#domain/place/place-fee.ts";
import { conditionsOf } from "#server/import/is-toilets.ts";
import type { OsmTags } from "#server/import/osm-element.ts";
import type { ImportedPrice } from "#server/places/import-record.ts";

/**
 * The price from `fee` and `charge`: `fee=no`, `charge=10 NOK`, `fee=0,50 €`. Unknown are a missing
 * amount, one in another currency than the country's, and several amounts; in the last two cases,
 * and for `fee=yes` alone, it is known that the place costs something (docs/product#prices). What is
 * free by one tag and costs something by another, or at times, is unknown altogether.
 */
export function priceOf(tags: OsmTags, country: string): ImportedPrice {
  if (isFreeInPart(tags, country)) return { price: null, isKnown: false };
  const { fee, charge } = tags;
  const amount = parseAmount(charge, country) ?? parseAmount(fee, country);
  const isKnown = amount !== null;
  const costs = !isKnown && (normalize(fee) === "yes" || hasAmount(fee) || hasAmount(charge));
  return { price: amount, isKnown, ...(costs && { costs }) };
}

/** What the tags say of the fee beyond a price: another currency, several amounts, a condition. */
export function chargeTextOf(tags: OsmTags, country: string): string | undefined {
  const { charge, fee, "charge:conditional": chargeAtTimes } = tags;
  const feesAtTimes = conditionsOf(tags["fee:conditional"]);
  const isInPart = isFreeInPart(tags, country);
  const isChargeAtTimes = hasAmount(charge) && feesAtTimes.some(({ value }) => value === "yes");
  const unread = [isChargeAtTimes ? undefined : charge, fee].filter(
    (text) =>
      !plainValues.has(normalize(text)) &&
      (parseAmount(text, country) === null || (isInPart && hasAmount(text))),
  );
  const atTimes = feesAtTimes.map(({ value, when }) => {
    const amount = value === "yes" && isChargeAtTimes ? charge : value === "no" ? "0" : value;
    return `${amount} @ (${when})`;
  });
  const otherwise = isInPart && feesAtTimes.length > 0 ? "0" : undefined;
  const stated = [...unread, chargeAtTimes, ...atTimes, otherwise];
  return stated.filter((text) => text !== undefined).join("; ") || undefined;
}

/** Whether the tags say both that the place is free and that it costs something. */
function isFreeInPart(tags: OsmTags, country: string): boolean {
  const { fee, charge, "charge:conditional": chargeAtTimes } = tags;
  if (!free.has(normalize(fee))) return false;
  const feesAtTimes = conditionsOf(tags["fee:conditional"]);
  return (
    hasAmount(charge) ||
    conditionsOf(chargeAtTimes).some(({ value }) => hasAmount(value)) ||
    feesAtTimes.some(({ value }) => parseAmount(value, country) !== 0)
  );
}

const plainValues: ReadonlySet<string> = new Set(["", "yes", "unknown"]);

function normalize(text = ""): string {
  return text.trim().toLowerCase();
}

const free: ReadonlySet<string> = new Set(["no", "none", "free", "0", "donation"]);
const amountAfterUnit = /^(?<unit>[^\d\s.,/]+)\s*(?<number>\d+(?:[.,]\d{1,2})?)$/u;
const amountBeforeUnit = /^(?<number>\d+(?:[.,]\d{1,2})?)\s*(?<unit>[^\d\s.,/]*)\.?$/u;

function hasAmount(text = ""): boolean {
  return /[1-9]/.test(text);
}

function parseAmount(text: string | undefined, country: string): number | null {
  // '50 NOK / person', '10,-'
  const stated = normalize(text)
    .replace(/\s*\/.*$/, "")
    .replace(/,-$/, "");
  if (free.has(stated)) return 0;
  const { number, unit } =
    (amountBeforeUnit.exec(stated) ?? amountAfterUnit.exec(stated))?.groups ?? {};
  if (number === undefined) return null;
  const share = shareOfCurrency(unit, country);
  const amount = Math.round(Number(number.replace(",", ".")) * (share ?? 0) * 100) / 100;
  return share === null || amount > maxPrice ? null : amount;
}

/** Value of a unit in the country's currency; null for another currency's unit. */
function shareOfCurrency(unit: string, country: string): number | null {
  const currency = currencyOf(country);
  if (currency === null) return null;
  if (unit === "" || unit.toUpperCase() === currency) return 1;
  if (wholeUnits.get(currency)?.includes(unit)) return 1;
  return currency === "EUR" && cents.has(unit) ? 0.01 : null;
}

const crowns = ["kr", "kr."];
const wholeUnits: ReadonlyMap<string, readonly string[]> = new Map([
  ["EUR", ["€", "euro", "euros"]],
  ["HUF", ["ft", "forint"]],
  ["GBP", ["£"]],
  ["CHF", ["fr", "fr.", "sfr", "sfr."]],
  ["CZK", ["kč", "kc"]],
  ["PLN", ["zł", "zl"]],
  ["RON", ["lei", "leu"]],
  ["NOK", crowns],
  ["SEK", crowns],
  ["DKK", crowns],
  ["ISK", crowns],
]);
const cents: ReadonlySet<string> = new Set(["ct", "cent", "cents", "c"]);
