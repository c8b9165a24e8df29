import { MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { formatMapView } from "#domain/map/map-view.ts";
import type { PendingCorrection } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "../account-list.tsx";
import { SentBy, TaskCard } from "../task-card.tsx";
import { SettleForm, settledOutcomes } from "./settle-form.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

export const corrections: TaskView<PendingCorrection> = {
  decided: "corrections",
  usual: settledOutcomes.usual,
  removal: { ...settledOutcomes.removal, question: "queue.decline.corrections" },
  idOf: ({ id }) => id,
  senderOf: ({ sender }) => sender,
  placeOf: ({ place_name }) => place_name,
  sinceOf: ({ at }) => at,
  Card: CorrectionCard,
};

function CorrectionCard({ entry: correction, ofSender }: CardProps<PendingCorrection>) {
  const { t } = useTranslation();
  const { id, place_id, place_name, action, reason, sender } = correction;
  const name = place_name || t("moderation.unnamed");
  const to = `/?view=${formatMapView({ ...correction, zoom: 17 })}`;
  return (
    <TaskCard
      named={{ name, point: correction, to }}
      lines={
        <p className="wrap-anywhere">
          {[action === "edit" ? t("moderation.edit") : action, reason].filter(Boolean).join(": ")}
        </p>
      }
      actions={
        <SettleForm
          kind="corrections"
          id={id}
          name={name}
          notifiesSender
          applied={place_id === null ? null : { placeId: place_id, entry: `correction=${id}` }}
        />
      }
      more={
        <>
          <MapsServiceLink point={correction} name={name} />
          <SenderSwitches account={sender} />
        </>
      }
    >
      <SentBy account={sender} at={correction.at} ofSender={ofSender} />
      <dl className="my-1 grid grid-cols-[auto_1fr] gap-x-3">
        {changedFields(correction.changes).map(([field, value]) => (
          <div key={field} className="contents">
            <dt className="text-muted">{isOurField(field) ? t(`queue.field.${field}`) : field}</dt>
            <dd className="m-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
    </TaskCard>
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
