import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PlaceOpening } from "#domain/place/shown-opening.ts";

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
        ago: format.ago(closure.since, now),
        since: format.date(closure.since, timeZone),
        until: format.until(closure.until, now, timeZone),
      })}
    </p>
  );
}
