import { useEffect, useRef } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import {
  bearingDegrees,
  compassDirectionOf,
  distanceMeters,
} from "#domain/geography/distance-and-bearing.ts";
import { formatMinuteOfDay, localTimeAt } from "#domain/opening/local-time.ts";

import type { Walk } from "./walk-state.ts";

interface WalkHeadingProps {
  walk: Walk;
  /** Name of the place. */
  name: string;
}

/** The current instruction, in large letters. It takes the focus as the walk begins. */
export function WalkHeading({ walk, name }: WalkHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const headingText = useHeadingText(walk, name);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="min-w-0 text-xl hyphens-auto max-md:in-data-[snap=peek]:line-clamp-4"
      title={headingText}
    >
      {headingText}
    </h2>
  );
}

function useHeadingText({ directions, progress, ...walk }: Walk, name: string): string {
  const { t } = useTranslation();
  const format = useFormatter();
  if (walk.hasArrived) return t("directions.arrived", { name });
  if (directions === null) return t(walk.isLoading ? "directions.asking" : "directions.none");
  if (directions.kind === "route") {
    return directions.steps[progress?.stepIndex ?? 0]?.instruction ?? t("directions.follow");
  }
  const { position, place } = walk;
  const direction = compassDirectionOf(bearingDegrees(position, place));
  return t("directions.straight.heading", {
    distance: format.distance(distanceMeters(position, place)),
    direction: t(`directions.compass.${direction}`),
  });
}

interface WalkProgressProps {
  walk: Walk;
  now: Date;
  /** Zone of the place, in whose time the arrival is shown. */
  timeZone: string;
}

/** Distance and time left, and the next step; for a straight line, that it is not a route. */
export function WalkProgress({ walk, now, timeZone }: WalkProgressProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { directions, progress, hasArrived } = walk;
  if (directions === null || hasArrived) return null;
  if (directions.kind === "straight") {
    return <p className="mt-1 font-bold">{t("directions.straight.notRoute")}</p>;
  }
  if (progress === null) return null;
  const arrival = new Date(now.getTime() + progress.leftSeconds * 1000);
  const next = directions.steps.at(progress.stepIndex + 1);
  return (
    <>
      <p className="tabular mt-1 text-muted">
        {t("directions.figures", {
          distance: format.distance(progress.leftMeters),
          duration: format.minutes(progress.leftSeconds),
          time: formatMinuteOfDay(localTimeAt(arrival, timeZone).minuteOfDay),
        })}
      </p>
      {next && progress.toNextStepMeters !== null && (
        <p className="tabular mt-2">
          {t("directions.next", {
            distance: format.distance(progress.toNextStepMeters),
            instruction: next.instruction,
          })}
        </p>
      )}
    </>
  );
}
