import { MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { formatMapView } from "#domain/map/map-view.ts";
import type { PendingCorrection } from "#domain/moderation/moderation-queue.ts";
import {
  ApplyLink,
  EntryActions,
  EntryCard,
  EntryHead,
  SenderSwitch,
  SentBy,
  SettleEntry,
} from "./entry-card.tsx";

/** Pending corrections of addresses. */
export function CorrectionList({ corrections }: { corrections: readonly PendingCorrection[] }) {
  const { t } = useTranslation();
  return (
    <ul className="grid grid-cols-1 gap-4">
      {corrections.map((correction) => {
        const { id, place_name: name, action, reason } = correction;
        return (
          <EntryCard key={id}>
            <EntryHead
              point={correction}
              to={`/?view=${formatMapView({ ...correction, zoom: 17 })}`}
              name={name}
            >
              <h3 className="font-bold wrap-anywhere">{name || t("moderation.unnamed")}</h3>
              <p className="wrap-anywhere">
                {[action === "edit" ? t("moderation.edit") : action, reason]
                  .filter(Boolean)
                  .join(": ")}
              </p>
            </EntryHead>
            <SentBy account={correction.sender} at={correction.at} />
            <dl className="my-1 grid grid-cols-[auto_1fr] gap-x-3">
              {changedFields(correction.changes).map(([field, value]) => (
                <div key={field} className="contents">
                  <dt className="text-muted">
                    {isOurField(field) ? t(`queue.field.${field}`) : field}
                  </dt>
                  <dd className="m-0 wrap-anywhere">{value}</dd>
                </div>
              ))}
            </dl>
            <EntryActions
              name={name}
              more={
                <>
                  <MapsServiceLink point={correction} name={name} />
                  <SenderSwitch account={correction.sender} />
                </>
              }
            >
              <SettleEntry intent="resolve-correction" id={id} name={name} notifiesSender />
              {correction.place_id !== null && (
                <ApplyLink entry={`correction=${id}`} placeId={correction.place_id} name={name} />
              )}
            </EntryActions>
          </EntryCard>
        );
      })}
    </ul>
  );
}

/** The form can change these fields; an API call may name others, which are shown as they came. */
function isOurField(field: string): field is "city" | "address" {
  return field === "city" || field === "address";
}

/** The changed fields with their new values, as text. */
function changedFields(changes: unknown): [field: string, value: string][] {
  if (typeof changes !== "object" || changes === null) return [];
  return Object.entries(changes).map(([field, value]) => [
    field,
    typeof value === "string" ? value : JSON.stringify(value),
  ]);
}
