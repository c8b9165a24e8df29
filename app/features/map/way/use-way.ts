import { useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import type { ShownWay } from "#app/features/map/live/map-canvas.tsx";
import { type MapPageData, waySearch } from "#app/features/map/map-page-data.ts";
import type { MapPageState } from "#app/features/map/map-page-state.ts";
import { findSavedWay, trackWayPath, waysApiPath } from "#app/network/saved-ways.ts";
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
  readonly present: Date;
  /** Called with the corners of a way that came, unless the URL has a view for it. */
  readonly onFound: (corners: readonly [Coordinates, Coordinates]) => void;
}

/** The way of the page's URL, from the page, else from the API. */
export function useWay({ data, query, track, present, onFound }: WayOptions): WayState {
  const [first] = useState(data);
  const isHydrated = useIsHydrated();
  const plan = query.way;
  const search = plan ? waySearch(plan, query) : null;
  const path = search && waysApiPath + search;
  const firstSearch = first.query.way ? waySearch(first.query.way, first.query) : null;
  const firstWay = first.way && "places" in first.way ? first.way : null;
  const firstCode = first.way && "code" in first.way ? first.way.code : null;
  const [isFirst, setIsFirst] = useState(first.way !== null);
  const isOfFirst = isFirst && search === firstSearch;
  useEffect(() => {
    if (!isOfFirst) setIsFirst(false);
  }, [isOfFirst]);

  const { line, saved, isLost } = useTrackLine(plan?.track ?? null, track);
  const body = useMemo(() => line && { type: "LineString", coordinates: line }, [line]);
  const isAsked = isHydrated && !isOfFirst && (plan?.track == null || line !== null);
  const request = isAsked && path ? { path, body: body ?? undefined } : null;
  const read = useApiRead<Way>(request, firstWay, firstCode);
  const code = isLost ? "error.parameter" : read.code;
  const isKnown = search !== null && (code === null || read.isLoading);
  const way = isKnown ? read.result : code === "error.unreachable" ? saved : null;
  useCourseInSight(first, plan, way, onFound);

  const stretch = plan?.stretch ?? null;
  const ends = JSON.stringify([plan?.from?.coordinates, plan?.to?.coordinates]);
  const shown = useMemo(() => {
    if (way) {
      const passed = way.places.map(({ place }) => place);
      return { route: routeOfWay(way, stretch), passed };
    }
    const known = [plan?.from, plan?.to].flatMap((end) => (end ? [end.coordinates] : []));
    if (known.length === 0 || plan?.track != null) return null;
    const geometry = { type: "LineString", coordinates: [] } as const;
    return { route: { kind: "straight", geometry, ends: known } as const, passed: null };
  }, [way, stretch, ends]);
  const retry = () => {
    setIsFirst(false);
    read.retry();
  };
  useDepartureNow(query.at === undefined ? way : null, present, retry);
  // Until the effect has begun to load it, what is shown is of another way.
  const isAwaited = request !== null && read.of?.path !== request.path && code === null;
  const isSearching = plan?.track != null && line === null && !isLost;
  const isLoading = read.isLoading || isAwaited || isSearching;
  return { path, way, isLoading, code, retry, shown };
}

/**
 * The line of the track that the URL names: of the file that was opened here, else of its saved way.
 *
 * @param isLost whether there is neither
 */
function useTrackLine(wanted: string | null, opened: MapPageState["track"]) {
  // The URL of another entry of the history may name another track.
  const own = opened !== null && opened.name === wanted ? opened.line : null;
  const [found, setFound] = useState<{ of: string; way: Way | null } | null>(null);
  useEffect(() => {
    if (wanted === null || own !== null) return;
    let isLeft = false;
    const read = async () => (await findSavedWay(trackWayPath(wanted)))?.json() ?? null;
    void read()
      .catch(() => null)
      .then((way) => isLeft || setFound({ of: wanted, way }));
    return () => {
      isLeft = true;
    };
  }, [wanted, own]);
  const saved = found?.of === wanted ? found.way : null;
  const isLost = wanted !== null && own === null && found?.of === wanted && saved === null;
  return { line: own ?? saved?.geometry.coordinates ?? null, saved, isLost };
}

/** Moves the map to a way whose course is another than the one before. */
function useCourseInSight(
  first: WayOptions["data"],
  plan: WayPlan | undefined,
  way: Way | null,
  onFound: WayOptions["onFound"],
): void {
  const found = useEffectEvent(onFound);
  const inSight = useRef(first.query.view && courseOf(first.query.way));
  useEffect(() => {
    const course = courseOf(plan);
    if (way === null || inSight.current === course) return;
    inSight.current = course;
    found(cornersOf(way.geometry.coordinates));
  }, [way]);
}

/** What the line of a way follows from. */
function courseOf({ from, to, by, track }: Partial<WayPlan> = {}): string {
  return JSON.stringify([from?.coordinates, to?.coordinates, by, track]);
}

/** Time after which a way that begins now is requested again. */
const departureMs = 5 * 60_000;

/** Requests a way that begins now again, as time passes. @param way null where it begins at a chosen time */
function useDepartureNow(way: Way | null, present: Date, retry: () => void): void {
  const again = useEffectEvent(retry);
  const tried = useRef(0);
  useEffect(() => {
    const last = Math.max(tried.current, Date.parse(way?.departs ?? ""));
    if (!(present.getTime() - last > departureMs)) return;
    tried.current = present.getTime();
    again();
  }, [present.getTime(), way]);
}
