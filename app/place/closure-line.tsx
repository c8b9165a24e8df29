import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PlaceOpening } from "#domain/place/shown-opening.ts";

interface ClosureLineProps {
  closure: NonNullable<PlaceOpening["closure"]>;
  timeZone: string;
}

/** Since when a place is closed for now, who reported it, and when that ends by itself. */
export function ClosureLine({ closure, timeZone }: ClosureLineProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <p className="mt-1 text-sm text-muted">
      {t(`panel.closure.${closure.by}`, {
        since: format.date(closure.since, timeZone),
        date: format.date(closure.until, timeZone),
      })}
    </p>
  );
}
