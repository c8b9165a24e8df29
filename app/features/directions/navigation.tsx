import { type ReactNode, useEffect, useEffectEvent, useMemo, useRef, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { walkPath } from "#app/place/place-paths.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import {
  bearingDegrees,
  compassDirectionOf,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import { formatMinuteOfDay, localTimeAt } from "#domain/opening/local-time.ts";
import type { Place } from "#domain/place/place.ts";
import {
  type Directions,
  type DirectionsStep,
  obstaclesOf,
  type WalkingRoute,
} from "#domain/walking/directions.ts";
import type { NextManoeuvre } from "#domain/walking/route-progress.ts";
import { useWakeLock, useWalk, useWalkAnnouncements } from "./use-walk.ts";
import { isSeekingRoute, type Walk } from "./walk-state.ts";

interface NavigationProps {
  place: Place;
  /** Its title, told apart from those listed beside it. */
  name: string;
  now: Date;
  /** The walker's start. */
  start: Coordinates;
  /** Whether the visitor filters for places without steps: then stairs are on the route only on request. */
  filtersAccessible: boolean;
  /** The page's URL, at which a visitor continues who has to sign in again. */
  href: string;
  /** Called with what a map shows; null when the walk has ended. */
  onGuidance: (
    guidance: {
      route: Pick<Directions, "kind" | "geometry"> | null;
      position: Coordinates;
      heading: number | null;
      raisesSheet: boolean;
    } | null,
  ) => void;
  onEnd: () => void;
  /** What a walker is asked who has arrived. */
  question: ReactNode;
}

/**
 * Guides a walker to a place (docs/product#walking-guide): what comes next first and large, then where the
 * walker is and the distance left, then the rest.
 */
export function Navigation(props: NavigationProps) {
  const { place, name, now, start, onGuidance, onEnd } = props;
  const { t, i18n } = useTranslation();
  const [request, setRequest] = useState<"avoid" | "allow" | null>(null);
  const avoidsSteps = request ? request === "avoid" : props.filtersAccessible;
  const { walk, loadRoute } = useWalk({
    place: place.coordinates,
    start,
    locale: i18n.locale,
    avoidsSteps,
  });
  const { directions, progress, hasArrived } = walk;
  useWalkAnnouncements(walk, name);
  useWakeLock(!hasArrived);
  const remarks = remarksOn(walk, avoidsSteps);
  useGuidance(walk, remarks.length > 0 || hasArrived, onGuidance);

  return (
    <article className="grid grid-cols-1 gap-3 px-4 pb-8 wrap-anywhere md:pt-2">
      <div className="relative">
        <WalkHeading walk={walk} name={name} />
        <Button
          icon="close"
          aria-label={t("directions.end")}
          title={t("directions.end")}
          className="absolute top-0 right-0 max-md:px-0!"
          onClick={onEnd}
        >
          <span className="max-md:sr-only">{t("directions.endShort")}</span>
        </Button>
        <WalkProgress walk={walk} now={now} timeZone={place.time_zone} />
      </div>
      <WalkNotices
        walk={walk}
        href={props.href}
        onRetry={loadRoute}
        remarks={remarks}
        avoidsSteps={avoidsSteps}
        onAvoidSteps={(avoids) => setRequest(avoids ? "avoid" : "allow")}
      />
      {!hasArrived && !progress?.next?.isLast && (
        <p className="flex items-center gap-2">
          <Icon name="place" className="size-5 flex-none text-muted" />
          {t("directions.to", { name })}
        </p>
      )}
      {directions?.kind === "route" && !hasArrived && (
        <StepList steps={directions.steps} current={progress?.stepIndex ?? 0} />
      )}
      {hasArrived && (
        <>
          {props.question}
          <PlaceFacts place={place} />
          <MoreFacts place={place} />
          <PlaceComment place={place} />
        </>
      )}
    </article>
  );
}

/** Passes the guidance on to the map. */
function useGuidance(
  { directions, position, heading, place }: Walk,
  raisesSheet: boolean,
  report: NavigationProps["onGuidance"],
) {
  const isStraight = directions?.kind === "straight";
  // The straight line begins at the walker's position; a route stays where it is.
  const from = isStraight ? position : null;
  const route = useMemo(() => {
    if (!directions || !from) return directions;
    const coordinates = [from, place];
    return { kind: "straight", geometry: { type: "LineString", coordinates } } as const;
  }, [directions, from, place]);
  const reportGuidance = useEffectEvent(report);
  useEffect(
    () => reportGuidance({ route, position, heading, raisesSheet }),
    [route, position, heading, raisesSheet],
  );
  useEffect(() => () => reportGuidance(null), []);
}

interface WalkNoticesProps {
  walk: Walk;
  /** See {@link NavigationProps.href}. */
  href: string;
  /** Loads the route again. */
  onRetry: () => void;
  remarks: ReturnType<typeof remarksOn>;
  /** Whether a route without stairs was asked for. */
  avoidsSteps: boolean;
  /** Loads a route without stairs, or one that may have some. */
  onAvoidSteps: (avoids: boolean) => void;
}

/** Notices about what hinders the guidance, and what the walker can do about it. */
export function WalkNotices({ walk, href, onRetry, ...steps }: WalkNoticesProps) {
  const { t } = useTranslation();
  const { directions, failure, error, isFallback, isLoading, hasArrived } = walk;
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
      {failure && (
        <Alert kind="warning">
          <p>
            {t(`directions.failure.${failure}`)} {directions && t("directions.kept")}
          </p>
          <div className="mt-3 mb-1 flex flex-wrap gap-2">
            {failure === "signin" ? (
              <ButtonLink to={continuingPath("/login", walkPath(href))} icon="log-in">
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
      {directions?.kind === "route" && <RouteRemarks route={directions} {...steps} />}
      {directions?.kind === "straight" && !isFallback && (
        <p className="text-sm text-muted">{t("directions.straight.why")}</p>
      )}
    </>
  );
}

/** What a walker has to know of the rest of the route, by the keys of its messages (docs/product#detour). */
function remarksOn({ directions, hindrances, hasArrived }: Walk, avoidsSteps: boolean) {
  if (hasArrived || directions?.kind !== "route") return [];
  const remarks = hindrances
    .filter((hindrance) => avoidsSteps || hindrance !== "escalator")
    .map((hindrance) => (hindrance === "steps" && avoidsSteps ? "onlySteps" : hindrance));
  const isUnknown = avoidsSteps && directions.steps_unknown === true;
  return isUnknown ? [...remarks, "unknownSteps" as const] : remarks;
}

interface RouteRemarksProps
  extends Pick<WalkNoticesProps, "remarks" | "avoidsSteps" | "onAvoidSteps"> {
  route: WalkingRoute;
}

/** The remarks on a route, and a way to ask for one without stairs, or for one that may have some. */
function RouteRemarks({ route, remarks, avoidsSteps, onAvoidSteps }: RouteRemarksProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { coordinates } = route.geometry;
  const straightMeters = distanceMeters(coordinates[0], coordinates[coordinates.length - 1]);
  const lengths = {
    distance: format.distance(route.distance),
    straight: format.distance(straightMeters),
  };
  const isOffered = avoidsSteps
    ? !route.steps_unknown && !obstaclesOf(route.steps).includes("steps")
    : remarks.includes("steps");
  const offer = isOffered && (
    <Button className="justify-self-start" onClick={() => onAvoidSteps(!avoidsSteps)}>
      {t(avoidsSteps ? "directions.withSteps" : "directions.withoutSteps")}
    </Button>
  );
  if (remarks.length === 0) return offer;
  return (
    <Alert kind="warning">
      <div className="grid gap-2">
        {remarks.map((remark) => (
          <p key={remark}>{t(`directions.remark.${remark}`, lengths)}</p>
        ))}
        {offer}
      </div>
    </Alert>
  );
}

interface StepListProps {
  steps: readonly DirectionsStep[];
  /** Index of the step that the walker is on; the next one is marked. */
  current: number;
}

/** The steps of a route that are not over, with the distance of each. */
export function StepList({ steps, current }: StepListProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (steps.length === 0) return null;
  return (
    <div className="border-y border-line">
      <Disclosure open icon="list" title={t("directions.steps", { total: steps.length - current })}>
        <ol className="grid gap-1 pb-3">
          {steps.map(({ instruction, distance }, index) =>
            index < current ? null : (
              <li
                key={index}
                aria-current={index === current + 1 ? "step" : undefined}
                className={joinClasses(
                  "tabular flex gap-3 rounded-control px-3 py-2",
                  index === current + 1 && "bg-brand-tint font-bold",
                )}
              >
                <span aria-hidden="true" className="min-w-6 flex-none text-muted">
                  {index + 1}.
                </span>
                <span className="min-w-0 grow hyphens-auto">{instruction}</span>
                {distance >= nowMeters && (
                  <span className="flex-none text-muted">{format.distance(distance)}</span>
                )}
              </li>
            ),
          )}
        </ol>
      </Disclosure>
    </div>
  );
}

interface WalkHeadingProps {
  walk: Walk;
  /** Name of the place. */
  name: string;
}

/** What comes next, in large letters. It takes the focus as the walk begins. */
function WalkHeading({ walk, name }: WalkHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      // The first lines leave room for the button that ends the walk.
      className="flow-root text-xl hyphens-auto before:float-right before:h-10 before:w-14 md:before:w-32"
    >
      <HeadingText walk={walk} name={name} />
    </h2>
  );
}

function HeadingText({ walk, name }: WalkHeadingProps): ReactNode {
  const { t } = useTranslation();
  const format = useFormatter();
  const { directions, progress, position, place } = walk;
  if (walk.hasArrived) return t("directions.arrived", { name });
  if (directions === null) return t(walk.isLoading ? "directions.asking" : "directions.none");
  if (isSeekingRoute(walk)) return t("directions.left");
  if (directions.kind === "route") {
    return progress?.next ? <Manoeuvre {...progress.next} name={name} /> : t("directions.follow");
  }
  const direction = compassDirectionOf(bearingDegrees(position, place));
  return t("directions.straight.heading", {
    distance: format.distance(distanceMeters(position, place)),
    direction: t(`directions.compass.${direction}`),
  });
}

/** Distance up to which a manoeuvre is now: it would be rounded to none. */
const nowMeters = 5;

/** A manoeuvre: arrow and distance, and below them the instruction, the street, and what follows at once. */
function Manoeuvre({ step, meters, isLast, then, name }: NextManoeuvre & { name: string }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <>
      <span className="tabular flex items-center gap-2 text-3xl">
        {step.turn !== undefined && (
          <span className="-m-1.5" style={{ rotate: `${step.turn}deg` }}>
            <Icon name="arrow-up" className="block size-12 text-brand" />
          </span>
        )}
        {isLast && <Icon name="place" className="size-9 text-brand" />}
        {meters < nowMeters ? t("directions.now") : format.distance(meters)}
      </span>{" "}
      <span className="block leading-6">
        {isLast ? t("directions.to", { name }) : step.instruction}
      </span>
      {then && (
        <span className="block text-base leading-6">
          {" "}
          {t("directions.then", { instruction: then.instruction })}
        </span>
      )}
    </>
  );
}

interface WalkProgressProps {
  walk: Walk;
  now: Date;
  /** Zone of the place, in whose time the arrival is shown. */
  timeZone: string;
}

/** Where the walker is, distance and time left; for a straight line, that it is not a route. */
function WalkProgress({ walk, now, timeZone }: WalkProgressProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { directions, progress, hasArrived } = walk;
  if (directions === null || hasArrived || isSeekingRoute(walk)) return null;
  if (directions.kind === "straight") {
    return <p className="mt-1 font-bold">{t("directions.straight.notRoute")}</p>;
  }
  if (progress === null) return null;
  // A turn that is past is not said again.
  const doing = ({ street, turn, instruction }: DirectionsStep) => {
    if (street !== undefined) return t("directions.on", { street });
    return turn === undefined ? instruction : t("directions.follow");
  };
  const arrival = new Date(now.getTime() + progress.leftSeconds * 1000);
  const step = directions.steps.at(progress.stepIndex);
  return (
    <>
      {progress.next && step && <p className="mt-1 text-sm">{doing(step)}</p>}
      <p className="tabular text-sm text-muted">
        {t("directions.figures", {
          distance: format.distance(progress.leftMeters),
          duration: format.minutes(progress.leftSeconds),
          time: formatMinuteOfDay(localTimeAt(arrival, timeZone).minuteOfDay),
        })}
      </p>
    </>
  );
}
