import { useEffect, useEffectEvent, useMemo } from "react";
import { useTranslation } from "react-i18next";
import { usePlaceWords } from "#app/place/place-words.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Place } from "#domain/place/place.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import type { Directions } from "#domain/walking/directions.ts";
import { StepList } from "./step-list.tsx";
import { useWakeLock } from "./use-wake-lock.ts";
import { useWalk } from "./use-walk.ts";
import { useWalkAnnouncements } from "./use-walk-announcements.ts";
import { WalkFigures, WalkHeading } from "./walk-heading.tsx";
import { WalkNotices } from "./walk-notices.tsx";
import type { Walk } from "./walk-state.ts";

interface NavigationProps {
  place: Place;
  now: Date;
  /** The walker's start. */
  start: Coordinates;
  /** Called with what a map shows; null when the walk has ended. */
  onGuidance: (
    guidance: {
      route: Pick<Directions, "kind" | "geometry"> | null;
      position: Coordinates;
    } | null,
  ) => void;
  onEnd: () => void;
}

/**
 * Guides a walker to a place (docs/product#walking-guide): the current step first and large, then the
 * distance left, then the rest.
 */
export function Navigation({ place, now, start, onGuidance, onEnd }: NavigationProps) {
  const { t, i18n } = useTranslation();
  const language = toLanguage(i18n.language) ?? fallbackLanguage;
  const { walk, ask } = useWalk({ place: place.coordinates, start, language });
  const { directions, progress } = walk;
  const name = usePlaceWords()(place).whole;
  useWalkAnnouncements(walk, name);
  useWakeLock(!walk.hasArrived);
  useGuidance(walk, onGuidance);

  return (
    <article className="grid grid-cols-1 gap-3 px-4 pb-8 wrap-anywhere md:pt-2">
      <div>
        <div className="flex items-start justify-between gap-3">
          <WalkHeading walk={walk} name={name} />
          <Button
            icon="close"
            aria-label={t("directions.end")}
            title={t("directions.end")}
            className="flex-none max-md:px-0!"
            onClick={onEnd}
          >
            <span className="max-md:sr-only">{t("directions.endShort")}</span>
          </Button>
        </div>
        <WalkFigures walk={walk} now={now} timeZone={place.time_zone} />
      </div>
      <WalkNotices walk={walk} onRetry={ask} />
      {!walk.hasArrived && (
        <p className="flex items-center gap-2">
          <Icon name="place" className="size-5 flex-none text-muted" />
          {t("directions.to", { name })}
        </p>
      )}
      {directions?.kind === "route" && (
        <StepList steps={directions.steps} current={progress?.stepIndex ?? 0} />
      )}
    </article>
  );
}

/** Passes the guidance on to the map. */
function useGuidance({ directions, position, place }: Walk, tell: NavigationProps["onGuidance"]) {
  const isStraight = directions?.kind === "straight";
  // The straight line begins at the walker's position; a route stays where it is.
  const from = isStraight ? position : null;
  const route = useMemo(() => {
    if (!directions || !from) return directions;
    const coordinates = [from, place];
    return { kind: "straight", geometry: { type: "LineString", coordinates } } as const;
  }, [directions, from, place]);
  const tellLatest = useEffectEvent(tell);
  useEffect(() => tellLatest({ route, position }), [route, position]);
  useEffect(() => () => tellLatest(null), []);
}
