import { useEffect, useRef } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { filterLooks } from "#app/place/place-words.ts";
import { ToggleChip } from "#app/ui/toggle-chip.tsx";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { formatMapView } from "#domain/map/map-view.ts";
import {
  factFilterNames,
  type PlaceFilterName,
  placeFilterNames,
} from "#domain/place/place-filters.ts";

/** The filter that most visitors want is first; a phone shows active ones before it (map-page.css). */
const chipNames: readonly PlaceFilterName[] = [...new Set(["open" as const, ...placeFilterNames])];

interface FilterChipsProps {
  query: MapPageQuery;
  onToggle: (name: PlaceFilterName) => void;
}

/**
 * The filters in one row that scrolls where it is too long. Each is a form of its own that toggles its
 * filter in the page's address, so it works without script too.
 */
export function FilterChips({ query, onToggle }: FilterChipsProps) {
  const { t } = useTranslation();
  const row = useRef<HTMLFieldSetElement>(null);
  const on = placeFilterNames.filter((name) => query.filters[name]).join();
  // The filter just turned on is scrolled to the beginning.
  useEffect(() => {
    if (row.current) row.current.scrollLeft = 0;
  }, [on]);
  return (
    <fieldset ref={row} className="map-chips min-w-0 grow">
      <legend className="sr-only">{t("filter.label")}</legend>
      <div className="flex w-max gap-2 py-0.5 pr-3">
        {chipNames.map((name) => (
          <form
            key={name}
            method="get"
            action="/"
            onSubmit={(event) => {
              event.preventDefault();
              onToggle(name);
            }}
          >
            <KeptParameters query={query} except={name} />
            <ToggleChip
              isPressed={query.filters[name]}
              icon={filterLooks[name].icon}
              className="min-h-12! shadow-float"
              {...(query.filters[name] ? {} : { name, value: "1" })}
            >
              {t(filterLooks[name].label)}
            </ToggleChip>
          </form>
        ))}
      </div>
    </fieldset>
  );
}

/** The address's other parameters, as hidden inputs; `unknown` goes with the open filter. */
function KeptParameters({
  query: { place, filters, includeUnknown, includeUnstated, view },
  except,
}: {
  query: MapPageQuery;
  except: PlaceFilterName;
}) {
  return (
    <>
      {place !== null && <input type="hidden" name="place" value={place} />}
      {placeFilterNames.map(
        (name) =>
          name !== except &&
          filters[name] && <input key={name} type="hidden" name={name} value="1" />,
      )}
      {filters.open && includeUnknown && except !== "open" && (
        <input type="hidden" name="unknown" value="1" />
      )}
      {includeUnstated && factFilterNames.some((name) => name !== except && filters[name]) && (
        <input type="hidden" name="unstated" value="1" />
      )}
      {view !== null && <input type="hidden" name="view" value={formatMapView(view)} />}
    </>
  );
}
