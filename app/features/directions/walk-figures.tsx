import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { formatMinuteOfDay } from "#app/ui/format-minute-of-day.ts";
import { localTimeAt } from "#domain/local-time.ts";
import type { Walk } from "./walk.ts";

interface WalkFiguresProps {
  walk: Walk;
  now: Date;
  /** Of the place, whose clock says when one arrives. */
  timeZone: string;
}

/** How far and how long it still is, and what comes next; for a straight line, that it is no route. */
export function WalkFigures({ walk, now, timeZone }: WalkFiguresProps) {
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
