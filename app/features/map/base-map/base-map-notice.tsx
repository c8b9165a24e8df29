import { useEffect, useState } from "react";
import type { MapArea } from "#app/features/map/map-area.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { useAnnounce } from "#app/ui/live-region.tsx";
import type { MapView } from "#domain/map/map-view.ts";
import {
  type BaseMapState,
  isPlainAround,
  useBaseMapSource,
  usefulZoom,
} from "./base-map-state.ts";

/** Time that the page says that a simpler map is shown. */
const fallbackShownMs = 10_000;

interface BaseMapNoticeProps {
  /** Null until the live map has its base map. */
  baseMap: BaseMapState | null;
  view: MapView;
  /** All that the map shows, where a word is due about what is plain at its edge. */
  area?: MapArea | null;
  /** Message where the base map has no detail. */
  beyond: string;
  /** Message where something else takes the live map's place. */
  instead?: string;
  className: string;
}

/** Notice that there is another map than expected, or that the base map has no detail at this zoom. */
export function BaseMapNotice(props: BaseMapNoticeProps) {
  const { baseMap, view, area, beyond, instead, className } = props;
  const { t } = useTranslation();
  const isFallback = useForAWhile(baseMap?.isFallback === true, t("map.simplerBaseMap"));
  // Until the live map is there, and without script, its placeholder has streets of the imported extracts alone.
  const placeholder = { isDetailed: "isPart" in useBaseMapSource() };
  const { longitude, latitude, zoom } = view;
  const isBeyond = zoom > usefulZoom(baseMap ?? placeholder, [longitude, latitude]);
  const [closed, setClosed] = useState<string | null>(null);
  const around = baseMap && area && isPlainAround(baseMap, area) ? t("map.plainAround") : null;
  const message =
    instead ?? (isFallback ? t("map.simplerBaseMap") : (around ?? (isBeyond ? beyond : null)));
  if (message === null || message === closed) return null;
  return (
    <div
      data-map-notice
      className={joinClasses(
        "flex w-fit items-center rounded-control bg-raised pl-3 text-sm text-muted shadow-float",
        baseMap === null && instead === undefined && "not-noscript:hidden",
        className,
      )}
    >
      <p className="py-1.5">{message}</p>
      <IconButton
        icon="close"
        label={t("action.close")}
        className="flex-none noscript:hidden"
        onClick={() => setClosed(message)}
      />
    </div>
  );
}

/** Whether a condition has become true a short while ago; the message is announced once. */
function useForAWhile(holds: boolean, message: string): boolean {
  const announce = useAnnounce();
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!holds) return;
    announce(message);
    const timer = setTimeout(() => setIsOver(true), fallbackShownMs);
    return () => clearTimeout(timer);
  }, [holds, message, announce]);
  return holds && !isOver;
}
