import { MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { formatMapView } from "#domain/map/map-view.ts";
import type { PendingCorrection } from "#domain/moderation/moderation-queue.ts";
import { SenderSwitches } from "./account-switches.tsx";
import {
  ApplyLink,
  EntryActions,
  EntryArticle,
  EntryHead,
  SentBy,
  SettleEntry,
} from "./entry-card.tsx";
import { Tick, TickedList, type TickProps } from "./ticked-list.tsx";

/** Pending corrections of addresses. */
export function CorrectionList({ corrections }: { corrections: readonly PendingCorrection[] }) {
  return (
    <TickedList
      list="corrections"
      entries={corrections}
      idOf={({ id }) => id}
      senderOf={({ sender }) => sender}
    >
      {(correction, box) => <CorrectionCard correction={correction} box={box} />}
    </TickedList>
  );
}

function CorrectionCard({ correction, box }: { correction: PendingCorrection; box: TickProps }) {
  const { t } = useTranslation();
  const { id, place_name, action, reason, sender } = correction;
  const name = place_name || t("moderation.unnamed");
  return (
    <EntryArticle>
      <EntryHead
        box={<Tick {...box} name={name} />}
        point={correction}
        to={`/?view=${formatMapView({ ...correction, zoom: 17 })}`}
        name={name}
      >
        <h3 className="font-bold wrap-anywhere">{name}</h3>
        <p className="wrap-anywhere">
          {[action === "edit" ? t("moderation.edit") : action, reason].filter(Boolean).join(": ")}
        </p>
      </EntryHead>
      <SentBy account={sender} at={correction.at} ofSender={box.ofSender} />
      <dl className="my-1 grid grid-cols-[auto_1fr] gap-x-3">
        {changedFields(correction.changes).map(([field, value]) => (
          <div key={field} className="contents">
            <dt className="text-muted">{isOurField(field) ? t(`queue.field.${field}`) : field}</dt>
            <dd className="m-0 wrap-anywhere">{value}</dd>
          </div>
        ))}
      </dl>
      <EntryActions
        name={name}
        more={
          <>
            <MapsServiceLink point={correction} name={name} />
            <SenderSwitches account={sender} />
          </>
        }
      >
        <SettleEntry part="corrections" id={id} name={name} notifiesSender />
        {correction.place_id !== null && (
          <ApplyLink entry={`correction=${id}`} placeId={correction.place_id} name={name} />
        )}
      </EntryActions>
    </EntryArticle>
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
