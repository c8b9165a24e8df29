import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { ConfirmablePlace } from "./read-report-form.ts";

interface LastConfirmedProps {
  place: ConfirmablePlace;
  /** An instant; null for a place without confirmations. */
  at: string | null;
}

/** Age of a place's data: its last confirmation, else when it was added. */
export function LastConfirmed({ place, at }: LastConfirmedProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { visitor_confirmed, visitor_confirmations } = place;
  return (
    <div className="text-sm text-muted">
      <p>
        {at === null
          ? t("panel.added", { date: format.date(place.added, place.time_zone) })
          : t("panel.confirmed", { date: format.date(at, place.time_zone) })}
      </p>
      {visitor_confirmed !== undefined && visitor_confirmations !== undefined && (
        <p>
          {t("panel.confirmedByVisitors", {
            count: visitor_confirmations,
            times: format.number(visitor_confirmations),
            date: format.date(visitor_confirmed, place.time_zone),
          })}
        </p>
      )}
    </div>
  );
}
