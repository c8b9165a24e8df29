import { useTranslation } from "react-i18next";
import { DeletePlace, MapsServiceLink } from "#app/features/moderation/place-actions.tsx";
import { PlaceFacts } from "#app/place/place-facts.tsx";
import { usePlaceWords } from "#app/place/place-words.ts";
import type { WaitingReport } from "#domain/moderation/moderation-queue.ts";
import { weekOf } from "#domain/opening/opening-times.ts";
import {
  EntryActions,
  EntryCard,
  PlaceName,
  ResolveEntry,
  SenderSwitch,
  SentBy,
} from "./entry-card.tsx";
import { OpeningSummary } from "./opening-summary.tsx";

/** Reports that wait. */
export function ReportList({ reports }: { reports: readonly WaitingReport[] }) {
  const { t } = useTranslation();
  const nameOf = usePlaceWords();
  return (
    <ul className="grid grid-cols-1 gap-4">
      {reports.map(({ id, place, reason, text, at, sender }) => {
        const name = nameOf(place).whole;
        return (
          <EntryCard key={id}>
            <h3 className="font-bold">
              <PlaceName place={place} />
            </h3>
            <p className="font-bold">{t(`moderation.reason.${reason}`)}</p>
            {text !== "" && <p className="my-1 whitespace-pre-line wrap-anywhere">{text}</p>}
            <SentBy account={sender} at={at} />
            <section
              aria-label={t("moderation.asDescribed")}
              className="mt-3 rounded-control bg-surface px-3 py-2"
            >
              <p className="text-sm text-muted">{t("moderation.asDescribed")}</p>
              <PlaceFacts place={place} className="mt-1" />
              <OpeningSummary times={weekOf(place)} />
              {place.comments !== "" && (
                <p className="mt-2 wrap-anywhere text-muted">({place.comments})</p>
              )}
            </section>
            <EntryActions
              grave={
                <>
                  <DeletePlace id={place.id} name={name} />
                  <SenderSwitch account={sender} />
                </>
              }
            >
              <ResolveEntry intent="resolve-report" id={id} name={name} />
              <MapsServiceLink point={place} name={name} />
            </EntryActions>
          </EntryCard>
        );
      })}
    </ul>
  );
}
