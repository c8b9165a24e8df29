import { MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine } from "#app/place/closure-line.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import type { ClosedPlace } from "#domain/moderation/moderation-queue.ts";
import { EntryArticle, PlaceEntryHead } from "./entry-card.tsx";
import { TickedList, type TickProps } from "./ticked-list.tsx";

/** Places that are closed for now, or reported so; several can be ticked, and opened or deleted at once. */
export function ClosedPlaces({ places, now }: { places: readonly ClosedPlace[]; now: Date }) {
  return (
    <TickedList list="closed" entries={places} idOf={({ place }) => place.id}>
      {(entry, box) => <ClosedPlaceCard entry={entry} now={now} box={box} />}
    </TickedList>
  );
}

interface ClosedPlaceCardProps {
  entry: ClosedPlace;
  now: Date;
  box: TickProps;
}

function ClosedPlaceCard({ entry, now, box }: ClosedPlaceCardProps) {
  const { t } = useTranslation();
  const { place, reports } = entry;
  const name = usePlaceTitles()(place).whole;
  const closure = place.closed_for_now;
  return (
    <EntryArticle>
      <PlaceEntryHead place={place} box={box} seenVersion={place.version}>
        {closure ? (
          <ClosureLine closure={closure} now={now} timeZone={place.time_zone} />
        ) : (
          <p className="text-sm">{t("queue.held")}</p>
        )}
        {reports > 0 && (
          <p className="text-sm text-muted">{t("queue.reports", { count: reports })}</p>
        )}
      </PlaceEntryHead>
      <div className="mt-2">
        <MapsServiceLink point={place} name={name} />
      </div>
    </EntryArticle>
  );
}
