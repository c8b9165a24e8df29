import { type Formatter, useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ButtonLink, type ButtonSize } from "#app/ui/button.tsx";
import type { PageLinkProps } from "#app/ui/page-link.tsx";
import { localDateAt } from "#domain/opening/local-time.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceOpening } from "#domain/place/shown-opening.ts";
import { ageText } from "./opening-status-badge.tsx";
import { useWalkText } from "./use-walk-text.ts";

interface ClosureLineProps {
  closure: NonNullable<PlaceOpening["closure"]>;
  now: Date;
  timeZone: string;
}

/** How long ago a place was reported closed for now, who reported it, and when that ends by itself. */
export function ClosureLine({ closure, now, timeZone }: ClosureLineProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <p className="mt-1 text-sm text-muted">
      {t(`panel.closure.${closure.by}`, {
        count: closure.reports ?? 1,
        ago: ageText(closure.since, now, format),
        since: format.date(closure.since, timeZone),
        until: untilText(closure.until, now, timeZone, format),
      })}
    </p>
  );
}

/** Link to the nearest other place, from one that is closed for now (docs/product#closed-for-now). */
export function NearestOther({
  other,
  ...link
}: { other: Place; size?: ButtonSize } & PageLinkProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  return (
    <ButtonLink {...link} variant="primary" icon="navigate" className="print:hidden">
      {t("panel.nearestOther", { distance: walkText(other.distance ?? 0) })}
    </ButtonLink>
  );
}

const dayMs = 24 * 60 * 60 * 1000;

/** A minute by the clock of a place: `10:50` today, `holnap 10:50`, `nov. 29. 10:50`. */
export function untilText(
  instant: string,
  now: Date,
  timeZone: string,
  format: Pick<Formatter, "time" | "relative" | "shortDay">,
): string {
  const day = localDateAt(new Date(instant), timeZone);
  const daysAhead = (Date.parse(day) - Date.parse(localDateAt(now, timeZone))) / dayMs;
  const time = format.time(Date.parse(instant), timeZone);
  if (daysAhead === 0) return time;
  return `${daysAhead === 1 ? format.relative(1, "day") : format.shortDay(day)} ${time}`;
}
