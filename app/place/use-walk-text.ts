import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { arrivalMeters, walkingSeconds, walkLimitMeters } from "#domain/walking/walking-time.ts";

/** Writes a straight distance with about the time to walk it; beyond a walk, the distance alone; in sight, neither. */
export function useWalkText(): (straightMeters: number) => string {
  const { t } = useTranslation();
  const format = useFormatter();
  return (straightMeters) => {
    if (straightMeters < arrivalMeters) return t("panel.inSight");
    const distance = format.distance(straightMeters);
    if (straightMeters > walkLimitMeters) return distance;
    return t("panel.walk", { distance, minutes: format.minutes(walkingSeconds(straightMeters)) });
  };
}
