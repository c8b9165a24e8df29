import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PlaceFacts } from "#app/ui/place-facts.tsx";
import { StatusBadge } from "#app/ui/status-badge.tsx";
import { usePlaceWords } from "#app/ui/use-place-words.ts";
import type { Place } from "#domain/place.ts";
import { isNamedByComment } from "#domain/place-name.ts";
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
  const words = usePlaceWords()(place);
  const hasComment = place.comments !== "" && !isNamedByComment(place);
  return (
    <li>
      <Link
        to={address}
        state={openedHere}
        data-place={place.id}
        preventScrollReset
        defaultShouldRevalidate={false}
        className="-mx-2 grid grid-cols-[minmax(0,1fr)] gap-x-3 gap-y-1 rounded-control px-2 py-3 text-text wrap-anywhere no-underline hover:bg-brand-tint"
      >
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <span className="min-w-0 font-bold">{words.own}</span>
          {hasDistance && place.distance !== undefined && (
            <span className="tabular text-sm text-muted">{format.distance(place.distance)}</span>
          )}
        </span>
        {words.town !== "" && <span className="text-muted">{words.town}</span>}
        {hasComment && <span className="line-clamp-2 text-sm text-muted">({place.comments})</span>}
        <span className="flex flex-wrap items-center gap-2">
          <StatusBadge {...placeOpeningAt(place, now)} isShort />
          {!place.accepted && (
            <span className="inline-flex items-center gap-1 text-sm">
              <Icon name="waiting" /> {t("places.waiting")}
            </span>
          )}
        </span>
        <PlaceFacts place={place} className="text-sm" />
      </Link>
    </li>
  );
}
