import { type ReactNode, useEffect, useState } from "react";
import { useNavigation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { LikelyLine } from "#app/place/likely-text.tsx";
import { OpeningHours } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { placePagePath } from "#app/place/place-paths.ts";
import { PlaceRating } from "#app/place/place-rating.tsx";
import type { PlaceTitle } from "#app/place/place-titles.ts";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { joinClasses } from "#app/ui/class-names.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { WallTime } from "#domain/opening/instant.ts";
import type { Place } from "#domain/place/place.ts";
import { hasOwnComment } from "#domain/place/place-title.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { walkLimitMeters } from "#domain/walking/walking-time.ts";

interface PlaceCardProps {
  place: Place;
  title: PlaceTitle;
  now: Date;
  /** Time that the list is about; absent for now. */
  at?: WallTime | undefined;
  mapHref: string;
  actions?: ReactNode;
  /** Content below that can be opened: the reviews. */
  children?: ReactNode;
}

/**
 * One place of the list. The whole card links to the map; its other controls lie above that link
 * (docs/product#place-cards).
 */
export function PlaceCard({ place, title, now, at, mapHref, actions, children }: PlaceCardProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  const opening = placeOpeningAt(place, now);
  return (
    <article
      id={`place-${place.id}`}
      className={joinClasses(
        "relative rounded-card border-l-4 p-edge pb-2 wrap-anywhere",
        place.accepted
          ? "border-accepted-edge bg-accepted-card"
          : "border-waiting-edge bg-waiting-card",
      )}
    >
      <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-lg">
        <span className="min-w-0 grow">{title.own}</span>{" "}
        <StatusBadge {...opening} now={now} className="bg-raised!" />
      </h2>
      <LikelyLine opening={opening} now={now} timeZone={place.time_zone} className="mt-1" />
      <p className="empty:hidden">
        {title.street}
        {title.town}
      </p>
      {place.position_approximate && <ApproximateMark />}
      {!place.accepted && (
        <p className="mt-1 flex items-center gap-1.5 font-bold">
          <Icon name="waiting" /> {t("places.waiting")}
        </p>
      )}
      {place.sample && (
        <p className="mt-1 flex items-center gap-1.5 font-bold">
          <Icon name="info" /> {t("places.sample")}
        </p>
      )}
      <PlaceFacts place={place} className="mt-2" />
      <p className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-1">
        <PlaceRating mean={place.rating_calculated} count={place.rating_count} />
        {place.distance !== undefined && (
          <span className="inline-flex items-center gap-1.5">
            <Icon
              name={place.distance <= walkLimitMeters ? "walking" : "place"}
              className="size-5 text-muted"
            />
            <span className="sr-only">{t("places.distance")}</span>
            <span className="tabular font-bold">{walkText(place.distance)}</span>
          </span>
        )}
      </p>
      {hasOwnComment(place) && <p className="mt-2 text-muted">{`(${place.comments})`}</p>}
      <div className="relative z-1 mt-1">
        <OpeningHours place={place} now={now} />
        {children}
      </div>
      <div className="flex flex-wrap items-center justify-between gap-2 py-1">
        <PageLink
          to={mapHref}
          aria-label={`${t("places.onMap")}: ${title.whole}`}
          className="-ml-2 inline-flex min-h-11 items-center gap-2 px-2 font-bold text-brand outline-none after:absolute after:inset-0 after:rounded-card hover:text-brand-strong focus-visible:after:outline-3 focus-visible:after:outline-offset-2 focus-visible:after:outline-brand"
        >
          <Icon name="map" />
          {t("places.onMap")}
        </PageLink>
        <PageLink
          to={placePagePath(place.id, at)}
          aria-label={`${t("places.details")}: ${title.whole}`}
          className="needs-contact relative z-1 mr-auto inline-flex min-h-11 items-center gap-2 px-2 font-bold text-brand hover:text-brand-strong"
        >
          <Icon name="info" />
          {t("places.details")}
        </PageLink>
        {actions && <div className="relative z-1 flex flex-wrap gap-2">{actions}</div>}
      </div>
    </article>
  );
}

const cardCount = 4;

/** Cards without text, while the list is loading. */
export function PlaceListSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{t("places.loading")}</p>
      {Array.from({ length: cardCount }, (_, index) => (
        <div key={index} className="grid gap-3 rounded-card border border-line bg-raised p-4">
          <div className="flex justify-between gap-3">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-24" />
          </div>
          <Skeleton className="h-5 w-3/5" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-1/3" />
          <Skeleton className="h-24 w-full" />
        </div>
      ))}
    </div>
  );
}

/** Time after which a wait is shown. */
const slowMs = 300;

/** Whether loading another page at `pathname` has taken longer than 300 ms; sending a form does not count. */
export function useSlowNavigation(pathname: string): boolean {
  const { location, formMethod } = useNavigation();
  const isSending = formMethod === "POST";
  const target = location?.pathname === pathname && !isSending ? location.key : null;
  const [slowTarget, setSlowTarget] = useState<string | null>(null);
  useEffect(() => {
    if (target === null) return;
    const timer = setTimeout(() => setSlowTarget(target), slowMs);
    return () => clearTimeout(timer);
  }, [target]);
  return target !== null && slowTarget === target;
}
