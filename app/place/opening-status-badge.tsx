import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon, type IconName } from "#app/ui/icon.tsx";
import { formatMinuteOfDay, minutesPerDay } from "#domain/opening/local-time.ts";
import type { NextOpening, OpenStatus } from "#domain/opening/open-status.ts";
import type { PlaceOpening } from "#domain/place/shown-opening.ts";
import type { Translate } from "#domain/text/i18n.ts";
import { LikelyBadge } from "./likely-text.tsx";

interface StatusBadgeProps {
  status: OpenStatus;
  /** Minute of the place's local day at which the status changes, from `openStatusAt`, or null. */
  until?: number | null;
  /** Next opening of a closed place, from `placeOpeningAt`, or null where it is unknown. */
  opensNext?: NextOpening | null;
  /** What the hours say of this moment beside it, in the words of their source. */
  comment?: string;
  /** What closes the place for now, whatever its opening times say. */
  closure?: PlaceOpening["closure"];
  /** What visitors found at this hour: in a line of a list in place of an unknown status. */
  likely?: Pick<NonNullable<PlaceOpening["likely"]>, "open"> | undefined;
  /** What staff still have to look into: told in place of the status. */
  doubt?: PlaceOpening["doubt"];
  /** The current instant, where it also says since when a place is closed. */
  now?: Date;
  /** Uses as few words as possible, for a line of a list: nothing where nothing is known. */
  isShort?: boolean;
  className?: string;
}

/** Looks of the statuses (docs/product#opening-status); a day without opening times has a dashed edge. */
const statusStyles: Record<OpenStatus, { icon: IconName; className: string }> = {
  open: { icon: "open", className: "bg-open-tint text-open" },
  "closes-soon": { icon: "soon", className: "bg-soon-tint text-soon" },
  "opens-soon": { icon: "soon", className: "bg-opening-tint text-opening" },
  closed: { icon: "closed", className: "bg-closed-tint text-closed" },
  none: {
    icon: "unknown",
    className: "border border-dashed border-soon bg-soon-tint text-soon",
  },
};

/** A closing at midnight belongs to today, as in the opening times: `24:00`, not the next day's `00:00`. */
function timeOfChange(status: OpenStatus, minuteOfDay: number): string {
  const isClosing = status === "open" || status === "closes-soon";
  return formatMinuteOfDay(isClosing && minuteOfDay === 0 ? minutesPerDay : minuteOfDay);
}

/** Days from now beyond which only the month of an opening is told. */
const lastNamedDay = 30;

/** 'opens at 08:00', 'opens tomorrow at 08:00', 'opens on 15 March at 08:00', 'opens again in April'. */
function nextOpeningText(
  t: Translate,
  { daysAhead, weekday, minuteOfDay, date }: NextOpening,
  dateOf: (day: string) => string,
): string {
  const time = formatMinuteOfDay(minuteOfDay);
  if (daysAhead === 0) return t("status.until.closed", { time });
  if (daysAhead === 1) return t("status.opens.tomorrow", { time });
  if (date !== undefined && daysAhead > lastNamedDay) {
    const month = t(`status.month.${monthOf(date)}`);
    return t("status.opens.month", { month });
  }
  if (date !== undefined && daysAhead > 7) {
    return t("status.opens.date", { date: dateOf(date), time });
  }
  const day = t(`status.day.${weekday}`);
  return t(daysAhead === 7 ? "status.opens.nextWeek" : "status.opens.day", { day, time });
}

type Month = 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12;

function monthOf(date: string): Month {
  return Number(date.slice(5, 7)) as Month;
}

/** The next opening in few words. @param dayName of the weekday, as in a calendar */
function shortOpeningText(
  t: Translate,
  opening: NextOpening,
  dayName: string,
  dateOf: (day: string) => string,
): string {
  const { daysAhead, minuteOfDay } = opening;
  if (daysAhead === 0 || daysAhead >= 7) return nextOpeningText(t, opening, dateOf);
  const day = daysAhead === 1 ? t("status.tomorrow") : dayName;
  return t("status.opens.short", { day, time: formatMinuteOfDay(minuteOfDay) });
}

/** The status, or what the hours say instead where nothing else is known. */
function statusText(t: Translate, status: OpenStatus, comment: string | undefined): string {
  return status === "none" && comment !== undefined
    ? commentText(t, comment)
    : t(`status.${status}`);
}

