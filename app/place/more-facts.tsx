import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { hasOwnComment } from "#domain/place/place-title.ts";
import { FactItems, type FactLabel, isCardOnly } from "./place-facts.tsx";

/** All else that is known of a place, and what is not, in one line (docs/product#place-panel). */
export function MoreFacts({ place }: { place: UnknownFactsOf }) {
  const { t } = useTranslation();
  const labels = moreFactLabels(place.facts);
  const unknown = unknownFacts(place);
  return (
    <>
      {labels.length > 0 && (
        <ul aria-label={t("panel.more")} className="flex flex-wrap gap-x-4 gap-y-1">
          <FactItems labels={labels} />
        </ul>
      )}
      {unknown.length > 0 && (
        <p className="text-muted">
          {t("panel.unknown.label", {
            facts: unknown.map((fact) => t(`panel.unknown.${fact}`)).join(", "),
          })}
        </p>
      )}
    </>
  );
}

type UnknownFactsOf = Pick<Place, "price_known" | "fee" | "facts">;

/** The facts that decide whether one can use a place, and of which nothing is known. */
function unknownFacts({ price_known, fee, facts }: UnknownFactsOf) {
  const isPriceUnknown = price_known === false && fee !== "costs" && facts.charge === undefined;
  return [
    isPriceUnknown && ("price" as const),
    facts.wheelchair === undefined && ("wheelchair" as const),
    facts.access === undefined && ("access" as const),
  ].filter((fact) => fact !== false);
}

/** What sets a place apart, in words beside its opening status. */
export function Mark({ icon, children }: { icon: IconName; children: ReactNode }) {
  return (
    <span className="inline-flex items-center gap-1 text-sm font-bold">
      <Icon name={icon} /> {children}
    </span>
  );
}

/** The comment of a place, unless it stands above already: as its name, or as what it is inside of. */
export function PlaceComment({
  place,
}: {
  place: Pick<Place, "city" | "address" | "comments" | "facts">;
}) {
  return hasOwnComment(place) && <p className="text-muted">({place.comments})</p>;
}

/** Facts that a page names where they are so; the others are unusual enough to name their absence too. */
type NamedWhenYes =
  | "changing_place"
  | "hoist"
  | "seasonal"
  | "attended"
  | "shower"
  | "menstrual_products"
  | "donation"
  | "pay_coins"
  | "pay_notes"
  | "pay_contactless"
  | "pay_app";

function yesLabel(facts: PlaceFacts, fact: NamedWhenYes, icon: IconName): FactLabel | null {
  return facts[fact] === "yes" ? { icon, label: `fact.${fact}.yes` } : null;
}

function eitherLabel(
  facts: PlaceFacts,
  fact: "hand_washing" | "paper" | "drinking_water" | "pay_card",
  icon: IconName,
): FactLabel | null {
  const answer = facts[fact];
  return answer === undefined ? null : { icon, label: `fact.${fact}.${answer}` };
}

function textLabel(
  facts: PlaceFacts,
  fact: "inside" | "door" | "operator" | "key_scheme" | "scheme",
  icon: IconName,
): FactLabel | null {
  const text = facts[fact];
  return text === undefined ? null : { icon, label: `fact.${fact}`, text };
}

/** The facts that only a place's panel shows, the most urgent first. */
export function moreFactLabels(facts: PlaceFacts): FactLabel[] {
  const { level, door_width, squat, seated } = facts;
  const labels: (FactLabel | null)[] = [
    textLabel(facts, "inside", "building"),
    textLabel(facts, "door", "place"),
    isOffTheGround(level) ? { icon: "level", label: "fact.level", text: shownLevel(level) } : null,
    textLabel(facts, "key_scheme", "key"),
    yesLabel(facts, "seasonal", "sun"),
    yesLabel(facts, "changing_place", "accessible"),
    yesLabel(facts, "hoist", "accessible"),
    door_width === undefined
      ? null
      : { icon: "accessible", label: "fact.door_width", text: String(door_width) },
    squat === "yes" && seated !== "yes" ? { icon: "toilet", label: "fact.squat.yes" } : null,
    yesLabel(facts, "donation", "price"),
    yesLabel(facts, "pay_coins", "price"),
    yesLabel(facts, "pay_notes", "price"),
    isCardOnly(facts) ? null : eitherLabel(facts, "pay_card", "price"),
    yesLabel(facts, "pay_contactless", "price"),
    yesLabel(facts, "pay_app", "price"),
    eitherLabel(facts, "paper", "paper"),
    eitherLabel(facts, "hand_washing", "water"),
    yesLabel(facts, "menstrual_products", "paper"),
    eitherLabel(facts, "drinking_water", "water"),
    yesLabel(facts, "shower", "shower"),
    yesLabel(facts, "attended", "supervised"),
    textLabel(facts, "operator", "building"),
    textLabel(facts, "scheme", "confirmed"),
  ];
  return labels.filter((fact) => fact !== null);
}

/** The ground floor alone is not worth a word. */
function isOffTheGround(level: string | undefined): level is string {
  return level !== undefined && Number(level) !== 0;
}

function shownLevel(level: string): string {
  return level.replaceAll("-", "−").replaceAll(";", ", ");
}
