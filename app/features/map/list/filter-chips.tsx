import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLabel, filterLabels } from "#app/place/filter-labels.ts";
import { MoreFiltersButton } from "#app/place/more-filters-button.tsx";
import { TimeButton } from "#app/place/time-menu.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { HiddenParameters } from "#app/ui/hidden-parameters.tsx";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import { type MapPageQuery, mapPageSearch } from "#domain/map/map-page-query.ts";
import type { PlaceList } from "#domain/place/place.ts";
import {
  mainFilterNames,
  moreFilterNames,
  type PlaceFilterName,
} from "#domain/place/place-filters.ts";
import { UnknownPlaces } from "./nearby-places.tsx";

interface FilterChipsProps {
  query: MapPageQuery;
  /** The list beside the map; null until it is known. */
  list: PlaceList | null;
  onToggle: (name: PlaceFilterName) => void;
}

/**
 * The four main filters in sight, and at their end the button that shows all others and says how many of these
 * are on. Each filter is a form of its own that toggles it in the page's URL, so it works without script too;
 * the others are then shown at once.
 */
export function FilterChips({ query, list, onToggle }: FilterChipsProps) {
  const { t } = useTranslation();
  const [isOpen, setIsOpen] = useState(false);
  const moreId = useId();
  const chipOf = (name: PlaceFilterName) => (
    <form
      key={name}
      method="get"
      action="/"
      className="flex-none"
      onSubmit={(event) => {
        event.preventDefault();
        onToggle(name);
      }}
    >
      <HiddenParameters search={searchWithout(query, name)} />
      <ToggleChip
        isPressed={query.filters[name]}
        icon={filterLabels[name].icon}
        className="shadow-float"
        {...(query.filters[name] ? {} : { name, value: "1" })}
      >
        {t(filterLabel(name, query.at))}
      </ToggleChip>
    </form>
  );
  return (
    <fieldset
      className="map-chips min-w-0"
      data-open={isOpen || undefined}
      onKeyDown={(event) => {
        if (event.key !== "Escape" || !isOpen) return;
        event.stopPropagation();
        setIsOpen(false);
        // The filter with the focus is hidden.
        event.currentTarget.querySelector<HTMLElement>("[aria-expanded]")?.focus();
      }}
    >
      <legend className="sr-only">{t("filter.label")}</legend>
      {mainFilterNames.map((name) =>
        name === "open"
          ? [chipOf(name), <TimeButton key="at" at={query.at} className="shadow-float" />]
          : chipOf(name),
      )}
      <MoreFiltersButton
        filters={query.filters}
        isOpen={isOpen}
        controls={moreId}
        className="shadow-float"
        onToggle={() => setIsOpen(!isOpen)}
      />
      <div
        id={moreId}
        className={joinClasses(
          "map-chips-more",
          isOpen ? "flex flex-wrap" : "hidden noscript:flex",
        )}
      >
        {/* The sheet of a phone does not show it now. */}
        {isOpen && list?.total === 0 && (
          <div className="basis-full md:hidden">
            <UnknownPlaces query={query} list={list} />
          </div>
        )}
        {moreFilterNames.map(chipOf)}
      </div>
    </fieldset>
  );
}

/** The map's parameters with one filter off. */
function searchWithout(query: MapPageQuery, name: PlaceFilterName): string {
  return mapPageSearch({ ...query, filters: { ...query.filters, [name]: false } });
}
