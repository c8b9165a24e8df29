import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { dayMs, localDateAt } from "#domain/opening/local-time.ts";
import { isOpenNow } from "#domain/opening/open-status.ts";
import type { PlaceOpening } from "#domain/place/shown-opening.ts";
import type { Translate } from "#domain/text/i18n.ts";

export type Likely = NonNullable<PlaceOpening["likely"]>;

type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6;

/** 'Found open 3 times at this hour, last on Tuesday'. */
export function likelyText(
  likely: Likely,
  { now, timeZone }: { readonly now: Date; readonly timeZone: string },
  t: Translate,
  format: Pick<Formatter, "relative" | "dayOfMonth" | "number">,
): string {
  const daysAgo = (Date.parse(localDateAt(now, timeZone)) - Date.parse(likely.last)) / dayMs;
  const weekday = ((new Date(likely.last).getUTCDay() + 6) % 7) as Weekday;
  const day =
    daysAgo < 2
      ? format.relative(-Math.max(0, daysAgo) || 0, "day")
      : daysAgo < 7
        ? t(`status.day.${weekday}`)
        : t("status.likely.onDate", { date: format.dayOfMonth(likely.last) });
  const { witnesses: count } = likely;
  return t(`status.likely.found.${likely.open ? "open" : "closed"}`, { count, day });
}

/** 'Likely open' or 'likely closed': an outline, since it is not known. */
export function LikelyBadge({ likely }: { likely: Pick<Likely, "open"> }) {
  const { t } = useTranslation();
  const name = likely.open ? "open" : "closed";
  return (
    <span
      className={`inline-flex max-w-full items-center gap-1.5 rounded-[1rem] border-2 bg-raised py-0.5 pr-3 pl-2 text-sm font-bold ${likely.open ? "border-open text-open" : "border-closed text-closed"}`}
    >
      <Icon name={name} className="size-5" />
      {t(`status.likely.${name}`)}
    </span>
  );
}

interface LikelyLineProps {
  opening: Pick<PlaceOpening, "likely" | "status">;
  now: Date;
  timeZone: string;
  className?: string;
}

/** What visitors found at about this hour; nothing where nothing is known of that. */
export function LikelyLine({ opening, now, timeZone, className }: LikelyLineProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { likely, status } = opening;
  if (!likely) return null;
  if (isOpenNow(status)) {
    return (
      <p className={`flex items-center gap-1.5 font-bold text-soon ${className ?? ""}`}>
        <Icon name="warning" className="size-5 flex-none" />
        {t("status.likely.againstHours", { count: likely.witnesses })}
      </p>
    );
  }
  return (
    <p className={`flex flex-wrap items-center gap-x-3 gap-y-1 ${className ?? ""}`}>
      <LikelyBadge likely={likely} />
      <span className="text-sm">{likelyText(likely, { now, timeZone }, t, format)}</span>
    </p>
  );
}
