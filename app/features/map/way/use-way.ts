import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ShownWay } from "#app/features/map/live/map-canvas.tsx";
import { type MapPageData, waySearch } from "#app/features/map/map-page-data.ts";
import type { MapPageState } from "#app/features/map/map-page-state.ts";
import { waysApiPath } from "#app/network/saved-ways.ts";
import { useApiRead } from "#app/ui/use-api-read.ts";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import type { Way } from "#domain/way/way.ts";
import type { WayPlan } from "#domain/way/way-plan.ts";
import { cornersOf, routeOfWay } from "./shown-way.ts";

/** The way that the page shows. */
export interface WayState {
  /** Path and query of the API for it; null while ends are missing. */
  readonly path: string | null;
  /** The last one, which stays while another is loading. */
  readonly way: Way | null;
  readonly isLoading: boolean;
  /** Code of the failure; null without. */
  readonly code: string | null;
  readonly retry: () => void;
  /** Its line and its places on the map; null without. */
  readonly shown: ShownWay | null;
}

interface WayOptions extends Pick<MapPageState, "track"> {
  readonly data: Pick<MapPageData, "query" | "way">;
  readonly query: MapPageQuery;
  /** Called with the corners of a way that came, unless the URL has a view for it. */
  readonly onFound: (corners: readonly [Coordinates, Coordinates]) => void;
}

/** The way of the page's URL, from the page, else from the API. */
export function useWay({ data, query, track, onFound }: WayOptions): WayState {
  const [first] = useState(data);
  const isHydrated = useIsHydrated();
  const plan = query.way;
  const search = plan ? waySearch(plan, query) : null;
  const firstSearch = first.query.way ? waySearch(first.query.way, first.query) : null;
  const firstWay = first.way && "places" in first.way ? first.way : null;
  const firstCode = first.way && "code" in first.way ? first.way.code : null;
  // The URL of another entry of the history may name another track.
  const own = track !== null && track.name === plan?.track ? track : null;
  const body = useMemo(() => own && { type: "LineString", coordinates: own.line }, [own]);
  const isLineless = plan?.track != null && own === null;
  const lineless = isLineless ? `&track=${encodeURIComponent(plan.track ?? "")}` : "";
  const path = search && waysApiPath + search + lineless;
  const [isFirst, setIsFirst] = useState(first.way !== null);
  const isOfFirst = isFirst && search === firstSearch;
  useEffect(() => {
    if (!isOfFirst) setIsFirst(false);
  }, [isOfFirst]);
  const request = isHydrated && path && !isOfFirst ? { path, body: body ?? undefined } : null;
  const { result, of, isLoading, code, retry } = useApiRead<Way>(request, firstWay, firstCode);
  const isKnown = search !== null && (code === null || isLoading);
  const way = isKnown ? result : null;
  const found = useEffectEvent(onFound);
  const inSight = useRef(first.query.view && courseOf(first.query.way));
  useEffect(() => {
    const course = courseOf(plan);
    if (way === null || inSight.current === course) return;
    inSight.current = course;
    found(cornersOf(way.geometry.coordinates));
  }, [way]);
  const stretch = plan?.stretch ?? null;
  const shown = useMemo(
    () =>
      way && {
        route: routeOfWay(way, stretch),
        passed: way.places.map(({ place }) => place),
      },
    [way, stretch],
  );
  const again = () => {
    setIsFirst(false);
    retry();
  };
  // Until the effect has begun to load it, what is shown is of another way.
  const isAwaited = request !== null && of?.path !== request.path && code === null;
  return { path, way, isLoading: isLoading || isAwaited, code, retry: again, shown };
}

/** What the line of a way follows from. */
function courseOf({ from, to, by, track }: Partial<WayPlan> = {}): string {
  return JSON.stringify([from?.coordinates, to?.coordinates, by, track]);
}
