import { ModerationForm, rowPositionPath } from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import type { RowTask } from "#domain/source-list/import-view.ts";
import { EntryDoubt, EntryFacts, HoursNote } from "../entry-facts.tsx";
import { DecisionForm, OutcomeButton, PlaceName, TaskCard } from "../task-card.tsx";
import type { CardProps, TaskView } from "./task-view.ts";

/** Rows of a town's list that staff have to look at (docs/product#rows-to-look-at). */
export const rows: TaskView<RowTask> = {
  decided: "rows",
  usual: { outcome: "new", icon: "plus", label: "moderation.outcome.new" },
  removal: {
    ...{ outcome: "left-out", icon: "close", label: "moderation.outcome.left-out" },
    question: "queue.decline.rows",
    confirmLabel: "queue.row.confirmLeaveOut",
    reason: null,
  },
  idOf: ({ id }) => id,
  placeOf: ({ entry }) => entry.title,
  sinceOf: ({ at }) => at,
  Card: RowCard,
};

function RowCard({ entry: { id, list, entry } }: CardProps<RowTask>) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  const name = entry.title || t("moderation.unnamed");
  const { position, near, line } = entry;
  return (
    <TaskCard
      named={{
        name,
        to: rowPositionPath(id),
        ...(position && { point: { longitude: position[0], latitude: position[1] } }),
      }}
      lines={
        <p className="text-sm text-muted">
          {list} · {t("queue.row.line", { line: format.number(line) })}
        </p>
      }
      actions={
        <DecisionForm kind="rows" id={id} answer={null}>
          {position && (
            <OutcomeButton
              value="new"
              icon="plus"
              label={t("moderation.outcome.new")}
              about={name}
            />
          )}
          <ButtonLink
            to={rowPositionPath(id)}
            variant={position ? "secondary" : "primary"}
            icon="map"
            aria-label={`${t("moderation.position.action")}: ${name}`}
          >
            {t("moderation.position.action")}
          </ButtonLink>
          <OutcomeButton
            value="left-out"
            icon="close"
            label={t("moderation.outcome.left-out")}
            about={name}
          />
        </DecisionForm>
      }
    >
      <EntryDoubt entry={entry} />
      <EntryFacts entry={entry} />
      <HoursNote entry={entry} />
      {near.length > 0 && (
        <div className="mt-2">
          <p className="text-sm font-bold">{t("queue.near")}</p>
          <ul className="divide-y divide-line">
            {near.map((place) => (
              <li key={place.id} className="flex flex-wrap items-center gap-x-3 gap-y-1 py-1.5">
                <span className="min-w-0 grow">
                  <PlaceName place={place} />{" "}
                  <span className="tabular text-sm text-muted">
                    ({format.distance(place.distance)})
                  </span>
                  {place.comments !== "" && (
                    <span className="text-sm text-muted"> ({place.comments})</span>
                  )}
                </span>
                {/* The version says which place the row is. */}
                <ModerationForm kind="rows" ids={[id]} versions={{ [id]: place.id }}>
                  <OutcomeButton
                    value="same"
                    icon="check"
                    label={t("moderation.outcome.same")}
                    about={nameOf(place).whole}
                  />
                </ModerationForm>
              </li>
            ))}
          </ul>
        </div>
      )}
    </TaskCard>
  );
}
