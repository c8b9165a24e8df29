import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { openingText, weekdaysText } from "#app/place/opening-hours.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { formatHours } from "#domain/opening/format-hours.ts";
import {
  noOpeningTimes,
  type OpeningDayRun,
  type OpeningTimes,
  openingDayRuns,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";

interface OpeningSummaryProps {
  place: Pick<Place, "opening_times" | "closed_days" | "opening_hours">;
}

/**
 * A place's opening times at a glance, so that staff need not open it to decide: its week, or the hours that a week
 * cannot hold, in words or as their text (docs/product#original-opening-hours).
 */
export function OpeningSummary({ place }: OpeningSummaryProps) {
  const { t } = useTranslation();
  const { opening_hours: wording } = place;
  return (
    <div className="mt-0.5 flex gap-1.5">
      <Icon name="clock" className="mt-0.5 size-5 text-muted" />
      <div className="flex min-w-0 flex-wrap gap-x-2">
        <p className="sr-only">{t("moderation.opening.label")}</p>
        {wording === undefined ? <Week times={weekOf(place)} /> : <Hours text={wording} />}
      </div>
    </div>
  );
}

/** A text of opening hours in words; the text itself where a part of it has none. */
function Hours({ text }: { text: string }) {
  const { t, i18n } = useTranslation();
  const { sentence, isComplete: isWhole } = formatHours(text, { t, language: i18n.language });
  return (
    <p className="tabular wrap-anywhere">
      {isWhole ? sentence : t("places.opening.wording", { wording: text })}
    </p>
  );
}

function Week({ times }: { times: OpeningTimes }) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (times.every((entry) => entry === noOpeningTimes)) return <p>{t("places.opening.unknown")}</p>;
  const days = (run: OpeningDayRun) =>
    run.lastWeekday - run.firstWeekday === 6
      ? t("moderation.opening.everyDay")
      : weekdaysText(run, format);
  return (
    <ul className="flex flex-wrap gap-x-4">
      {openingDayRuns(times).map((run) => (
        <li key={run.firstWeekday}>
          {days(run)} <span className="tabular font-bold">{openingText(run.times, t)}</span>
        </li>
      ))}
    </ul>
  );
}