/** 'Out of order', 'closed until 1 Dec', with the year where it is not that of the closing, 'gone'. */
function closureText(
  t: Translate,
  { reason, opens_on, since }: NonNullable<PlaceOpening["closure"]>,
  format: Formatter,
): string {
  if (reason === "gone") return t("status.gone");
  if (reason === "out-of-order" || opens_on === undefined) return t("status.outOfOrder");
  const isSameYear = opens_on.slice(0, 4) === since.slice(0, 4);
  const date = isSameYear ? format.shortDay(opens_on) : format.date(opens_on, "UTC");
  return t("status.closedUntil", { date: beforeSuffix(date) });
}

/** Hungarian dates as a suffix follows them: `dec. 20-`, `dec. 1-jé`. No other language ends them in figure and dot. */
function beforeSuffix(date: string): string {
  return date.replace(/\b1\.$/, "1-jé").replace(/(\d)\.$/, "$1-");
}

/** The opening status of a place by icon, word and time: its meaning never depends on colour alone. */
export function StatusBadge(props: StatusBadgeProps) {
  const { status, until = null, opensNext = null, comment, closure, doubt, likely } = props;
  const { isShort = false, now } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  if (isShort && status === "none" && !doubt) {
    if (likely) return <LikelyBadge likely={likely} />;
    if (comment === undefined) return null;
  }
  return (
    <span
      className={joinClasses(
        "inline-flex max-w-full items-center gap-1.5 rounded-[1rem] py-1 pr-3 pl-2 text-sm font-bold wrap-break-word hyphens-auto",
        statusStyles[doubt ? "none" : status].className,
        props.className,
      )}
    >
      <Icon name={doubt ? "warning" : statusStyles[status].icon} className="size-5" />
      {/* Lines break between words: large letters make it higher, not a column of letters. */}
      <span className="min-w-0">
        {doubt && t(`status.doubt.${doubt}`)}
        {!doubt && closure && closureText(t, closure, format)}
        {!doubt && !closure && statusText(t, status, comment)}
        {until !== null && (status === "closes-soon" || status === "opens-soon") && ":"}
        {closure && now && closure.opens_on === undefined && (
          <span className="tabular font-normal">
            {` ${
              closure.by === "visitor" || closure.by === "account"
                ? t("status.reported", {
                    count: closure.reports ?? 1,
                    ago: ageText(closure.since, now, format),
                  })
                : t("status.since", { date: format.date(closure.since) })
            }`}
          </span>
        )}
        {opensNext !== null && (
          <span className="tabular font-normal">
            {` ${
              isShort
                ? shortOpeningText(
                    t,
                    opensNext,
                    format.weekday(opensNext.weekday),
                    format.dayOfMonth,
                  )
                : nextOpeningText(t, opensNext, format.dayOfMonth)
            }`}
          </span>
        )}
        {opensNext === null && until !== null && status !== "none" && (
          <span className="tabular font-normal">
            {` ${t(`status.until.${status}`, { time: timeOfChange(status, until) })}`}
          </span>
        )}
        {isShort && likely && (
          <span className="font-normal">{` · ${t("status.likely.closedLately")}`}</span>
        )}
      </span>
    </span>
  );
}

/** What sources write for 'by appointment', in the languages of the product and of its neighbours. */
const byAppointment =
  /appointment|vereinbarung|absprache|anmeldung|egyeztet|bejelentkez|rendez-vous|appuntamento|umówieni/i;

/** Length of a remark that still looks well in a badge; the whole of it is with the opening hours. */
const maxRemarkLength = 40;

/** What hours say of a time that they tie to a condition. */
function commentText(t: Translate, comment: string): string {
  if (byAppointment.test(comment)) return t("status.appointment");
  return comment.length > maxRemarkLength ? `${comment.slice(0, maxRemarkLength - 1)}…` : comment;
}

/** Age of an instant, in whole minutes (at least one), hours or days: `5 perccel ezelőtt`. */
export function ageText(instant: string, now: Date, format: Pick<Formatter, "relative">): string {
  const minutes = Math.max(1, Math.floor((now.getTime() - Date.parse(instant)) / 60_000));
  if (minutes < 60) return format.relative(-minutes, "minute");
  const hours = Math.floor(minutes / 60);
  return hours < 48
    ? format.relative(-hours, "hour")
    : format.relative(-Math.floor(hours / 24), "day");
}
