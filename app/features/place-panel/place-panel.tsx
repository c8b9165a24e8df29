import { type ReactNode, type Ref, useEffect, useRef } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine } from "#app/place/closure-line.tsx";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { PlaceRating } from "#app/place/place-rating.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { bearingDegrees, compassDirectionOf } from "#domain/geography/distance-and-bearing.ts";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import { placeOpeningAt } from "#domain/opening/shown-opening.ts";
import type { Place } from "#domain/place/place.ts";
import { arrivalMeters } from "#domain/walking/route-progress.ts";

interface PlacePanelProps {
  place: Place;
  now: Date;
  /** The visitor's position; null while it is unknown. */
  position: Coordinates | null;
  /** Straight distance from the visitor; null while the position is unknown. */
  distanceMeters: number | null;
  /** What the big button says of the place, where it led here. */
  beside: ReactNode;
  title: Ref<HTMLHeadingElement>;
  closeHref: string;
  onClose: () => void;
  /** The other places on the same point; empty without any. */
  here: ReactNode;
  /** The row of actions for the place. */
  actions: ReactNode;
  /** Ways to open the place in another map. */
  elsewhere: ReactNode;
  /** The reviews, on demand. */
  reviews: ReactNode;
  /** Age of the data, and ways to confirm and report it. */
  upkeep: ReactNode;
}

const panelClass = "grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-8 wrap-anywhere md:pt-2";

/**
 * The panel of a place (docs/product#place-panel), the most important first: opening status, position,
 * distance, price, access.
 */
export function PlacePanel(props: PlacePanelProps) {
  const { place, now, beside, title, here, actions, elsewhere, reviews, upkeep } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const { own, street, town } = usePlaceTitles()(place);
  const opening = placeOpeningAt(place, now);
  useChangedStatus(place.id, t(`status.${opening.status}`));
  return (
    <article className={panelClass}>
      <PanelHead closeHref={props.closeHref} onClose={props.onClose} isStatus>
        <StatusBadge {...opening} className="text-base!" />
        {!place.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
        {place.sample && <Mark icon="info">{t("places.sample")}</Mark>}
      </PanelHead>
      <div>
        <h2 ref={title} tabIndex={-1} className="text-xl">
          {own}
          <span className="mt-0.5 block text-lg font-normal">
            {place.postcode !== undefined && <span className="text-muted">{place.postcode} </span>}
            {street}
            {town}
          </span>
          <span className="sr-only">
            <StatusBadge {...opening} />
            {props.distanceMeters !== null &&
              t("panel.distance", { distance: format.distance(props.distanceMeters) })}
          </span>
        </h2>
        {opening.closure && <ClosureLine closure={opening.closure} timeZone={place.time_zone} />}
        {place.position_approximate && <ApproximateMark />}
        {(props.distanceMeters !== null || !beside) && (
          <Distance meters={props.distanceMeters} from={props.position} to={place.coordinates} />
        )}
      </div>
      {beside}
      <div className="flex flex-wrap items-center gap-2 print:hidden">{actions}</div>
      {here}
      <PlaceFacts place={place} />
      <MoreFacts facts={place.facts} />
      <PlaceComment place={place} />
      <PlaceRating mean={place.rating_calculated} count={place.rating_count} />
      <div className="divide-y divide-line border-y border-line">
        <OpeningHours place={place} now={now} />
        {elsewhere}
        {reviews}
      </div>
      {upkeep}
    </article>
  );
}

/** Announces a status that has changed while the place was shown. */
function useChangedStatus(placeId: number, status: string): void {
  const announce = useAnnounce();
  const announced = useRef({ placeId, status });
  useEffect(() => {
    const last = announced.current;
    announced.current = { placeId, status };
    if (last.placeId === placeId && last.status !== status) announce(status);
  }, [placeId, status, announce]);
}

interface MarkedPanelProps
  extends Pick<PlacePanelProps, "distanceMeters" | "closeHref" | "onClose"> {
  marker: Pick<Place, "accepted"> & { status: OpenStatus };
}

/**
 * The panel of a place of which only the marker is known, in the shape of {@link PlacePanel}. Only the whole
 * one is announced.
 */
export function MarkedPanel({ marker, distanceMeters, closeHref, onClose }: MarkedPanelProps) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className={panelClass}>
      <PanelHead closeHref={closeHref} onClose={onClose}>
        <StatusBadge status={marker.status} className="text-base!" />
        {!marker.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
      </PanelHead>
      <div>
        <p className="sr-only">{t("map.chosen.loading")}</p>
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-1.5 h-5 w-32" />
        <Distance meters={distanceMeters} />
      </div>
      <Skeleton className="h-5 w-full" />
      <Skeleton className="h-11 w-48" />
    </div>
  );
}

interface PanelHeadProps extends Pick<PlacePanelProps, "closeHref" | "onClose"> {
  /** Whether it is known. A change of it is announced, and the title, which has the focus first, says it too. */
  isStatus?: boolean;
  /** The opening status, and marks beside it. */
  children: ReactNode;
}

/** First line of the panel, with the button that closes it. */
function PanelHead({ isStatus, closeHref, onClose, children }: PanelHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex items-start gap-2">
      <div
        className="flex min-w-0 grow flex-wrap items-center gap-2 py-1"
        {...(isStatus && { role: "status", "aria-live": "off" })}
      >
        {children}
      </div>
      <PageLink
        to={closeHref}
        replace
        aria-label={t("action.close")}
        title={t("action.close")}
        className={buttonClass("quiet", "medium", "-mr-3 px-0! print:hidden")}
        onClick={(event) => {
          event.preventDefault();
          onClose();
        }}
      >
        <Icon name="close" />
      </PageLink>
    </div>
  );
}

interface DistanceProps {
  /** Null while the visitor's position is unknown. */
  meters: number | null;
  from?: Coordinates | null;
  to?: Coordinates;
}

/**
 * Straight distance, and the direction where both ends are known and far enough from each other. Its line is
 * there before the distance is known: what is below does not move away under a finger.
 */
function Distance({ meters, from, to }: DistanceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (meters === null) return <p className="mt-1 h-6" />;
  const distance = format.distance(meters);
  const direction =
    from && to && meters > arrivalMeters && compassDirectionOf(bearingDegrees(from, to));
  return (
    <p className="tabular mt-1 flex items-center gap-1.5 text-muted">
      <Icon name="walking" />
      {direction
        ? t("panel.direction", { distance, direction: t(`directions.compass.${direction}`) })
        : t("panel.distance", { distance })}
    </p>
  );
}
