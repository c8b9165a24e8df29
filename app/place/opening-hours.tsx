import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { localDateAt, localTimeAt } from "#domain/opening/local-time.ts";
import {
  closedDay,
  isAroundTheClock,
  noOpeningTimes,
  type OpeningDayRun,
  weekOf,
} from "#domain/opening/seven-entries.ts";
import type { Place } from "#domain/place/place.ts";
import { escapeHtml } from "#domain/text/escape-html.ts";
import type { Translate } from "#domain/text/i18n.ts";

interface OpeningHoursProps {
  place: Pick<
    Place,
    "opening_times" | "closed_days" | "opening_hours" | "opening_today" | "time_zone"
  >;
  now: Date;
  className?: string;
}

/** One day's opening times as text: `08:00–18:00`, 'around the clock', 'closed', 'not given'. */
export function openingText(times: string, t: Translate): string {
  if (times === closedDay) return t("places.opening.closed");
  if (times === noOpeningTimes) return t("places.opening.unknown");
  return isAroundTheClock(times) ? t("places.opening.allDay") : times.replace("-", "–");
}

/** `hétfő–péntek`, or the one day. */
export function weekdaysText(
  { firstWeekday, lastWeekday }: OpeningDayRun,
  format: Pick<Formatter, "weekday">,
): string {
  const ends = firstWeekday === lastWeekday ? [firstWeekday] : [firstWeekday, lastWeekday];
  return ends.map(format.weekday).join("–");
}

/** A day's ranges as text; 'closed' without any. */
function rangesText(ranges: readonly string[], t: Translate): string {
  const texts = ranges.map((range) => openingText(range, t));
  return texts.length === 0 ? openingText(closedDay, t) : texts.join(", ");
}

/** Classes of the week's table and its cells, set on the table because lists have many cells. */
const weekClass =
  "mb-2 ml-7 w-[calc(100%-1.75rem)] max-w-72 " +
  "[&_th]:py-0.5 [&_th]:pr-4 [&_th]:text-left [&_th]:[font-weight:inherit] " +
  "[&_td]:tabular [&_td]:py-0.5 [&_td]:text-right";

/** The week's rows as markup: as elements of React they were a fifth of a list's rendering. */
function weekMarkup(
  times: readonly string[],
  today: number,
  t: Translate,
  format: Pick<Formatter, "weekday">,
): string {
  const rows = times.map((text, weekday) => {
    const row = weekday === today ? '<tr class="font-bold">' : "<tr>";
    const name = escapeHtml(format.weekday(weekday));
    return `${row}<th scope="row">${name}</th><td>${escapeHtml(openingText(text, t))}</td></tr>`;
  });
  const caption = escapeHtml(t("places.opening.week"));
  return `<caption class="sr-only">${caption}</caption><tbody>${rows.join("")}</tbody>`;
}

/** Today's times as text; null where they are not known. */
function todayText({ place, now }: OpeningHoursProps, t: Translate): string | null {
  const { opening_hours: wording, opening_today, time_zone } = place;
  if (opening_today?.date === localDateAt(now, time_zone))
    return rangesText(opening_today.times, t);
  // The week is incomplete: today's times may be missing from it.
  if (wording !== undefined) return null;
  const times = weekOf(place)[localTimeAt(now, time_zone).weekday];
  return times === noOpeningTimes ? null : openingText(times, t);
}

/** Today's opening times beside the status; nothing on a day of unknown times, or without any. */
export function OpeningToday(props: OpeningHoursProps) {
  const { t } = useTranslation();
  const text = todayText(props, t);
  if (text === null || text === openingText(closedDay, t)) return null;
  return <span className="tabular">{`${t("places.opening.today")} ${text}`}</span>;
}

/** Today's opening times, and the week's on demand; nothing where no day's times are known. */
export function OpeningHours(props: OpeningHoursProps & { isTodayAbove?: boolean }) {
  const { place, now, className, isTodayAbove = false } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const { opening_hours: wording, time_zone } = place;
  const times = weekOf(place);
  if (wording === undefined && times.every((day) => day === noOpeningTimes)) return null;
  const { weekday: today } = localTimeAt(now, time_zone);
  const shownToday = todayText(props, t);
  return (
    <Disclosure
      icon="clock"
      className={className}
      title={
        isTodayAbove ? (
          t("places.opening.week")
        ) : wording !== undefined && shownToday === null ? (
          <>
            {t("places.opening.label")} <span className="wrap-anywhere">{wording}</span>
          </>
        ) : (
          <>
            {`${t("places.opening.today")} `}
            <span className="tabular">{shownToday ?? openingText(noOpeningTimes, t)}</span>
          </>
        )
      }
    >
      <table
        className={weekClass}
        dangerouslySetInnerHTML={{ __html: weekMarkup(times, today, t, format) }}
      />
      {wording !== undefined && (
        <p className="mb-2 ml-7 text-sm text-muted wrap-anywhere">
          {t("places.opening.wording", { wording })}
        </p>
      )}
    </Disclosure>
  );
}
