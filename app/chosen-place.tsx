import { type ReactNode, useEffect, useRef, useState } from "react";
import { useLocation, useNavigate, useSearchParams } from "react-router";
import { NavigateButton, SignInForWalk } from "#app/features/directions/navigate-button.tsx";
import { OpenElsewhere } from "#app/features/directions/open-elsewhere.tsx";
import {
  ConfirmAction,
  PlaceReportButton,
  useConfirmation,
} from "#app/features/feedback/confirm-and-report.tsx";
import { DoorQuestion, isWorthAsking, useIsAsked } from "#app/features/feedback/door-question.tsx";
import { LastConfirmed } from "#app/features/feedback/last-confirmed.tsx";
import {
  useIsSessionUnread,
  useMayBeLed,
  useMayReport,
  useMayReview,
  useSession,
} from "#app/features/layout/use-session.ts";
import { ChosenSkeleton } from "#app/features/map/chosen-notice.tsx";
import { PlacesAtPoint } from "#app/features/map/list/places-at-point.tsx";
import type { PanelProps } from "#app/features/map/page/map-page.tsx";
import { PlaceReviews } from "#app/features/reviews/place-reviews.tsx";
import { ReviewButton } from "#app/features/reviews/review-button.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ClosureLine, NearestOther } from "#app/place/closure-line.tsx";
import { LikelyBadge, LikelyLine } from "#app/place/likely-text.tsx";
import { MapAppLink } from "#app/place/map-app-link.tsx";
import { Mark, MoreFacts, PlaceComment } from "#app/place/more-facts.tsx";
import { OpeningHours, OpeningToday } from "#app/place/opening-hours.tsx";
import { StatusBadge } from "#app/place/opening-status-badge.tsx";
import { ApproximateMark, PlaceFacts } from "#app/place/place-facts.tsx";
import { PlaceLists } from "#app/place/place-lists.tsx";
import { editPath, historyPath } from "#app/place/place-paths.ts";
import { PlaceRating } from "#app/place/place-rating.tsx";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ShareButton } from "#app/place/share-button.tsx";
import { useWalkText } from "#app/place/use-walk-text.ts";
import { ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { useApiRead } from "#app/ui/use-api-read.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { walkParameter } from "#domain/account/own-path.ts";
import { isStaff } from "#domain/account/role.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import { bearingDegrees, compassDirectionOf } from "#domain/geography/distance-and-bearing.ts";
import type { OpenStatus } from "#domain/opening/open-status.ts";
import { type NearestPlaces, nearestPlacesSearch } from "#domain/place/nearest-places.ts";
import type { Place } from "#domain/place/place.ts";
import type { PlaceFiltering } from "#domain/place/place-filters.ts";
import { placeOpeningAt } from "#domain/place/shown-opening.ts";
import { arrivalMeters, walkLimitMeters } from "#domain/walking/walking-time.ts";
import { ModeratedPlace } from "./moderated-place.tsx";

const Navigation = lazyComponent(() =>
  import("#app/features/directions/navigation.tsx").then((module) => module.Navigation),
);

export interface ChosenPlaceProps extends PanelProps {
  /** The places on its point, as the server sent them; null where the browser requests them. */
  here: readonly Place[] | null;
}

const panelClass = "grid grid-cols-[minmax(0,1fr)] gap-3 px-4 pb-8 wrap-anywhere md:pt-2";

/** Panel of the chosen place (docs/product#place-panel), the most important first; the route to it while it guides. */
export function ChosenPlace(props: ChosenPlaceProps) {
  const { place, now, here, beside, query, placeHref, position, onPosition, onGuidance } = props;
  const { listed } = props;
  const session = useSession();
  const mayBeLed = useMayBeLed();
  const isOfStaff = session !== null && isStaff(session);
  // Until it is accepted, contributors only see their own place.
  const isOpenToVisitors = place.accepted || isOfStaff;
  // Of another time nobody can report.
  const mayReport = useMayReport() && isOpenToVisitors && query.at === undefined;
  const mayReview = useMayReview() && isOpenToVisitors;
  const isUnread = useIsSessionUnread();
  const { whole: name, own } = usePlaceTitles(listed, false)(place);
  const isBegun = useBegunWalk(placeHref(place.id), mayBeLed);
  const { version, refresh } = useRefresh();
  const [start, setStart] = useState<Coordinates | null>(null);
  const [hasWalked, setHasWalked] = useState(false);
  const confirmation = useConfirmation(place, now, refresh);
  const isAsked = useIsAsked(place.id, mayReport && isWorthAsking(place, props));

  if (start) {
    const end = () => {
      setStart(null);
      setHasWalked(true);
      // At once, so that the next Escape closes the place.
      onGuidance(null);
    };
    return (
      <ChunkBoundary fallback={<ChosenSkeleton name={name} />}>
        <Navigation
          place={place}
          name={own}
          now={now}
          start={start}
          filtersAccessible={props.filtersAccessible}
          href={placeHref(place.id)}
          onGuidance={onGuidance}
          onEnd={end}
          question={mayReport && <ArrivalQuestion place={place} onAnswered={refresh} />}
        />
      </ChunkBoundary>
    );
  }
  const { closure, doubt } = placeOpeningAt(place, now);
  const isLikelyShut = closure !== undefined || doubt !== undefined;
  // Beyond a walk, and for a visitor who has to sign in first, the way leads by the visitor's own map.
  const isFar = props.distanceMeters !== null && props.distanceMeters > walkLimitMeters;
  return (
    <article className={panelClass}>
      <TitleAndStatus {...props} name={name} />
      {isAsked && <DoorQuestion key={place.id} place={place} isAsked onAnswered={refresh} />}
      {isLikelyShut && (
        <OtherPlace place={place} from={position} query={query} hrefOf={placeHref} />
      )}
      <div className="flex flex-wrap gap-2 print:hidden">
        {mayBeLed && (
          <NavigateButton
            variant={isLikelyShut || isFar ? "secondary" : "primary"}
            position={position}
            isFocused={hasWalked}
            isBegun={isBegun && !hasWalked}
            onStart={(from) => {
              onPosition(from);
              setStart(from);
            }}
          />
        )}
        <MapAppLink
          place={place}
          name={name}
          size="stacked"
          variant={(isFar || !mayBeLed) && !isLikelyShut ? "primary" : "secondary"}
        />
        {!mayBeLed && !isUnread && (
          <SignInForWalk href={placeHref(place.id)} isBegun={isBegun} size="stacked" />
        )}
        {mayReport && (
          <ConfirmAction place={place} now={now} confirmation={confirmation} isStacked />
        )}
      </div>
      {beside}
      <ModeratedPlace place={place} onGone={props.onGone} />
      <PlacesAtPoint {...{ place, listed, placeHref, now }} sent={here} />
      <PlaceFacts place={place} />
      <MoreFacts place={place} />
      <PlaceComment place={place} />
      <PlaceRating mean={place.rating_calculated} count={place.rating_count} />
      <div className="divide-y divide-line border-y border-line">
        <OpeningHours place={place} now={now} isTodayAbove />
        <PlaceLists lists={place.lists} />
        <OpenElsewhere place={place} />
        {isOpenToVisitors && (
          <PlaceReviews
            placeId={place.id}
            count={place.rating_count}
            version={version}
            onChanged={isOfStaff ? refresh : undefined}
          />
        )}
      </div>
      {mayReport && !isAsked && <DoorQuestion key={place.id} place={place} onAnswered={refresh} />}
      <LastConfirmed place={place} at={confirmation.lastConfirmed} />
      {(mayReview || mayReport) && (
        <div className="flex flex-wrap items-center gap-2 print:hidden">
          {mayReview && <ReviewButton place={place} onChanged={refresh} />}
          {mayReport && <PlaceReportButton place={place} onChanged={refresh} />}
        </div>
      )}
      {place.accepted && !isOfStaff && <PlaceChanges placeId={place.id} />}
    </article>
  );
}

/** The question of a visitor whom the guide has led to the door. */
function ArrivalQuestion({ place, onAnswered }: { place: Place; onAnswered: () => void }) {
  const isAsked = useIsAsked(place.id, true);
  return isAsked && <DoorQuestion place={place} isAsked onAnswered={onAnswered} />;
}

/** Top of the panel: the heading with the address, the opening status and marks, and the distance. */
function TitleAndStatus(props: PanelProps & { name: string }) {
  const { place, now, name, position, distanceMeters, measured, title, closeHref, onClose } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const { own, street, town } = usePlaceTitles(props.listed, false)(place);
  const opening = placeOpeningAt(place, now);
  const hasHours = opening.closure === undefined && opening.doubt === undefined;
  // A warning is never larger than an answer.
  const isAnswer = opening.status !== "none" && opening.doubt === undefined;
  useChangedStatus(place.id, t(`status.${opening.status}`));
  return (
    <div>
      <PanelHead
        closeHref={closeHref}
        onClose={onClose}
        action={
          <ShareButton
            placeId={place.id}
            name={name}
            isIcon
            className="-mr-2 forced-colors:mr-0 print:hidden"
          />
        }
      >
        <h2 ref={title} tabIndex={-1} className="text-xl">
          {own}
          <span className="mt-0.5 block text-base font-normal">
            {place.postcode !== undefined && <span className="text-muted">{place.postcode} </span>}
            {street}
            {town}
          </span>
          <span className="sr-only">
            <StatusBadge {...opening} />
            {distanceMeters !== null &&
              t("panel.distance", { distance: format.distance(distanceMeters) })}
          </span>
        </h2>
      </PanelHead>
      <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
        {/* A change of it is announced; the heading, which has the focus first, says it too. */}
        <div role="status" aria-live="off" className="flex">
          <StatusBadge {...opening} className={isAnswer ? "text-base!" : undefined} />
        </div>
        {hasHours && <OpeningToday place={place} now={now} />}
        {!place.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
        {place.sample && <Mark icon="info">{t("places.sample")}</Mark>}
      </div>
      <LikelyLine opening={opening} now={now} timeZone={place.time_zone} className="mt-1.5" />
      {opening.closure && (
        <ClosureLine closure={opening.closure} now={now} timeZone={place.time_zone} />
      )}
      {place.position_approximate && <ApproximateMark />}
      {distanceMeters === null && measured ? (
        <div className="mt-2">{measured}</div>
      ) : (
        <Distance meters={distanceMeters} from={position} to={place.coordinates} />
      )}
    </div>
  );
}

interface OtherPlaceProps {
  place: Place;
  /** The visitor's position; null while it is unknown, then the place's own counts. */
  from: Coordinates | null;
  /** Filters that the other place meets too. */
  query: PlaceFiltering;
  hrefOf: (id: number) => string;
}

function OtherPlace({ place, from, query, hrefOf }: OtherPlaceProps) {
  // The panel's way back stays the same.
  const { state } = useLocation();
  const search = nearestPlacesSearch({ ...query, near: from ?? place.coordinates });
  const path = `/api/v1/places/nearest${search}`;
  const { result, code } = useApiRead<NearestPlaces>({ path }, null);
  if (result === null && code === null)
    return <Skeleton className="h-11 noscript:hidden print:hidden" />;
  const other = result?.best;
  // The closure may be newer than what the search knows.
  if (!other || other.id === place.id) return null;
  const to = hrefOf(other.id);
  return (
    <NearestOther
      {...{ other, to, state }}
      replace
      preventScrollReset
      defaultShouldRevalidate={false}
    />
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

/** Links to the pages that edit a place and show its history; staff have them among their own. */
function PlaceChanges({ placeId }: { placeId: number }) {
  const { t } = useTranslation();
  return (
    <p className="needs-contact -mt-1 flex flex-wrap gap-x-2 print:hidden">
      <ButtonLink to={editPath(placeId)} variant="quiet" icon="edit" className="-ml-3 px-3!">
        {t("edit.open")}
      </ButtonLink>
      <ButtonLink to={historyPath(placeId)} variant="quiet" icon="clock" className="px-3!">
        {t("edit.toHistory")}
      </ButtonLink>
    </p>
  );
}

/** Whether the page's URL began the walk, as after signing in; the parameter goes, so that Back does not begin it again. */
function useBegunWalk(href: string, mayBeLed: boolean): boolean {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isInUrl = parameters.has(walkParameter);
  const [isBegun, setBegun] = useState(isInUrl);
  // The panel of a place in a list is there before the URL that begins its walk.
  if (isInUrl && !isBegun) setBegun(true);
  useEffect(() => {
    if (!isInUrl || !mayBeLed) return;
    void navigate(href, {
      replace: true,
      preventScrollReset: true,
      defaultShouldRevalidate: false,
    });
  }, [isInUrl, mayBeLed, href, navigate]);
  return isBegun;
}

interface MarkedPanelProps extends Pick<PanelProps, "distanceMeters" | "closeHref" | "onClose"> {
  marker: Pick<Place, "accepted"> & { status: OpenStatus; likely?: boolean | undefined };
}

/** Panel of a place of which only the marker is known, in the shape of {@link ChosenPlace}; it is not announced. */
export function MarkedPanel({ marker, distanceMeters, closeHref, onClose }: MarkedPanelProps) {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className={panelClass}>
      <div>
        <PanelHead closeHref={closeHref} onClose={onClose}>
          <p className="sr-only">{t("map.chosen.loading")}</p>
          <Skeleton className="h-6 w-48" />
          <Skeleton className="mt-1.5 h-5 w-32" />
        </PanelHead>
        <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1">
          <StatusBadge status={marker.status} className="text-base!" />
          {marker.likely !== undefined && <LikelyBadge likely={{ open: marker.likely }} />}
          {!marker.accepted && <Mark icon="waiting">{t("places.waiting")}</Mark>}
        </p>
        <Distance meters={distanceMeters} />
      </div>
      <Skeleton className="h-16 w-full" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}

interface PanelHeadProps extends Pick<PanelProps, "closeHref" | "onClose"> {
  /** What stands before the button that closes it. */
  action?: ReactNode;
  children: ReactNode;
}

function PanelHead({ closeHref, onClose, action, children }: PanelHeadProps) {
  const { t } = useTranslation();
  return (
    <div className="flex flex-wrap items-start">
      {/* Beside a word that needs the whole width there is no room for the buttons. */}
      <div className="min-w-0 grow basis-[min-content] pt-2 wrap-break-word md:pt-1.5">
        {children}
      </div>
      <div className="ml-auto flex">
        {action}
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
    </div>
  );
}

interface DistanceProps {
  /** Null while the visitor's position is unknown. */
  meters: number | null;
  from?: Coordinates | null;
  to?: Coordinates;
}

/** Straight distance, walking time and direction. The line is there before them, so that nothing moves under a finger. */
function Distance({ meters, from, to }: DistanceProps) {
  const { t } = useTranslation();
  const walkText = useWalkText();
  if (meters === null) return <p className="mt-2 h-8" />;
  const isInSight = meters < arrivalMeters;
  const direction = from && to && compassDirectionOf(bearingDegrees(from, to));
  return (
    <p className="tabular mt-2 flex min-h-8 flex-wrap items-baseline gap-x-2">
      <span className="text-2xl font-bold">{walkText(meters)}</span>
      {!isInSight && (
        <span className="text-muted">
          {direction
            ? t("panel.direction", { direction: t(`directions.compass.${direction}`) })
            : t("panel.straight")}
        </span>
      )}
    </p>
  );
}
