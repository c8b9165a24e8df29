import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button } from "#app/ui/button.tsx";
import type { DeletedPlace } from "#domain/moderation/moderation-queue.ts";
import { EntryCard } from "./entry-card.tsx";

/** Deleted places that can still be restored (docs/product#deletion). */
export function DeletedPlaces({ places }: { places: readonly DeletedPlace[] }) {
  const { t } = useTranslation();
  const nameOf = usePlaceTitles();
  const format = useFormatter();
  return (
    <ul className="grid grid-cols-1 gap-4">
      {places.map((place) => {
        const name = nameOf(place).whole;
        return (
          <EntryCard key={place.id}>
            <h3 className="pt-2 font-bold wrap-anywhere">{name}</h3>
            {place.comments !== "" && <p className="text-muted">({place.comments})</p>}
            <p className="text-sm wrap-anywhere text-muted">
              {place.deleted_by_email !== undefined &&
                `${place.deleted_by_email ?? t("moderation.nobody")} · `}
              <time dateTime={place.deleted_at}>{format.dateTime(place.deleted_at)}</time>
            </p>
            <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-2">
              <ModerationForm intent="restore" id={place.id}>
                <Button
                  type="submit"
                  icon="retry"
                  aria-label={`${t("moderation.restore")}: ${name}`}
                >
                  {t("moderation.restore")}
                </Button>
              </ModerationForm>
              <p className="tabular">{t("moderation.daysLeft", { count: place.days_left })}</p>
            </div>
          </EntryCard>
        );
      })}
    </ul>
  );
}
