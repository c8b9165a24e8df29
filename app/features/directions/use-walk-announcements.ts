import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { compassDirectionOf } from "#domain/walking/walk-progress.ts";
import type { Walk } from "./walk-state.ts";

/**
 * Announces to screen readers what a walker must know without looking: the route, each step as it begins, a
 * walker off the route, and the arrival.
 */
export function useWalkAnnouncements(walk: Walk, placeName: string): void {
  const { t } = useTranslation();
  const format = useFormatter();
  const announce = useAnnounce();
  const last = useRef<Walk>(null);
  useEffect(() => {
    const previous = last.current;
    last.current = walk;
    const news = newsOf();
    if (news) announce(news);

    function newsOf(): string | null {
      const { directions, progress } = walk;
      if (walk.hasArrived) {
        return previous?.hasArrived ? null : t("directions.arrived", { name: placeName });
      }
      if (directions !== null && directions !== previous?.directions) return summary();
      if (walk.hasLeftRoute && !previous?.hasLeftRoute) return t("directions.left");
      if (directions?.kind !== "route" || !progress) return null;
      const saidIndex = previous?.progress?.stepIndex ?? 0;
      // A step that was over at once is announced together with the next.
      const begun = directions.steps.slice(saidIndex + 1, progress.stepIndex + 1).slice(-2);
      return begun.map(({ instruction }) => instruction).join(" ");
    }

    function summary(): string {
      const { directions } = walk;
      if (directions?.kind !== "route") {
        const direction = t(`directions.compass.${compassDirectionOf(directions?.bearing ?? 0)}`);
        const distance = format.distance(directions?.distance ?? 0);
        const heading = t("directions.straight.heading", { distance, direction });
        return `${heading}. ${t("directions.straight.notRoute")}`;
      }
      const { distance, duration, steps } = directions;
      const found = t("directions.found", {
        distance: format.distance(distance),
        duration: format.minutes(duration),
        count: steps.length,
        total: format.number(steps.length),
      });
      return [found, steps[walk.progress?.stepIndex ?? 0]?.instruction].filter(Boolean).join(" ");
    }
  });
}
