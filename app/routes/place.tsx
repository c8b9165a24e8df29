import { data } from "react-router";
import { LastConfirmed } from "#app/features/feedback/last-confirmed.tsx";
import { LastChanges } from "#app/features/history/history-line.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { useMayReport } from "#app/features/layout/use-session.ts";
import { PlacePage } from "#app/features/place-page/place-page.tsx";
import { OwnWords, pageWordsOf } from "#app/i18n/own-words.tsx";
import { placePageAddress } from "#app/place/place-addresses.ts";
import type { PageHandle } from "#app/postpone-start.ts";
import { defaultReviewSort } from "#domain/feedback/review.ts";
import { previewSize } from "#domain/map/preview-picture.ts";
import { noFilters } from "#domain/place/place-filters.ts";
import { parseId } from "#domain/place/place-id-and-name.ts";
import { reviewsPerPage } from "#domain/reading/page-sizes.ts";
import { pageQuerySchema, readQuery } from "#domain/reading/read-query.ts";
import {
  i18nContext,
  originContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/place.ts";

/** Number of other places that the page names. */
const nearestCount = 3;

/** @throws {Response} 404 for a place that the visitor may not see, 410 for one that is deleted */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const url = new URL(request.url);
  const id = parseId(params.id);
  const parsed = readQuery(pageQuerySchema, url.searchParams, { ignoreUnknownParameters: true });
  if (id === null || !parsed.ok) throw data(null, { status: 404 });
  const place = await services.places.findPlace(id, viewer);
  if (place === null) {
    throw data(null, { status: (await services.places.wasDeleted(id)) ? 410 : 404 });
  }
  const [reviews, open, history] = await Promise.all([
    services.reviews.listReviews(
      id,
      { page: parsed.query.page, perPage: reviewsPerPage, sort: defaultReviewSort },
      viewer,
    ),
    services.places.listPlaces(
      {
        ...{ page: 1, perPage: nearestCount + 1, sort: "distance", bbox: null },
        ...{ filters: { ...noFilters, open: true }, includeUnknown: false },
        near: place.coordinates,
      },
      viewer,
    ),
    services.edits.readPlaceHistory({ placeId: id, page: 1 }, viewer),
  ]);
  return {
    place,
    reviews,
    history,
    nearest: open.places.filter((other) => other.id !== id).slice(0, nearestCount),
    address: context.get(originContext) + placePageAddress(id),
    imageSize: previewSize,
    renderedAt: services.now().toISOString(),
    ...pageWordsOf(context.get(i18nContext), "found"),
  };
}

/** A link that was shared opens with no more than the page itself (docs/decisions/026). */
export const handle: PageHandle = { isToBeRead: true, describesItself: true };

export default function PlaceRoute({ loaderData }: Route.ComponentProps) {
  const { place, history } = loaderData;
  return (
    <OwnWords given={loaderData} address={placePageAddress(place.id)}>
      <PlacePage
        {...loaderData}
        mayReport={useMayReport()}
        freshness={<LastConfirmed place={place} at={place.last_confirmed} />}
        changes={history && <LastChanges history={history} />}
      />
    </OwnWords>
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
