import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { openingText } from "#app/place/opening-hours.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { noOpeningTimes, type OpeningTimes } from "#domain/opening/seven-entries.ts";

/** A place's whole week at a glance, so that the administrator need not open it to decide. */
export function OpeningSummary({ times }: { times: OpeningTimes }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const days = ({ firstWeekday, lastWeekday }: OpeningDayRun) => {
    if (lastWeekday - firstWeekday === 6) return t("moderation.opening.everyDay");
    const ends = firstWeekday === lastWeekday ? [firstWeekday] : [firstWeekday, lastWeekday];
    return ends.map(format.weekday).join("–");
  };
  return (
    <div className="mt-2 flex gap-1.5">
      <Icon name="clock" className="mt-0.5 size-5 text-muted" />
      <div className="flex flex-wrap gap-x-2">
        <p>{t("moderation.opening.label")}</p>
        {times.some((entry) => entry !== noOpeningTimes) ? (
          <ul className="flex flex-wrap gap-x-4">
            {openingDayRuns(times).map((run) => (
              <li key={run.firstWeekday}>
                {days(run)} <span className="tabular font-bold">{openingText(run.times, t)}</span>
              </li>
            ))}
          </ul>
        ) : (
          <p>{t("places.opening.unknown")}</p>
        )}
      </div>
    </div>
  );
}

/** Successive days with the same opening times. */
interface OpeningDayRun {
  /** 0 is Monday. */
  readonly firstWeekday: number;
  /** Equal to `firstWeekday` for a single day. */
  readonly lastWeekday: number;
  /** `HH:MM-HH:MM`, or `-` for days without opening times. */
  readonly times: string;
}

/** A week in as few rows as possible: Monday to Friday one row, Saturday and Sunday another. */
export function openingDayRuns(week: OpeningTimes): OpeningDayRun[] {
  const starts = week.flatMap((times, day) => (times === week[day - 1] ? [] : [day]));
  return starts.map((firstWeekday, index) => ({
    firstWeekday,
    lastWeekday: (starts[index + 1] ?? week.length) - 1,
    times: week[firstWeekday],
  }));
}
