import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabels } from "#app/place/place-facts.tsx";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { chipClass, ToggleChip } from "#app/ui/toggle-chip.tsx";
import { type MapPageQuery, mapPageSearch } from "#domain/map/map-page-query.ts";
import {
  type PlaceFilterName,
  placeFilterNames,
  shownFilterNames,
} from "#domain/place/place-filters.ts";

interface FilterChipsProps {
  query: MapPageQuery;
  onToggle: (name: PlaceFilterName) => void;
}

/**
 * The filters in one row that scrolls where it is too long; its first chip says how many are on, and shows
 * all of them at once. Each filter is a form of its own that toggles it in the page's URL, so it works
 * without script too.
 */
export function FilterChips({ query, onToggle }: FilterChipsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const active = placeFilterNames.filter((name) => query.filters[name]).length;
  return (
    <fieldset
      className="map-chips min-w-0 grow"
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
      }}
    >
      <legend className="sr-only">{t("filter.label")}</legend>
      <div className="flex w-max gap-2 py-0.5 pr-3">
        <button
          type="button"
          aria-expanded={isOpen}
          className={chipClass(active > 0, "min-h-12! shadow-float noscript:hidden")}
          onClick={() => setIsOpen(!isOpen)}
        >
          <Icon name="filter" />
          {active === 0 ? t("filter.label") : t("filter.allOn", { active })}
        </button>
        {shownFilterNames.map((name) => (
          <form
            key={name}
            method="get"
            action="/"
            onSubmit={(event) => {
              event.preventDefault();
              onToggle(name);
            }}
          >
            <HiddenParameters search={searchWithout(query, name)} />
            <ToggleChip
              isPressed={query.filters[name]}
              icon={filterLabels[name].icon}
              className="min-h-12! shadow-float"
              {...(query.filters[name] ? {} : { name, value: "1" })}
            >
              {t(filterLabels[name].label)}
            </ToggleChip>
          </form>
        ))}
      </div>
    </fieldset>
  );
}

/** The map's parameters with one filter off. */
function searchWithout(query: MapPageQuery, name: PlaceFilterName): string {
  return mapPageSearch({ ...query, filters: { ...query.filters, [name]: false } });
}
