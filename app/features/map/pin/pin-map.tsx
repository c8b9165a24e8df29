import { useId, useRef, useState } from "react";
import { BaseMapNotice } from "#app/features/map/base-map/base-map-notice.tsx";
import {
  useBaseMapSource,
  useBaseMapState,
  usefulZoom,
  useStartView,
} from "#app/features/map/base-map/base-map-state.ts";
import { loadLiveMap } from "#app/features/map/live/load-live-map.ts";
import { useMapSupport } from "#app/features/map/use-map-support.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reportFailedLoad } from "#app/network/offline-detection.ts";
import { Alert } from "#app/ui/alert.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import {
  type Coordinates,
  formatDegrees,
  roundCoordinates,
} from "#domain/geography/coordinates.ts";
import { startView } from "#domain/map/initial-view.ts";
import { type PinMapProps, type PinMove, pinAccuracyMeters, pinView, pinZoom } from "./pin.ts";
import type { PinHandle } from "./pin-canvas.tsx";
import { OwnPositionButton, PinControls } from "./pin-controls.tsx";

const PinCanvas = lazyComponent(() =>
  loadLiveMap(import("./pin-canvas.tsx")).then((module) => module.PinCanvas),
);

/**
 * A minimap with one pin, which can be dragged, set by a press, set under a cross-hair by the keyboard, at
 * the visitor's position, or by typed coordinates. Its position and accuracy are announced.
 */
export function PinMap(props: PinMapProps) {
  const { label, value, isAdjusting, zoom = pinZoom } = props;
  const ownStart = useStartView();
  const start = props.start ?? ownStart ?? startView;
  const { t } = useTranslation();
  const support = useMapSupport();
  const [isGone, setIsGone] = useState(false);
  const hasMap = support !== "none" && !isGone;
  const canvas = useRef<PinHandle>(null);
  const isDetailed = useBaseMapSource().kind !== "embedded";
  const [view] = useState(() =>
    pinView(value, start, zoom, usefulZoom({ isDetailed }, [start.longitude, start.latitude])),
  );
  const [baseMap, setBaseMap] = useBaseMapState();
  const [shownZoom, setShownZoom] = useState(view.zoom);
  // The pin that was last set on the map, and its maximum error.
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
      {isAdjusting && <OwnPositionButton onChange={setPin} />}
      {!hasMap ? (
        <Alert kind="info">{t(isGone ? "pin.contextGone" : "pin.noWebGl")}</Alert>
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
                onContextGone={() => setIsGone(true)}
              />
            </ChunkBoundary>
          )}
          <BaseMapNotice
            baseMap={baseMap}
            view={{ ...pinView(value, view), zoom: shownZoom }}
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
            hasMap={hasMap}
            onSetHere={() => canvas.current?.setInMiddle()}
            onChange={setPin}
          />
        </>
      )}
    </fieldset>
  );
}

/** Error above which the page says how far off the pin may be. */
const tolerableAccuracyMeters = 20;

interface PinPlaceProps {
  value: Coordinates | null;
  /** Maximum error; 0 where it is unknown. */
  accuracyMeters: number;
}

/** The pin's position and its maximum error, announced when they change. */
function PinPlace({ value, accuracyMeters }: PinPlaceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const isRough = value !== null && accuracyMeters > tolerableAccuracyMeters;
  return (
    <p role="status" className="mt-2 text-sm text-muted">
      {value === null
        ? t("pin.none")
        : t("pin.at", { latitude: formatDegrees(value[1]), longitude: formatDegrees(value[0]) })}
      {isRough && (
        <span className="block text-text">
          {t("pin.rough", { distance: format.distance(accuracyMeters) })}
        </span>
      )}
    </p>
  );
}
