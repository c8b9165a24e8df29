import { DeletePlace, MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { formatMapView } from "#domain/map/map-view.ts";
import type { PendingCorrection, PendingReport } from "#domain/moderation/moderation-queue.ts";
import {
  ApplyLink,
  ClosureSteps,
  EntryActions,
  EntryArticle,
  EntryCard,
  EntryHead,
  PlaceEntryHead,
  SenderSwitch,
  SentBy,
  SettleEntry,
} from "./entry-card.tsx";
import { OpeningSummary } from "./opening-summary.tsx";
import { TickedList } from "./ticked-list.tsx";

/** Pending reports. */
export function ReportList({ reports }: { reports: readonly PendingReport[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  return (
    <TickedList
      intent="resolve-reports"
      formId="resolve-ticked"
      entries={reports}
      idOf={({ id }) => id}
      senderOf={({ sender }) => sender}
      label={t("moderation.outcome.done")}
      icon="check"
      removal="reports"
    >
      {(report, box) => {
        const { id, place, reason, text, at, opens_on, closing, by_visitor, by_import } = report;
        const by = by_import ? "import" : by_visitor ? "visitor" : undefined;
        const name = nameOf(place).whole;
        return (
          <EntryArticle>
            <PlaceEntryHead place={place} box={box}>
              <p className="font-bold">
                {t(`moderation.reason.${reason}`)}
                {opens_on && ` (${format.date(`${opens_on}T00:00:00.000Z`, "UTC")})`}
              </p>
            </PlaceEntryHead>
            <SentBy account={report.sender} by={by} at={at} ofSender={box.ofSender} />
            {text !== "" && <p className="my-1 whitespace-pre-line wrap-anywhere">{text}</p>}
            <section
              aria-label={t("queue.asDescribed")}
              className="mt-2 rounded-control bg-surface px-3 py-2 text-sm"
            >
              <p className="text-sm text-muted">{t("queue.asDescribed")}</p>
              <PlaceFacts place={place} className="mt-1" />
              <OpeningSummary place={place} />
              {place.comments !== "" && (
                <p className="mt-1 wrap-anywhere text-muted">({place.comments})</p>
              )}
            </section>
            <EntryActions
              name={name}
              grave={<DeletePlace place={place} name={name} />}
              more={
                <>
                  <MapsServiceLink point={place} name={name} />
                  <SenderSwitch account={report.sender} />
                </>
              }
            >
              <SettleEntry
                intent="resolve-report"
                id={id}
                name={name}
                notifiesSender={by === undefined}
              >
                <ClosureSteps
                  closing={closing}
                  isClosed={place.closed_for_now !== undefined}
                  name={name}
                />
              </SettleEntry>
              <ApplyLink entry="report" id={id} placeId={place.id} name={name} />
            </EntryActions>
          </EntryArticle>
        );
      }}
    </TickedList>
  );
}

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
                <ApplyLink entry="correction" id={id} placeId={correction.place_id} name={name} />
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
