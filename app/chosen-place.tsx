import { useEffect, useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { NavigateButton, SignInForWalk } from "#app/features/directions/navigate-button.tsx";
import { OpenElsewhere } from "#app/features/directions/open-elsewhere.tsx";
import {
  ConfirmAction,
  PlaceReportButton,
  useConfirmation,
} from "#app/features/feedback/feedback-actions.tsx";
import { LastConfirmed } from "#app/features/feedback/last-confirmed.tsx";
import {
  useIsSessionUnread,
  useMayBeLed,
  useMayReport,
  useMayReview,
  useSession,
} from "#app/features/layout/use-session.ts";
import { PlacesAtPoint } from "#app/features/map/list/places-at-point.tsx";
import { ChosenSkeleton } from "#app/features/map/page/chosen-notice.tsx";
import type { PanelProps } from "#app/features/map/page/map-page.tsx";
import { PlacePanel } from "#app/features/place-panel/place-panel.tsx";
import { PlaceReviews } from "#app/features/reviews/place-reviews.tsx";
import { ReviewButton } from "#app/features/reviews/review-button.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { editPath, historyPath } from "#app/place/place-paths.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { ShareButton } from "#app/place/share-button.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { walkParameter } from "#domain/account/own-path.ts";
import { isStaff } from "#domain/account/role.ts";
import type { Coordinates } from "#domain/geography/coordinates.ts";
import type { Place } from "#domain/place/place.ts";
import { ModeratedPlace } from "./moderated-place.tsx";

export { MarkedPanel } from "#app/features/place-panel/place-panel.tsx";

const Navigation = lazyComponent(() =>
  import("#app/features/directions/navigation.tsx").then((module) => module.Navigation),
);

export interface ChosenPlaceProps extends PanelProps {
  /** The places on its point, as the server sent them; null where the browser requests them. */
  here: readonly Place[] | null;
}

/**
 * The chosen place on the map page: its panel, with the parts of other features, or the route to it. A chunk
 * of its own, because most visitors open the map without a chosen place.
 */
export function ChosenPlace({ here, ...panel }: ChosenPlaceProps) {
  const { place, now, placeHref, position, onPosition, onGuidance, onGone } = panel;
  const session = useSession();
  const mayBeLed = useMayBeLed();
  const mayReport = useMayReport();
  const mayReview = useMayReview();
  const isUnread = useIsSessionUnread();
  const name = usePlaceTitles()(place).whole;
  const isBegun = useBegunWalk(placeHref(place.id), mayBeLed);
  const { version, refresh } = useRefresh();
  const [start, setStart] = useState<Coordinates | null>(null);
  const [hasWalked, setHasWalked] = useState(false);
  const confirmation = useConfirmation(place, now, refresh);

  if (start) {
    const end = () => {
      setStart(null);
      setHasWalked(true);
      // At once, so that the next Escape closes the place.
      onGuidance(null);
    };
    return (
      <ChunkBoundary fallback={<ChosenSkeleton />}>
        <Navigation place={place} now={now} start={start} onGuidance={onGuidance} onEnd={end} />
      </ChunkBoundary>
    );
  }
  return (
    <PlacePanel
      {...panel}
      here={<PlacesAtPoint place={place} sent={here} placeHref={placeHref} now={now} />}
      actions={
        <>
          {mayBeLed && (
            <NavigateButton
              position={position}
              isFocused={hasWalked}
              isBegun={isBegun && !hasWalked}
              onStart={(from) => {
                onPosition(from);
                setStart(from);
              }}
            />
          )}
          {!mayBeLed && !isUnread && <SignInForWalk placeId={place.id} isBegun={isBegun} />}
          <ShareButton placeId={place.id} name={name} />
          {mayReport && <ConfirmAction place={place} now={now} confirmation={confirmation} />}
        </>
      }
      elsewhere={mayBeLed && <OpenElsewhere place={place} />}
      reviews={
        <PlaceReviews
          placeId={place.id}
          count={place.rating_count}
          version={version}
          onChanged={session && isStaff(session) ? refresh : undefined}
        />
      }
      upkeep={
        <>
          <LastConfirmed place={place} at={confirmation.lastConfirmed} />
          {(mayReview || mayReport) && (
            <div className="flex flex-wrap items-center gap-2 print:hidden">
              {mayReview && <ReviewButton place={place} onChanged={refresh} />}
              {mayReport && <PlaceReportButton place={place} onChanged={refresh} />}
            </div>
          )}
          {(session === null || !isStaff(session)) && <PlaceChanges placeId={place.id} />}
          <ModeratedPlace place={place} onGone={onGone} />
        </>
      }
    />
  );
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

/**
 * Whether the page's URL began the walk, as after signing in for it. The parameter is removed at once, so
 * that neither Back nor a copied URL begins it again.
 *
 * @param mayBeLed whether the visitor may be led; for another one the sign-in opens, which comes back to it
 */
function useBegunWalk(href: string, mayBeLed: boolean): boolean {
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const isInUrl = parameters.has(walkParameter);
  const [isBegun] = useState(isInUrl);
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
