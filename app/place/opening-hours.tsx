import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Disclosure } from "#app/ui/panes/disclosure.tsx";
import { localTimeAt } from "#domain/opening/local-time.ts";
import {
  closedDay,
  isAroundTheClock,
  noOpeningTimes,
  type OpeningTimes,
} from "#domain/opening/opening-times.ts";
import type { Translate } from "#domain/text/i18n.ts";

interface OpeningHoursProps {
  times: OpeningTimes;
  /** The source's opening hours, where the times leave something out. */
  text?: string;
  /** IANA zone of the place. */
  timeZone: string;
  now: Date;
  className?: string;
}

/** One day's opening times in words: `08:00–18:00`, 'around the clock', 'closed', 'not given'. */
export function openingText(times: string, t: Translate): string {
  if (times === closedDay) return t("places.opening.closed");
  if (times === noOpeningTimes) return t("places.opening.unknown");
  return isAroundTheClock(times) ? t("places.opening.allDay") : times.replace("-", "–");
}

/** Look of the week's table and its cells, once a table, because lists have many of them. */
const weekClass =
  "mb-2 ml-7 w-[calc(100%-1.75rem)] max-w-72 " +
  "[&_th]:py-0.5 [&_th]:pr-4 [&_th]:text-left [&_th]:[font-weight:inherit] " +
  "[&_td]:tabular [&_td]:py-0.5 [&_td]:text-right";

/** Today's opening times, and the week's on demand. */
export function OpeningHours({
  times,
  text: wording,
  timeZone,
  now,
  className,
}: OpeningHoursProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { weekday: today } = localTimeAt(now, timeZone);
  return (
    <Disclosure
      icon="clock"
      className={className}
      title={
        <>
          {t("places.opening.today")}{" "}
          <span className="tabular">{openingText(times[today], t)}</span>
        </>
      }
    >
      <table className={weekClass}>
        <caption className="sr-only">{t("places.opening.week")}</caption>
        <tbody>
          {times.map((text, weekday) => (
            <tr key={weekday} className={weekday === today ? "font-bold" : undefined}>
              <th scope="row">{format.weekday(weekday)}</th>
              <td>{openingText(text, t)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {wording !== undefined && (
        <p className="mb-2 ml-7 text-sm text-muted wrap-anywhere">
          {t("places.opening.wording", { wording })}
        </p>
      )}
    </Disclosure>
  );
}
