import { useEffect, useEffectEvent, useMemo, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { walkPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { distanceMeters } from "#domain/geography/distance-and-bearing.ts";
import type { Place } from "#domain/place/place.ts";
import { fallbackLanguage, toLanguage } from "#domain/text/language.ts";
import {
  type Directions,
  type DirectionsStep,
  isDetour,
  type WalkingRoute,
} from "#domain/walking/directions.ts";
import { useWakeLock, useWalk, useWalkAnnouncements } from "./use-walk.ts";
import { WalkHeading, WalkProgress } from "./walk-heading.tsx";
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
  const [avoidsSteps, setAvoidsSteps] = useState(false);
  const { walk, loadRoute } = useWalk({ place: place.coordinates, start, language, avoidsSteps });
  const { directions, progress } = walk;
  const name = usePlaceTitles()(place).whole;
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
        <WalkProgress walk={walk} now={now} timeZone={place.time_zone} />
      </div>
      <WalkNotices
        walk={walk}
        placeId={place.id}
        onRetry={loadRoute}
        onAvoidSteps={avoidsSteps ? undefined : () => setAvoidsSteps(true)}
      />
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
function useGuidance({ directions, position, place }: Walk, report: NavigationProps["onGuidance"]) {
  const isStraight = directions?.kind === "straight";
  // The straight line begins at the walker's position; a route stays where it is.
  const from = isStraight ? position : null;
  const route = useMemo(() => {
    if (!directions || !from) return directions;
    const coordinates = [from, place];
    return { kind: "straight", geometry: { type: "LineString", coordinates } } as const;
  }, [directions, from, place]);
  const reportGuidance = useEffectEvent(report);
  useEffect(() => reportGuidance({ route, position }), [route, position]);
  useEffect(() => () => reportGuidance(null), []);
}

interface WalkNoticesProps {
  walk: Walk;
  placeId: number;
  /** Loads the route again. */
  onRetry: () => void;
  /** Loads a route without stairs; undefined where the shown one is to be that already. */
  onAvoidSteps?: () => void;
}

/** Notices about what hinders the guidance, and what the walker can do about it. */
export function WalkNotices({ walk, placeId, onRetry, onAvoidSteps }: WalkNoticesProps) {
  const { t } = useTranslation();
  const { directions, failure, error, isFallback, isLoading, hasLeftRoute, hasArrived } = walk;
  if (hasArrived) return null;
  const retry = (
    <Button
      icon="retry"
      aria-disabled={isLoading || undefined}
      onClick={() => {
        if (!isLoading) onRetry();
      }}
    >
      {t("action.retry")}
    </Button>
  );
  return (
    <>
      {error && (
        <Alert kind="warning">
          {t(error === "refused" ? "directions.position.refused" : "directions.position.lost")}
        </Alert>
      )}
      {hasLeftRoute && !failure && (
        <Alert kind="info" isAnnounced>
          {t("directions.left")}
        </Alert>
      )}
      {failure && (
        <Alert kind="warning">
          <p>
            {t(`directions.failure.${failure}`)} {directions && t("directions.kept")}
          </p>
          <div className="mt-3 mb-1 flex flex-wrap gap-2">
            {failure === "signin" ? (
              <ButtonLink to={continuingPath("/login", walkPath(placeId))} icon="log-in">
                {t("navigation.login")}
              </ButtonLink>
            ) : (
              retry
            )}
          </div>
        </Alert>
      )}
      {isFallback && !failure && directions && (
        <div className="grid justify-items-start gap-2 text-sm text-muted">
          <p role="status">{t(`directions.fallback.${directions.kind}`)}</p>
          {retry}
        </div>
      )}
      {directions?.kind === "route" && (
        <RouteRemarks route={directions} onAvoidSteps={onAvoidSteps} />
      )}
      {directions?.kind === "straight" && !isFallback && (
        <p className="text-sm text-muted">{t("directions.straight.why")}</p>
      )}
    </>
  );
}

/**
 * What a walker has to know of a route before setting off (docs/product#detour): a detour, ferries, and stairs,
 * with a way to ask for a route without them.
 */
function RouteRemarks({
  route,
  onAvoidSteps,
}: { route: WalkingRoute } & Pick<WalkNoticesProps, "onAvoidSteps">) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { coordinates } = route.geometry;
  const straightMeters = distanceMeters(coordinates[0], coordinates[coordinates.length - 1]);
  const obstacles = route.obstacles ?? [];
  const hasSteps = obstacles.includes("steps");
  const remarks = [
    isDetour(route, straightMeters) &&
      t("directions.detour", {
        distance: format.distance(route.distance),
        straight: format.distance(straightMeters),
      }),
    obstacles.includes("ferry") && t("directions.obstacle.ferry"),
    hasSteps && t(`directions.obstacle.${onAvoidSteps ? "steps" : "onlySteps"}`),
  ].filter((remark) => remark !== false);
  if (remarks.length === 0) return null;
  return (
    <Alert kind="warning">
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {hasSteps && onAvoidSteps && (
        <Button className="mt-2" onClick={onAvoidSteps}>
          {t("directions.withoutSteps")}
        </Button>
      )}
    </Alert>
  );
}

interface StepListProps {
  steps: readonly DirectionsStep[];
  /** Index of the current step. */
  current: number;
}

/** All steps of a route, with the distance of each. */
export function StepList({ steps, current }: StepListProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (steps.length === 0) return null;
  return (
    <div className="border-y border-line">
      <Disclosure open icon="list" title={t("directions.steps", { total: steps.length })}>
        <ol className="grid gap-1 pb-3">
          {steps.map(({ instruction, distance }, index) => (
            <li
              key={index}
              aria-current={index === current ? "step" : undefined}
              className={joinClasses(
                "tabular flex gap-3 rounded-control px-3 py-2",
                index === current && "bg-brand-tint font-bold",
                index < current && "text-muted",
              )}
            >
              <span aria-hidden="true" className="min-w-6 flex-none text-muted">
                {index + 1}.
              </span>
              <span className="min-w-0 grow hyphens-auto">{instruction}</span>
              {distance > 0 && (
                <span className="flex-none text-muted">{format.distance(distance)}</span>
              )}
            </li>
          ))}
        </ol>
      </Disclosure>
    </div>
  );
}
