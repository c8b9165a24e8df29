import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { currencyOf } from "#domain/currency.ts";
import type { Place } from "#domain/place.ts";
import { isFree } from "#domain/place-filters.ts";

interface PlacePriceProps {
  place: Pick<Place, "price" | "price_known" | "fee" | "country" | "added">;
}

/**
 * What a place costs, in its country's currency, or 'free' (docs/product#prices,
 * docs/product#currency), or what is known without an amount.
 */
export function PlacePrice({ place }: PlacePriceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (place.price_known === false) {
    return t(place.fee === "costs" ? "places.fact.costs" : "places.fact.priceUnknown");
  }
  if (place.price === null || isFree(place.price)) return t("places.fact.free");
  const currency = currencyOf(place.country, new Date(place.added));
  if (currency !== null) return format.money(place.price, currency);
  return t("places.fact.localPrice", { amount: format.amount(place.price) });
}
