import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink, type PageLinkProps } from "#app/ui/page-link.tsx";
import type { Place } from "#domain/place/place.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { StatusBadge } from "./opening-status-badge.tsx";
import { placePagePath } from "./place-paths.ts";

interface PlaceRowsProps {
  places: readonly Place[];
  now: Date;
  nameOf: (place: Place) => string;
  /** Where a place's row leads; to its own page, unless it says otherwise. */
  linkTo?: (place: Place) => PageLinkProps;
  beside?: (place: Place) => ReactNode;
  below?: (place: Place) => ReactNode;
}

/** Places by their names, each a row with its opening status that leads to the place. */
export function PlaceRows(props: PlaceRowsProps) {
  const { places, now, nameOf, linkTo = toPlacePage, beside, below } = props;
  const { t } = useTranslation();
  return (
    <ul className="divide-y divide-line border-y border-line">
      {places.map((place) => (
        <li
          key={place.id}
          className="relative flex flex-wrap items-center gap-x-4 gap-y-1 py-3 wrap-anywhere"
        >
          <PageLink
            {...linkTo(place)}
            className="text-link min-w-0 basis-full font-bold after:absolute after:inset-0 sm:grow sm:basis-0"
          >
            {nameOf(place)}
          </PageLink>
          <StatusBadge {...placeOpeningAt(place, now)} isShort now={now} />
          {beside?.(place)}
          {place.sample && (
            <p className="flex basis-full items-center gap-1.5 text-sm text-muted">
              <Icon name="info" /> {t("places.sample")}
            </p>
          )}
          {below && <div className="basis-full">{below(place)}</div>}
        </li>
      ))}
    </ul>
  );
}

function toPlacePage({ id }: Place): PageLinkProps {
  return { to: placePagePath(id) };
}
