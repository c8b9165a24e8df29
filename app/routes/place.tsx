import { data } from "react-router";
import { SignInForWalk } from "#app/features/directions/navigate-button.tsx";
import {
  ConfirmAction,
  PlaceReportButton,
  useConfirmation,
} from "#app/features/feedback/confirm-and-report.tsx";
import { DoorQuestion } from "#app/features/feedback/door-question.tsx";
import { LastConfirmed } from "#app/features/feedback/last-confirmed.tsx";
import { LastChanges } from "#app/features/history/history-line.tsx";
import {
  useMayBeLed,
  useMayReport,
  useMayReview,
  useOrigin,
  useSession,
} from "#app/features/layout/use-session.ts";
import { PlacePage } from "#app/features/place-page/place-page.tsx";
import { ReviewButton } from "#app/features/reviews/review-button.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { PageHandle } from "#app/page-start.ts";
import { placePagePath, placePath, reviewPath } from "#app/place/place-paths.ts";
import { ButtonLink } from "#app/ui/button.tsx";
import { useInstant } from "#app/ui/use-now.ts";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { continuingPath } from "#domain/account/own-path.ts";
import { isStaff } from "#domain/account/role.ts";
import { defaultReviewSort } from "#domain/feedback/review.ts";
import type { Place } from "#domain/place/place.ts";
import { parseId } from "#domain/place/place-id.ts";
import { reviewsPerPage } from "#domain/validation/page-sizes.ts";
import { pageQuerySchema, parseQuery } from "#domain/validation/parse-query.ts";
import { i18nContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/place.ts";

const nearestCount = 3;

/** @throws {Response} 404 for a place that the visitor may not see, 410 for one that is deleted */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const url = new URL(request.url);
  const id = parseId(params.id);
  const parsed = parseQuery(pageQuerySchema, url.searchParams, { ignoreUnknownParameters: true });
  if (id === null || !parsed.ok) throw data(null, { status: 404 });
  const asked = url.searchParams.get("at") ?? undefined;
  const place = await services.places.findPlace(id, viewer, asked);
  if (place === null) {
    const deletion = await services.places.findDeletion(id);
    throw data(deletion && { goneSince: deletion.goneSince?.toISOString() ?? null }, {
      status: deletion ? 410 : 404,
    });
  }
  const isTimeRefused = !services.isAskable(asked, place.time_zone);
  const at = isTimeRefused ? undefined : asked;
  const [reviews, nearest, history, hasStreets] = await Promise.all([
    services.unlessUnavailable(
      services.reviews.listReviews(
        id,
        { page: parsed.query.page, perPage: reviewsPerPage, sort: defaultReviewSort },
        viewer,
      ),
    ),
    services.places.findOthersNear(place, { limit: nearestCount, at }, viewer),
    services.unlessUnavailable(services.edits.readPlaceHistory({ placeId: id, page: 1 }, viewer)),
    services.streetTiles.covers(place),
  ]);
  return {
    place,
    reviews,
    history,
    nearest,
    hasStreets,
    daysAhead: daysAheadOf(place, context),
    renderedAt: services.now().toISOString(),
    at,
    isTimeRefused,
    ...pageMessagesOf(context.get(i18nContext), "found"),
  };
}

/** Ranges of the coming week, where the seven entries leave something out of the hours. */
function daysAheadOf(
  { opening_hours: text, country, latitude, longitude }: Place,
  context: Route.LoaderArgs["context"],
) {
  if (text === undefined) return null;
  const { explainHours } = context.get(servicesContext);
  const { t, language } = context.get(i18nContext);
  const { meaning } = explainHours(
    { text, site: { country, latitude, longitude } },
    { t, language },
  );
  return meaning?.week ?? null;
}

/** A link that was shared opens with no more than the page itself (docs/decisions/026). */
export const handle: PageHandle = { isStatic: true, describesItself: true };

export default function PlaceRoute({ loaderData }: Route.ComponentProps) {
  const { place, renderedAt, at } = loaderData;
  const { now } = useInstant(renderedAt, at, place.time_zone);
  return (
    <PageMessagesProvider given={loaderData} path={placePagePath(place.id)}>
      <PageOfPlace key={place.id} loaderData={loaderData} now={now} />
    </PageMessagesProvider>
  );
}

interface PageOfPlaceProps extends Pick<Route.ComponentProps, "loaderData"> {
  now: Date;
}

function PageOfPlace({ loaderData, now }: PageOfPlaceProps) {
  const { place, history, at } = loaderData;
  const { t } = useTranslation();
  const { refresh } = useRefresh();
  const session = useSession();
  const isOpenToVisitors = place.accepted || (session !== null && isStaff(session));
  // Of another time nobody can report.
  const mayReport = useMayReport() && isOpenToVisitors && at === undefined;
  const mayReview = useMayReview();
  const confirmation = useConfirmation(place, now, refresh);
  return (
    <PlacePage
      {...loaderData}
      url={useOrigin() + placePagePath(place.id)}
      signInForWalk={
        useMayBeLed() ? null : <SignInForWalk href={placePath(place.id)} size="stacked" />
      }
      confirm={
        mayReport && <ConfirmAction place={place} now={now} confirmation={confirmation} isStacked />
      }
      upkeep={
        <>
          <LastConfirmed place={place} at={confirmation.lastConfirmed} />
          {mayReport && (
            <div className="print:hidden">
              <PlaceReportButton place={place} onChanged={refresh} />
            </div>
          )}
        </>
      }
      isOpenToVisitors={isOpenToVisitors}
      observe={mayReport && <DoorQuestion key={place.id} place={place} onAnswered={refresh} />}
      review={
        !isOpenToVisitors ? null : mayReview ? (
          <ReviewButton place={place} onChanged={refresh} />
        ) : (
          <ButtonLink to={continuingPath("/login", reviewPath(place.id))} icon="review">
            {t("reviews.write")}
          </ButtonLink>
        )
      }
      changes={history && <LastChanges history={history} />}
    />
  );
}
