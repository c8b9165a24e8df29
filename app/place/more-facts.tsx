import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFacts } from "#domain/place/place-facts.ts";
import { isTitledByComment } from "#domain/place/place-title.ts";
import { type FactLabel, isCardOnly } from "./fact-labels.ts";
import { Fact, FactItems } from "./place-facts.tsx";

/** All else that is known of a place, and that nothing is known of its accessibility. */
export function MoreFacts({ facts }: Pick<Place, "facts">) {
  const { t } = useTranslation();
  const looks = moreFactLooks(facts);
  const isUnstated = facts.wheelchair === undefined;
  if (looks.length === 0 && !isUnstated) return null;
  return (
    <ul aria-label={t("panel.more")} className="flex flex-wrap gap-x-4 gap-y-1">
      {isUnstated && (
        <Fact icon="unknown">
          <span className="text-muted">{t("fact.wheelchair.unknown")}</span>
        </Fact>
      )}
      <FactItems looks={looks} />
    </ul>
  );
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
  const { comments, facts } = place;
  if (comments === "" || comments === facts.inside || isTitledByComment(place)) return null;
  return <p className="text-muted">({comments})</p>;
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

function yesLook(facts: PlaceFacts, fact: NamedWhenYes, icon: IconName): FactLabel | null {
  return facts[fact] === "yes" ? { icon, label: `fact.${fact}.yes` } : null;
}

function eitherLook(
  facts: PlaceFacts,
  fact: "hand_washing" | "paper" | "drinking_water" | "pay_card",
  icon: IconName,
): FactLabel | null {
  const answer = facts[fact];
  return answer === undefined ? null : { icon, label: `fact.${fact}.${answer}` };
}

function textLook(
  facts: PlaceFacts,
  fact: "inside" | "door" | "operator" | "key_scheme" | "scheme",
  icon: IconName,
): FactLabel | null {
  const text = facts[fact];
  return text === undefined ? null : { icon, label: `fact.${fact}`, text };
}

/** Signs and words of all else that is known of a place, for its panel: the most urgent first. */
export function moreFactLooks(facts: PlaceFacts): FactLabel[] {
  const { level, door_width, squat, seated } = facts;
  const looks: (FactLabel | null)[] = [
    textLook(facts, "inside", "building"),
    textLook(facts, "door", "place"),
    isOffTheGround(level) ? { icon: "level", label: "fact.level", text: shownLevel(level) } : null,
    textLook(facts, "key_scheme", "key"),
    yesLook(facts, "seasonal", "sun"),
    yesLook(facts, "changing_place", "accessible"),
    yesLook(facts, "hoist", "accessible"),
    door_width === undefined
      ? null
      : { icon: "accessible", label: "fact.door_width", text: String(door_width) },
    squat === "yes" && seated !== "yes" ? { icon: "toilet", label: "fact.squat.yes" } : null,
    yesLook(facts, "donation", "price"),
    yesLook(facts, "pay_coins", "price"),
    yesLook(facts, "pay_notes", "price"),
    isCardOnly(facts) ? null : eitherLook(facts, "pay_card", "price"),
    yesLook(facts, "pay_contactless", "price"),
    yesLook(facts, "pay_app", "price"),
    eitherLook(facts, "paper", "paper"),
    eitherLook(facts, "hand_washing", "water"),
    yesLook(facts, "menstrual_products", "paper"),
    eitherLook(facts, "drinking_water", "water"),
    yesLook(facts, "shower", "shower"),
    yesLook(facts, "attended", "supervised"),
    textLook(facts, "operator", "building"),
    textLook(facts, "scheme", "confirmed"),
  ];
  return looks.filter((look) => look !== null);
}

/** The ground floor alone is not worth a word. */
function isOffTheGround(level: string | undefined): level is string {
  return level !== undefined && Number(level) !== 0;
}

function shownLevel(level: string): string {
  return level.replaceAll("-", "−").replaceAll(";", ", ");
}
