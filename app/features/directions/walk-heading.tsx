import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { bearingDegrees, distanceMeters } from "#domain/distance.ts";
import { compassDirectionOf } from "#domain/geo/compass-direction.ts";
import type { Walk } from "./walk.ts";

interface WalkHeadingProps {
  walk: Walk;
  /** Of the place. */
  name: string;
}

/** What to do now, in large letters. It takes the focus as the walk begins. */
export function WalkHeading({ walk, name }: WalkHeadingProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);
  const words = useHeadingWords(walk, name);
  return (
    <h2
      ref={heading}
      tabIndex={-1}
      className="min-w-0 text-xl hyphens-auto max-md:in-data-[snap=peek]:line-clamp-4"
      title={words}
    >
      {words}
    </h2>
  );
}

function useHeadingWords({ directions, progress, ...walk }: Walk, name: string): string {
  const { t } = useTranslation();
  const format = useFormatter();
  if (walk.hasArrived) return t("directions.arrived", { name });
  if (directions === null) return t(walk.isAsking ? "directions.asking" : "directions.none");
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
