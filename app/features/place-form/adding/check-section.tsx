import { useEffect, useId, useRef } from "react";
import type { PlaceCheck } from "#app/features/place-form/adding/add-place-failure.ts";
import { positionOf } from "#app/features/place-form/form/place-draft.ts";
import { usePlaceForm } from "#app/features/place-form/form/use-place-form.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Button } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { mapPagePath } from "#domain/map/map-page-query.ts";
import { formatMapView } from "#domain/map/map-view.ts";
import type { Place } from "#domain/place/place.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { hasOwnComment } from "#domain/place/place-title.ts";

interface CheckSectionProps {
  check: PlaceCheck;
  isSending: boolean;
  onEdit: () => void;
}

/** Id of the section, for a URL that leads to it. */
export const checkSectionId = "check";

/** What to check before the place is sent: similar places, an unsure address, and without script the pin. */
export function CheckSection({ check, isSending, onEdit }: CheckSectionProps) {
  const { t } = useTranslation();
  const { draft } = usePlaceForm();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const hasSimilar = check.similar.length > 0;
  const position = positionOf(draft);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      id={checkSectionId}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="scroll-mt-20 rounded-card border border-soon bg-soon-tint p-4 sm:p-5"
    >
      <h3 id={titleId} className="mb-3 text-lg">
        {t(hasSimilar ? "addPlace.check.similar" : "addPlace.check.title")}
      </h3>
      <SimilarPlaces places={check.similar} />
      {check.isUnverified && <p className="mb-3">{t("addPlace.check.unverified")}</p>}
      {position && (
        <noscript>
          <PinPicture position={position} />
          <p className="tabular mb-3">
            {t("pin.axis.latitude")}: {draft.latitude}
            <br />
            {t("pin.axis.longitude")}: {draft.longitude}
          </p>
        </noscript>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="checked"
          value="all"
          variant="primary"
          icon="check"
          aria-disabled={isSending}
        >
          {t(hasSimilar ? "addPlace.check.none" : "addPlace.check.continue")}
        </Button>
        <Button onClick={onEdit} className="noscript:hidden">
          {t("addPlace.check.edit")}
        </Button>
      </div>
    </section>
  );
}

/** Places near the new one, nearest first, each with a link to it where the contributor may see it. */
function SimilarPlaces({ places }: { places: readonly Place[] }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const nameOf = usePlaceTitles();
  if (places.length === 0) return null;
  return (
    <ul className="mb-4 grid gap-2">
      {places.map((place) => (
        <li
          key={place.id}
          className="rounded-control border border-line bg-raised px-4 py-1.5 wrap-anywhere"
        >
          <p className="flex min-h-11 flex-wrap items-center gap-x-3">
            {place.accepted ? (
              <PageLink to={panelPathOf(place)} className="text-link py-2.5 font-bold">
                {nameOf(place).whole}
              </PageLink>
            ) : (
              <span className="font-bold">{nameOf(place).whole}</span>
            )}
            {place.distance !== undefined && (
              <span className="tabular text-muted">{format.distance(place.distance)}</span>
            )}
          </p>
          {hasOwnComment(place) && <p className="text-muted">({place.comments})</p>}
          {!place.accepted && (
            <p className="flex items-center gap-1.5 pb-1.5">
              <Icon name="waiting" /> {t("places.waiting")}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
}

/** Path of its panel on the map. */
function panelPathOf({ id }: Place): string {
  return mapPagePath({ filters: noFilters, includeUnknown: false, place: id, view: null });
}

/** Zoom of the picture: the maximum at which the embedded base map has details. */
const pictureZoom = 11;

/** The pin on the server-drawn picture of the map, for browsers without script. */
function PinPicture({ position: [longitude, latitude] }: { position: Coordinates }) {
  const { t, i18n } = useTranslation();
  const view = formatMapView({ longitude, latitude, zoom: pictureZoom });
  return (
    <div className="relative mb-2 flex h-64 items-center justify-center overflow-hidden rounded-control border border-line">
      <img
        src={`/map-picture.svg?view=${view}&size=phone&theme=light&lang=${i18n.language}`}
        width={820}
        height={1200}
        alt={t("addPlace.where.pin")}
        className="max-w-none shrink-0"
      />
      <Icon
        name="place"
        className="absolute top-1/2 left-1/2 size-10 -translate-x-1/2 -translate-y-full fill-waiting-edge text-star-edge"
      />
    </div>
  );
}
