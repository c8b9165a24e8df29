import type { ReactNode } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName, iconMarkup } from "#app/ui/icon.tsx";
import { currencyOf } from "#domain/place/currency.ts";
import type { Place } from "#domain/place/place.ts";
import { isFree } from "#domain/place/place-fee.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import { type FactLabel, mainFactLabels } from "./fact-labels.ts";

interface PlaceFactsProps {
  place: Pick<Place, "price" | "price_known" | "fee" | "country" | "added" | "facts">;
  className?: string;
}

/** Price, accessibility and access of a place. */
export function PlaceFacts({ place, className }: PlaceFactsProps) {
  const { t } = useTranslation();
  const { charge } = place.facts;
  const hasPrice = place.price_known !== false;
  return (
    <ul className={joinClasses("flex flex-wrap gap-x-4 gap-y-1", className)}>
      {(hasPrice || charge === undefined) && (
        <Fact icon={isFree(place.price) && hasPrice ? "free" : "price"}>
          <PlacePrice place={place} />
        </Fact>
      )}
      {charge !== undefined && <Fact icon="price">{t("fact.charge", { text: charge })}</Fact>}
      <FactItems labels={mainFactLabels(place.facts)} />
    </ul>
  );
}

/** Facts with their signs and words, items of a list. */
export function FactItems({ labels }: { labels: readonly FactLabel[] }) {
  const { t } = useTranslation();
  return labels.map(({ icon, label, text }) => (
    <li
      key={label}
      className={factClass}
      dangerouslySetInnerHTML={{ __html: factMarkup(icon, t(label, { text })) }}
    />
  ));
}

/** A fact as {@link Fact} shows it, as markup: a list has some fifty. */
function factMarkup(icon: IconName, text: string): string {
  const label = `<span class="wrap-anywhere">${escapeHtml(text)}</span>`;
  return iconMarkup(icon, factIconClass) + label;
}

interface PlacePriceProps {
  place: Pick<Place, "price" | "price_known" | "fee" | "country" | "added">;
}

/**
 * Price of a place in its country's currency, or 'free' (docs/product#prices, docs/product#currency), or the
 * fee without an amount.
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

const factClass = "inline-flex items-center gap-1.5";
const factIconClass = "size-5 text-muted";

interface FactProps {
  icon: IconName;
  children: ReactNode;
}

/** A fact in a list of facts: an icon and its words. */
export function Fact({ icon, children }: FactProps) {
  return (
    <li className={factClass}>
      <Icon name={icon} className={factIconClass} />
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}

/**
 * Mark that a place's point stands for a street or a settlement, not for the door
 * (docs/product#approximate-position).
 */
export function ApproximateMark() {
  const { t } = useTranslation();
  return (
    <p className="mt-1 flex items-center gap-1.5 text-soon">
      <Icon name="warning" className="size-5 shrink-0" /> {t("places.approximate")}
    </p>
  );
}
