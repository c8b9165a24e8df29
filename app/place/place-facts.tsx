import type { ReactNode } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName, iconMarkup } from "#app/ui/icon.tsx";
import { currencyOf } from "#domain/place/currency.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFacts as Facts } from "#domain/place/place-facts.ts";
import { isFree } from "#domain/place/place-fee.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { MessageKey } from "#domain/text/i18n.ts";

interface PlaceFactsProps {
  place: Pick<Place, "price" | "price_known" | "fee" | "country" | "added" | "facts"> &
    Partial<Pick<Place, "said_by_visitors">>;
  className?: string;
}

/** What is known of a place's price, accessibility and access. */
export function PlaceFacts({ place, className }: PlaceFactsProps) {
  const { t } = useTranslation();
  const { charge } = place.facts;
  const hasPrice = place.price_known !== false;
  const hasFee = hasPrice || (place.fee === "costs" && charge === undefined);
  return (
    <ul className={joinClasses("flex flex-wrap gap-x-4 gap-y-1 empty:hidden", className)}>
      {hasFee && (
        <Fact icon={isFree(place.price) && hasPrice ? "free" : "price"}>
          <PlacePrice place={place} />
        </Fact>
      )}
      {charge !== undefined && <Fact icon="price">{t("fact.charge", { text: charge })}</Fact>}
      <FactItems labels={mainFactLabels(place.facts)} />
      {place.said_by_visitors && (
        <li className="text-sm text-muted">
          {t("observe.saidBy", {
            facts: place.said_by_visitors.map((name) => t(saidLabels[name])).join(", "),
          })}
        </li>
      )}
    </ul>
  );
}

const saidLabels = {
  free: "panel.unknown.price",
  accessible: "panel.unknown.wheelchair",
  public: "panel.unknown.access",
  changing_table: "filter.changing_table",
} as const satisfies Record<NonNullable<Place["said_by_visitors"]>[number], MessageKey>;

/** Facts with their icons and messages, items of a list. */
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

/** Price of a place in its country's currency (docs/product#prices), 'free', or the fee without an amount. */
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

/** A fact in a list of facts: an icon and its text. */
export function Fact({ icon, children }: FactProps) {
  return (
    <li className={factClass}>
      <Icon name={icon} className={factIconClass} />
      <span className="wrap-anywhere">{children}</span>
    </li>
  );
}

/** Mark that a place's point stands for a street or a settlement (docs/product#approximate-position). */
export function ApproximateMark() {
  const { t } = useTranslation();
  return (
    <p className="mt-1 flex items-center gap-1.5">
      <Icon name="warning" className="size-5 shrink-0" /> {t("places.approximate")}
    </p>
  );
}

/** A fact as a page shows it: an icon and a message. */
export interface FactLabel {
  readonly icon: IconName;
  readonly label: MessageKey;
  readonly text?: string;
}

/** The facts that every card shows: cards only, wheelchair, access, changing table, for whom, key. */
export function mainFactLabels(facts: Facts): FactLabel[] {
  return [
    isCardOnly(facts) ? ({ icon: "price", label: "fact.pay_card.only" } as const) : null,
    wheelchairLabel(facts),
    accessLabel(facts),
    changingTableLabel(facts),
    gendersLabel(facts),
    facts.euro_key === "yes" ? ({ icon: "key", label: "fact.euro_key.yes" } as const) : null,
  ].filter((fact) => fact !== null);
}

/** Whether a visitor with cash alone cannot pay. */
export function isCardOnly({ pay_card, pay_coins, pay_notes }: Facts): boolean {
  return pay_card === "yes" && pay_coins === "no" && pay_notes !== "yes";
}

function wheelchairLabel({ wheelchair }: Facts): FactLabel | null {
  if (wheelchair === undefined) return null;
  const icon = wheelchair === "no" ? "not-accessible" : "accessible";
  return { icon, label: `fact.wheelchair.${wheelchair}` };
}

function accessLabel({ access }: Facts): FactLabel | null {
  if (access === undefined) return null;
  const icon = access === "everyone" ? "public" : access === "key" ? "key" : "private";
  return { icon, label: `fact.access.${access}` };
}

function changingTableLabel(facts: Facts): FactLabel | null {
  const { changing_table, changing_table_room } = facts;
  if (changing_table === undefined) return null;
  const isThere = changing_table === "yes";
  const detail = isThere && changing_table_room ? changing_table_room : changing_table;
  return { icon: "baby", label: `fact.changing_table.${detail}` };
}

function gendersLabel(facts: Facts): FactLabel | null {
  const { women, men, all_genders, urinals_only } = facts;
  if (urinals_only === "yes") return { icon: "men", label: "fact.genders.urinals" };
  if (all_genders === "yes") return { icon: "genders", label: "fact.genders.all" };
  if (women === "yes" && men === "yes") return { icon: "genders", label: "fact.genders.both" };
  if (women === "yes") return { icon: "women", label: "fact.genders.women" };
  return men === "yes" ? { icon: "men", label: "fact.genders.men" } : null;
}
