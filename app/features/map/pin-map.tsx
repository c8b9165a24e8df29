import { useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { reportFailedLoad } from "#app/network/contact.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type Coordinates, roundCoordinates } from "#domain/coordinates.ts";
import { startView } from "#domain/map-view.ts";
import { BaseMapNotice } from "./base-map-notice.tsx";
import { pinAccuracyMeters } from "./pin-accuracy.ts";
import type { PinHandle } from "./pin-canvas.tsx";
import { PinControls } from "./pin-controls.tsx";
import type { PinMapProps, PinMove } from "./pin-map-props.ts";
import { PinPlace } from "./pin-place.tsx";
import { pinView, pinZoom } from "./pin-view.ts";
import { useBaseMapSource } from "./use-base-map-source.ts";
import { useBaseMapState } from "./use-base-map-state.ts";
import { useMapSupport } from "./use-map-support.ts";
import { usefulZoom } from "./useful-zoom.ts";

const PinCanvas = lazyWithRetry(() =>
  import("./pin-canvas.tsx").then((module) => module.PinCanvas),
);

/**
 * A minimap with one pin, which may be dragged, set by a press, set under a cross-hair by the keyboard, at
 * the visitor's own position, or by coordinates that are typed. Where it is, and how exact, is announced.
 */
export function PinMap(props: PinMapProps) {
  const { label, value, isAdjusting, zoom = pinZoom, start = startView } = props;
  const { t } = useTranslation();
  const support = useMapSupport();
  const canvas = useRef<PinHandle>(null);
  const isDetailed = useBaseMapSource().kind !== "embedded";
  const [view] = useState(() => pinView(value, start, zoom, usefulZoom({ isDetailed })));
  const [baseMap, setBaseMap] = useBaseMapState();
  const [shownZoom, setShownZoom] = useState(view.zoom);
  // The pin that was last set on the map, and how far off it may be.
  const [rough, setRough] = useState({ pin: "", meters: 0 });
  const hintId = useId();

  const setPin = (coordinates: Coordinates, how: PinMove, atZoom?: number) => {
    const pin = roundCoordinates(coordinates);
    const meters = atZoom === undefined ? 0 : pinAccuracyMeters(atZoom, pin[1]);
    setRough({ pin: pin.join(), meters });
    props.onChange(pin, how);
  };

  return (
    <fieldset
      aria-label={label}
      aria-describedby={isAdjusting ? hintId : undefined}
      className="min-w-0"
    >
      {support === "none" ? (
        <Alert kind="info">{t("pin.noWebGl")}</Alert>
      ) : (
        <div className="relative h-72 overflow-hidden rounded-control border border-control-line bg-surface sm:h-88">
          {support === "live" && (
            <ChunkBoundary fallback={<Skeleton className="h-full" />}>
              <PinCanvas
                ref={canvas}
                view={view}
                zoom={zoom}
                value={value}
                isAdjusting={isAdjusting}
                onPin={setPin}
                onZoom={setShownZoom}
                onBaseMap={setBaseMap}
                onLoadFailure={reportFailedLoad}
              />
            </ChunkBoundary>
          )}
          <BaseMapNotice
            baseMap={baseMap}
            zoom={shownZoom}
            beyond={t("pin.beyondBaseMap")}
            className="pointer-events-none absolute inset-x-2 top-2 mx-auto"
          />
        </div>
      )}
      <PinPlace value={value} accuracyMeters={value?.join() === rough.pin ? rough.meters : 0} />
      {isAdjusting && (
        <>
          <p id={hintId} className="sr-only">
            {t("pin.hint")}
          </p>
          <PinControls
            value={value}
            hasMap={support !== "none"}
            onSetHere={() => canvas.current?.setInMiddle()}
            onChange={setPin}
          />
        </>
      )}
    </fieldset>
  );
}
