import { type Ref, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import type { MapPageQuery } from "#domain/map-page-query.ts";
import { BaseMapNotice } from "./base-map-notice.tsx";
import type { MapArea } from "./map-area.ts";
import type { MapCanvasProps, MapHandle } from "./map-canvas.tsx";
import { MapPicture } from "./map-picture.tsx";
import type { OpeningView } from "./opening-view.ts";
import { useBaseMapState } from "./use-base-map-state.ts";
import { withMapWorker } from "./with-map-worker.ts";

const MapCanvas = lazyWithRetry(() =>
  withMapWorker(import("./map-canvas.tsx")).then((module) => module.MapCanvas),
);

/** The live map fades in over the picture (map-page.css). Where nothing moves, the picture goes after this. */
const fadedMs = 3_000;

interface MapStageProps extends Omit<MapCanvasProps, "ref" | "opening" | "onBaseMap"> {
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
  const [baseMap, setBaseMap] = useBaseMapState();
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
        <ChunkBoundary fallback={null} failureClassName="map-beyond mx-auto max-w-md">
          <div
            className="map-live absolute inset-0"
            data-ready={isReady || undefined}
            onTransitionEnd={(event) => {
              if (event.target === event.currentTarget) markFadedIn();
            }}
          >
            <MapCanvas
              ref={map}
              opening={opening}
              onBaseMap={setBaseMap}
              onReady={markReady}
              {...rest}
            />
          </div>
        </ChunkBoundary>
      )}
      <BaseMapNotice
        baseMap={baseMap}
        zoom={zoom}
        beyond={t("map.beyondBaseMap")}
        className="map-beyond mx-auto animate-fade-in"
      />
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
