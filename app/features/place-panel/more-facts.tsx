import { useTranslation } from "react-i18next";
import { Fact } from "#app/ui/fact.tsx";
import type { IconName } from "#app/ui/icon-names.ts";
import type { PlaceDetails, PlaceFeature } from "#domain/place-details.ts";

const icons: Readonly<Record<PlaceFeature, IconName>> = {
  women: "women",
  men: "men",
  unisex: "genders",
  segregated: "genders",
  "urinals-only": "men",
  squat: "toilet",
  "wheelchair-limited": "accessible",
  eurokey: "key",
  "changing-table": "baby",
  "no-paper": "paper",
  supervised: "supervised",
  seasonal: "sun",
  "drinking-water": "water",
  shower: "shower",
};

/** What an import knows of a place beyond the facts that every place has. */
export function MoreFacts({ details }: { details: PlaceDetails }) {
  const { t } = useTranslation();
  const { features, level, operator } = details;
  return (
    <ul aria-label={t("panel.more")} className="flex flex-wrap gap-x-4 gap-y-1">
      {level !== undefined && (
        <Fact icon="level">
          {t("panel.level", { level: level.replaceAll("-", "−").replaceAll(";", ", ") })}
        </Fact>
      )}
      {features.map((feature) => (
        <Fact key={feature} icon={icons[feature]}>
          {t(`panel.feature.${feature}`)}
        </Fact>
      ))}
      {operator !== undefined && (
        <Fact icon="building">
          <span className="wrap-anywhere">{t("panel.operator", { operator })}</span>
        </Fact>
      )}
    </ul>
  );
}
