import { data } from "react-router";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { useSession } from "#app/features/layout/use-session.ts";
import { findFilterRelief } from "#app/features/places/find-filter-relief.ts";
import {
  openReviewsAddress,
  parseOpenReviewsQuery,
} from "#app/features/places/open-reviews-query.ts";
import type { PlaceListData } from "#app/features/places/place-list-data.ts";
import { PlaceListPage } from "#app/features/places/place-list-page.tsx";
import { PlaceReviews } from "#app/features/reviews/place-reviews.tsx";
import { ReviewButton } from "#app/features/reviews/review-button.tsx";
import { PlaceUpkeep } from "#app/features/upkeep/place-upkeep.tsx";
import { ModeratedPlace } from "#app/moderated-place.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { maxReviewsPerPage } from "#domain/pager.ts";
import { parsePlaceListQuery } from "#domain/place-list-query.ts";
import { servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/places.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const params = new URL(request.url).searchParams;
  const parsed = parsePlaceListQuery(params, { ignoreUnknownParameters: true });
  const parsedReviews = parseOpenReviewsQuery(params);
  if (!parsed.ok || !parsedReviews.ok) {
    const faults = [parsed, parsedReviews].flatMap((part) => (part.ok ? [] : part.faults));
    return answer({ kind: "malformed", fields: faults.map(({ field }) => field) }, 422);
  }

  const { query } = parsed;
  const { placeId, sort } = parsedReviews.query;
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  try {
    const [list, reviews] = await Promise.all([
      services.listPlaces(query, viewer),
      placeId &&
        services.listReviews(placeId, { page: 1, perPage: maxReviewsPerPage, sort }, viewer),
    ]);
    const countPlaces = async (other: typeof query) =>
      (await services.listPlaces(other, viewer)).total;
    return answer({
      kind: "listed",
      query,
      list,
      relief: list.total === 0 ? await findFilterRelief(query, countPlaces) : null,
      openReviews: placeId && reviews ? { placeId, sort, list: reviews } : null,
      renderedAt: services.now().toISOString(),
    });
  } catch (error) {
    console.error(error);
    return answer({ kind: "unavailable", query }, 503);
  }
}

function answer(list: PlaceListData, status = 200) {
  return data(list, { status });
}

export default function Places({ loaderData }: Route.ComponentProps) {
  const session = useSession();
  const { version, refresh } = useRefresh();
  return (
    <PlaceListPage
      data={loaderData}
      renderReviews={({ place, opened, query }) => (
        <PlaceReviews
          placeId={place.id}
          count={place.rating_count}
          opened={opened}
          toOpened={(sort) => openReviewsAddress(query, place.id, sort)}
          version={version}
          onChanged={refresh}
        />
      )}
      renderUpkeep={(card) => (
        <>
          <PlaceUpkeep {...card} />
          <ModeratedPlace place={card.place} />
        </>
      )}
      renderActions={(place) => session && <ReviewButton place={place} onChanged={refresh} />}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
