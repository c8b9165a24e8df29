import { MapsServiceLink } from "#app/features/moderation/place-moderation.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine } from "#app/place/closure-line.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import type { ClosedPlace } from "#domain/moderation/moderation-queue.ts";
import { TaskCard } from "../task-card.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

/** Places that are closed for now, or reported so. */
export const closed: TaskView<ClosedPlace> = {
  decided: "places",
  usual: { outcome: "open", icon: "open", label: "queue.open" },
  removal: {
    ...{ outcome: "delete", icon: "delete", label: "moderation.delete.ticked" },
    question: "moderation.delete.questionTicked",
    confirmLabel: "moderation.delete.confirm",
    reason: null,
  },
  idOf: ({ place }) => place.id,
  versionOf: ({ place }) => place.version,
  placeOf: ({ place }) => place,
  sinceOf: ({ place }) => place.closed_for_now?.since,
  Card: ClosedPlaceCard,
};

function ClosedPlaceCard({ entry: { place, reports }, now }: CardProps<ClosedPlace>) {
  const { t } = useTranslation();
  const name = usePlaceTitles()(place).whole;
  const closure = place.closed_for_now;
  return (
    <TaskCard
      place={place}
      lines={
        <>
          {closure ? (
            <ClosureLine closure={closure} now={now} timeZone={place.time_zone} />
          ) : (
            <p className="text-sm">{t("queue.held")}</p>
          )}
          {reports > 0 && (
            <p className="text-sm text-muted">{t("queue.reports", { count: reports })}</p>
          )}
        </>
      }
      actions={<MapsServiceLink point={place} name={name} />}
    />
  );
}
