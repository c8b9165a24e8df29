import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { IconButton } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { type BaseMapState, usefulZoom } from "./base-map-state.ts";

/** How long the page says that a simpler map stands in. */
const fallbackShownMs = 10_000;

interface BaseMapNoticeProps {
  /** Null until the live map knows. */
  baseMap: BaseMapState | null;
  zoom: number;
  /** What it says where the base map has no detail. */
  beyond: string;
  className: string;
}

/** Says that the base map is not the best one, and where it ends. */
export function BaseMapNotice({ baseMap, zoom, beyond, className }: BaseMapNoticeProps) {
  const { t } = useTranslation();
  const isFallback = useForAWhile(baseMap?.isFallback === true, t("map.simplerBaseMap"));
  // Until the live map is there, what stands in for it has no detail either; without script that is all.
  const isBeyond = zoom > usefulZoom(baseMap ?? { isDetailed: false }) + 0.5;
  const [closed, setClosed] = useState<string | null>(null);
  if (!isFallback && !isBeyond) return null;
  const message = isFallback ? t("map.simplerBaseMap") : beyond;
  if (message === closed) return null;
  return (
    <div
      data-map-notice
      className={joinClasses(
        "flex w-fit items-center rounded-control bg-raised pl-3 text-sm text-muted shadow-float",
        baseMap === null && "not-noscript:hidden",
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

/** Whether something has come to hold a short while ago; it is said once. */
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
