import { useEffect, useState } from "react";
import { BaseMapNotice } from "#app/features/map/base-map/base-map-notice.tsx";
import { useBaseMapState } from "#app/features/map/base-map/base-map-state.ts";
import { loadLiveMap } from "#app/features/map/live/load-live-map.ts";
import type { MapCanvasProps } from "#app/features/map/live/map-canvas.tsx";
import type { LetteredPlace } from "#app/features/map/live/map-style.ts";
import { type MapArea, raiseCentre } from "#app/features/map/map-area.ts";
import { MapPicture } from "#app/features/map/picture/map-picture.tsx";
import { uncoveredMiddle } from "#app/features/map/sheet-layout.ts";
import type { MapSupport } from "#app/features/map/use-map-support.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { InitialView } from "#domain/map/initial-view.ts";
import type { MapPageQuery } from "#domain/map/map-page-query.ts";
import { formatMapView, type MapView } from "#domain/map/map-view.ts";
import type { Place } from "#domain/place/place.ts";

const MapCanvas = lazyComponent(() =>
  loadLiveMap(import("#app/features/map/live/map-canvas.tsx")).then((module) => module.MapCanvas),
);

const PictureMap = lazyComponent(() =>
  import("#app/features/map/picture/picture-map.tsx").then((module) => module.PictureMap),
);

/**
 * Time after which the live map has faded in over the picture (map-page.css); without motion, the picture is
 * removed then too.
 */
const fadedMs = 3_000;

/** Zoom from which markers have letters: before it those of one site cover each other. */
const firstLetterZoom = 15;

const noPlaces: readonly Place[] = [];

interface MapStageProps
  extends Omit<MapCanvasProps, "ref" | "initial" | "onBaseMap" | "onContextGone" | "lettered"> {
  map: MapCanvasProps["ref"];
  initial: InitialView;
  /** Whether the initial view is still to be known: then no picture is drawn. */
  isPlacing?: boolean;
  query: MapPageQuery;
  /** The places of the list beside the map, whose letters their markers have too. */
  listed?: readonly Place[];
  /** The nearest place, which has a ring on pictures; null while it is unknown. */
  nearest: Coordinates | null;
  /** The current view. */
  view: MapView;
  /** What the live map shows; null until it is there. */
  area: MapArea | null;
  support: MapSupport;
  /** URL of the page with another view, for the picture's links. */
  hrefOf: (query: MapPageQuery) => string;
}

/** The picture of the initial view, and over it the map that the browser can show, once it is loaded. */
export function MapStage(props: MapStageProps) {
  const { map, initial, isPlacing, query, nearest, view, area, support, hrefOf, ...others } = props;
  const { onReady, listed = noPlaces, ...shown } = others;
  const lettered = useLetteredPlaces(view.zoom < firstLetterZoom ? noPlaces : listed);
  const rest = { ...shown, lettered };
  const { t } = useTranslation();
  // A way that the page came with is above the sheet, unless the URL says where.
  const [isAboveSheet] = useState(() => Boolean(rest.way) && query.view === null);
  const [baseMap, setBaseMap] = useBaseMapState();
  const announce = useAnnounce();
  const [isGone, setIsGone] = useState(false);
  const pictures =
    support === "none" ? t("map.noWebGl") : isGone ? t("map.contextGone") : undefined;
  const { isReady, isFadedIn, markReady, markFadedIn } = useFadeIn(onReady);
  // The map's middle may be under the sheet.
  const seen = isReady ? raiseCentre(view, uncoveredMiddle(rest.covered())) : view;
  return (
    <>
      {!isFadedIn && !isPlacing && (
        <MapPicture
          key={formatMapView(initial.view)}
          query={query}
          view={initial.view}
          // A place that was chosen here has brought up the sheet; the live map makes room for it by itself.
          isRaised={initial.isRaised || isAboveSheet || (rest.chosen !== null && !initial.isNamed)}
          isAlone={!isReady}
          position={rest.position}
          rough={rest.rough}
          takePoint={rest.takePoint}
          lettered={lettered}
          way={rest.way}
          ringed={rest.chosen?.coordinates ?? nearest}
          hrefOf={hrefOf}
        />
      )}
      {support !== "unknown" && (
        <ChunkBoundary fallback={null} failureClassName="map-beyond mx-auto max-w-md">
          <div
            className="map-live absolute inset-0"
            data-ready={isReady || undefined}
            onTransitionEnd={(event) => {
              if (event.target === event.currentTarget) markFadedIn();
            }}
          >
            {pictures === undefined ? (
              <MapCanvas
                ref={map}
                initial={initial}
                onBaseMap={setBaseMap}
                onReady={markReady}
                onContextGone={() => {
                  setIsGone(true);
                  announce(t("map.contextGone"));
                }}
                {...rest}
              />
            ) : (
              <PictureMap
                ref={map}
                query={query}
                ringed={nearest}
                initial={isGone ? { view, isRaised: false, isNamed: true } : initial}
                hrefOf={hrefOf}
                onReady={markReady}
                {...rest}
              />
            )}
          </div>
        </ChunkBoundary>
      )}
      <BaseMapNotice
        baseMap={baseMap}
        view={seen}
        area={area}
        beyond={t("map.beyondBaseMap")}
        instead={pictures}
        className="map-beyond mx-auto"
      />
    </>
  );
}

/** The places of a list that are told apart by letters. */
function useLetteredPlaces(list: readonly Place[]): readonly LetteredPlace[] {
  const titleOf = usePlaceTitles(list, false);
  return list.flatMap((place) => {
    const { letter } = titleOf(place);
    return letter ? [{ ...place, letter }] : [];
  });
}

/** The live map's first picture starts the fade; afterwards the drawn picture may be removed. */
function useFadeIn(onReady: MapCanvasProps["onReady"]) {
  const [isReady, setIsReady] = useState(false);
  const [isFadedIn, setIsFadedIn] = useState(false);
  useEffect(() => {
    if (!isReady) return;
    const timer = setTimeout(() => setIsFadedIn(true), fadedMs);
    return () => clearTimeout(timer);
  }, [isReady]);
  const markReady = (area: MapArea) => {
    if (isReady) return;
    setIsReady(true);
    onReady(area);
  };
  return { isReady, isFadedIn, markReady, markFadedIn: () => setIsFadedIn(true) };
}
