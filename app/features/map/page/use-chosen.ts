import { useMemo, useState } from "react";
import type { ChosenMarker } from "#app/features/map/live/map-style.ts";
import { type Place, placeOpeningAt } from "#domain/place/place.ts";
import { type ChosenResult, findChosen, type MapPageData } from "./map-page-data.ts";

/** Content of the panel: the result, or that it is loading. */
export type ShownChoice = ChosenResult | { readonly kind: "loading" };

/**
 * The chosen place. While it is loading, the data of a list is shown; a failed load can be tried again
 * without leaving the page.
 *
 * @param pendingPlace the place that the router is loading; undefined while it loads nothing
 * @param known places that came with a list
 */
export function useChosen(
  { chosen, query }: MapPageData,
  pendingPlace: number | null | undefined,
  known: (id: number) => Place | undefined,
): { choice: ShownChoice; placeId: number | null; retry: () => void } {
  const [again, setAgain] = useState<{ of: ChosenResult; choice: ShownChoice } | null>(null);
  const placeId = pendingPlace === undefined ? query.place : pendingPlace;

  const retry = async () => {
    setAgain({ of: chosen, choice: { kind: "loading" } });
    const choice = await findChosen(query.place);
    setAgain({ of: chosen, choice });
  };
  const loaded = again?.of === chosen ? again.choice : chosen;
  return { choice: shownChoice(), placeId, retry };

  function shownChoice(): ShownChoice {
    if (placeId === query.place) return loaded;
    if (placeId === null) return { kind: "none" };
    const place = known(placeId);
    return place ? { kind: "place", place } : { kind: "loading" };
  }
}

/** The chosen place for the map's marker; the same object until a property of the marker changes. */
export function useChosenMarker(place: Place | null, now: Date): ChosenMarker | null {
  const status = place && placeOpeningAt(place, now).status;
  return useMemo(() => {
    if (!place || !status) return null;
    const { id, coordinates, accepted } = place;
    return { id, coordinates, accepted, status };
  }, [place, status]);
}
