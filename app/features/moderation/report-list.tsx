import { useTranslation } from "react-i18next";
import type { WaitingReport } from "#domain/moderation-queue.ts";
import { DeletePlace } from "./delete-place.tsx";
import { EntryCard } from "./entry-card.tsx";
import { PlaceName } from "./place-name.tsx";
import { ResolveEntry } from "./resolve-entry.tsx";
import { SenderSwitch, SentBy } from "./sent-by.tsx";

/** What people say is wrong with places. */
export function ReportList({ reports }: { reports: readonly WaitingReport[] }) {
  const { t } = useTranslation();
  return (
    <ul className="grid grid-cols-1 gap-4">
      {reports.map(({ id, place, reason, text, at, sender }) => {
        const name = `${place.city}, ${place.address}`;
        return (
          <EntryCard key={id}>
            <h3 className="font-bold">
              <PlaceName place={place} />
            </h3>
            <p className="font-bold">{t(`moderation.reason.${reason}`)}</p>
            {text !== "" && <p className="my-1 whitespace-pre-line wrap-anywhere">{text}</p>}
            <SentBy account={sender} at={at} />
            <div className="mt-3 flex flex-wrap items-start gap-2">
              <ResolveEntry intent="resolve-report" id={id} name={name} />
              <DeletePlace id={place.id} name={name} />
              <SenderSwitch account={sender} />
            </div>
          </EntryCard>
        );
      })}
    </ul>
  );
}
