import { type ReactNode, useEffect, useRef } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import {
  bearingDegrees,
  compassDirectionOf,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import { formatMinuteOfDay, localTimeAt } from "#domain/opening/local-time.ts";
import type { DirectionsStep } from "#domain/walking/directions.ts";
import type { NextManoeuvre } from "#domain/walking/route-progress.ts";
import { isSeekingRoute, type Walk } from "./walk-state.ts";

interface WalkHeadingProps {
  walk: Walk;
  /** Name of the place. */
  name: string;
}

/** What comes next, in large letters. It takes the focus as the walk begins. */
export function WalkHeading({ walk, name }: WalkHeadingProps) {
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

/** A manoeuvre: its arrow and distance, and below them what to do, and onto which street. */
function Manoeuvre({ step, meters, isLast, name }: NextManoeuvre & { name: string }) {
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
export function WalkProgress({ walk, now, timeZone }: WalkProgressProps) {
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
