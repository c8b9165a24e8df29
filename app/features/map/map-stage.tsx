import { type Ref, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import { baseMapMaxUsefulZoom } from "#domain/base-map/base-map-limits.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import type { MapArea } from "./map-area.ts";
import type { MapCanvasProps, MapHandle } from "./map-canvas.tsx";
import { MapPicture } from "./map-picture.tsx";
import type { OpeningView } from "./opening-view.ts";

const MapCanvas = lazyWithRetry(() =>
  import("./map-canvas.tsx").then((module) => module.MapCanvas),
);

/** The live map fades in over the picture (map-page.css). Where nothing moves, the picture goes after this. */
const fadedMs = 3_000;

interface MapStageProps extends Omit<MapCanvasProps, "ref" | "opening"> {
  map: Ref<MapHandle>;
  opening: OpeningView;
  query: MapPageQuery;
  /** The zoom now. */
  zoom: number;
  /** Whether the live map may load: after hydration, in a browser that can draw it. */
  isLive: boolean;
}

/** The picture of the opening view, and over it, once it is there, the live map. */
export function MapStage({ map, opening, query, zoom, isLive, onReady, ...rest }: MapStageProps) {
  const { t } = useTranslation();
  const { isReady, isFadedIn, markReady, markFadedIn } = useFadeIn(onReady);
  return (
    <>
      {!isFadedIn && (
        <MapPicture
          query={query}
          view={opening.view}
          isRaised={opening.isRaised}
          isAlone={!isReady}
        />
      )}
      {isLive && (
        <ChunkBoundary fallback={null}>
          <div
            className="map-live absolute inset-0"
            data-ready={isReady || undefined}
            onTransitionEnd={(event) => {
              if (event.target === event.currentTarget) markFadedIn();
            }}
          >
            <MapCanvas ref={map} opening={opening} onReady={markReady} {...rest} />
          </div>
        </ChunkBoundary>
      )}
      {zoom > baseMapMaxUsefulZoom + 0.5 && (
        <p className="map-beyond mx-auto w-fit animate-fade-in rounded-control bg-raised px-3 py-1.5 text-sm text-muted shadow-float">
          {t("map.beyondBaseMap")}
        </p>
      )}
    </>
  );
}

/** The live map's first picture starts the fade; after it the drawn picture may go. */
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
