import { useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { PageLinkProps } from "#app/ui/page-link.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Place, PlaceList } from "#domain/place/place.ts";
import type { PlaceFiltering } from "#domain/place/place-filters.ts";
import { placeListSearch } from "#domain/place/place-list-query.ts";
import { nearbyListQuery } from "./nearby-list-query.ts";

interface NearestKnownProps {
  /** Filters that the place meets. */
  query: PlaceFiltering;
  near: Coordinates;
  /** Link that shows the place. */
  linkTo: (place: Place) => PageLinkProps;
}

/** Link to the nearest place that meets the filters, however far: every empty result offers it. */
export function NearestKnown({ query, near, linkTo }: NearestKnownProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  const [place, setPlace] = useState<Place | null>(null);
  const search = placeListSearch(nearbyListQuery(query, near, null, 1));
  useEffect(() => {
    const abort = new AbortController();
    const load = async () => {
      const result = await fetchApi<PlaceList>(`/api/v1/places${search}`, { signal: abort.signal });
      if (!abort.signal.aborted) setPlace(result.ok ? (result.body.places[0] ?? null) : null);
    };
    void load();
    return () => abort.abort();
  }, [search]);
  if (!place) return null;
  return (
    <ButtonLink icon="map" {...linkTo(place)}>
      {t("map.list.nearestKnown", { distance: walkText(place.distance ?? 0) })}
    </ButtonLink>
  );
}
