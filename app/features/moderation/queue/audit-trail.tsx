import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { type AuditLine, isAuditAction } from "#domain/moderation/moderation-queue.ts";
import { PlaceName } from "./task-card.tsx";

/** The audit trail, newest first (docs/product#audit-trail). */
export function AuditTrail({ lines }: { lines: readonly AuditLine[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const actionOf = (action: string) =>
    isAuditAction(action) ? t(`moderation.action.${action}`) : action;
  return (
    <ol className="divide-y divide-line">
      {lines.map((line) => (
        <li key={line.id} className="py-2">
          <p className="flex flex-wrap items-baseline gap-x-3">
            <span className="font-bold">{actionOf(line.action)}</span>
            <time dateTime={line.at} className="tabular text-sm text-muted">
              {format.dateTime(line.at)}
            </time>
          </p>
          {line.place?.deleted && <p className="wrap-anywhere">{nameOf(line.place).whole}</p>}
          {line.place && !line.place.deleted && <PlaceName place={line.place} />}
          {!line.place && line.place_id !== null && (
            <p>{t("places.numbered", { id: line.place_id })}</p>
          )}
          {line.actor !== undefined && (
            <p className="text-sm wrap-anywhere text-muted">
              {t("moderation.by", {
                name: line.actor_email ?? line.actor ?? t("moderation.nobody"),
              })}
              {line.user_id != null && (
                <>
                  {" · "}
                  {t("moderation.about", { name: line.user_email ?? line.user_id })}
                </>
              )}
            </p>
          )}
        </li>
      ))}
    </ol>
  );
}
