import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import type { Place } from "#domain/place.ts";
import { placeOpeningAt } from "#domain/place-opening.ts";
import { openedHere } from "./use-map-address.ts";

interface NearbyPlaceProps {
  place: Place;
  /** The page's address with this place chosen. */
  address: string;
  hasDistance: boolean;
  now: Date;
}

/** One place of the list beside the map: a link that chooses it. */
export function NearbyPlace({ place, address, hasDistance, now }: NearbyPlaceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <li>
      <Link
        to={address}
        state={openedHere}
        data-place={place.id}
        preventScrollReset
        defaultShouldRevalidate={false}
        className="-mx-2 grid gap-x-3 gap-y-1 rounded-control px-2 py-3 text-text no-underline hover:bg-brand-tint"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="font-bold">{place.city}</span>
          {hasDistance && place.distance !== undefined && (
            <span className="tabular text-sm text-muted">{format.distance(place.distance)}</span>
          )}
        </span>
        <span className="text-muted">{place.address}</span>
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge {...placeOpeningAt(place, now)} isShort />
          {!place.accepted && (
            <span className="inline-flex items-center gap-1 text-sm">
              <Icon name="waiting" /> {t("places.waiting")}
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}
