import { useEffect } from "react";
import { createContext, data, redirect } from "react-router";
import { PlaceSearch } from "#app/features/address-search/place-search.tsx";
import { LastConfirmed } from "#app/features/feedback/last-confirmed.tsx";
import { useMayReview, useOrigin, useSession } from "#app/features/layout/use-session.ts";
import { AddPlace, addedPath } from "#app/features/place-form/adding/add-place.tsx";
import {
  addPlaceAction,
  addPlaceStatus,
} from "#app/features/place-form/adding/add-place-action.ts";
import type { AddObstacle } from "#app/features/place-form/adding/add-place-failure.ts";
import { findSearched } from "#app/features/places/find-searched.ts";
import { findFilterRelief } from "#app/features/places/list-notices.tsx";
import type { ListSearched } from "#app/features/places/list-search.tsx";
import type { PlaceListData } from "#app/features/places/place-list-data.ts";
import {
  listParameters,
  openReviewsHref,
  openReviewsQuerySchema,
  placeListHref,
  placeListPath,
} from "#app/features/places/place-list-hrefs.ts";
import { PlaceListPage } from "#app/features/places/place-list-page.tsx";
import { PlaceReviews } from "#app/features/reviews/place-reviews.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ModeratedPlace } from "#app/moderated-place.tsx";
import { loadWithFallback } from "#app/network/load-with-fallback.ts";
import type { PageHandle } from "#app/page-start.ts";
import { PageDescription } from "#app/place/page-description.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { useRefresh } from "#app/ui/use-refresh.ts";
import { continuingPath } from "#domain/account/own-path.ts";
import { isStaff } from "#domain/account/role.ts";
import { geoTextQuerySchema } from "#domain/address-search/geo-queries.ts";
import { parseMapPageQuery } from "#domain/map/map-page-query.ts";
import type { Place } from "#domain/place/place.ts";
import { filteringOf } from "#domain/place/place-filters.ts";
import { type PlaceListQuery, placeListQuerySchema } from "#domain/place/place-list-query.ts";
import { defaultPlaceSort } from "#domain/place/place-sort.ts";
import { maxReviewsPerPage, placesPerPage } from "#domain/validation/page-sizes.ts";
import { parseQuery } from "#domain/validation/parse-query.ts";
import type { Viewer } from "#server/accounts/viewer.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import {
  clientContext,
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/places.ts";

const NewPlaceForm = lazyComponent(() =>
  import("#app/new-place-form.tsx").then((module) => module.NewPlaceForm),
);

const ConfirmAndReport = lazyComponent(() =>
  import("#app/features/feedback/confirm-and-report.tsx").then((module) => module.ConfirmAndReport),
);

const ReviewButton = lazyComponent(() =>
  import("#app/features/reviews/review-button.tsx").then((module) => module.ReviewButton),
);

export const cacheable: CacheablePage = {
  parameters: ["page", "after", "per_page", "sort", "near", "bbox"],
  hasFilters: true,
};

/** Whether this request has sent the form, which stays where the session has ended meanwhile. */
const isSentContext = createContext(false);

/** @throws {Response} a redirect to the sign-in where a visitor without an account asks for the form */
export async function loader({ request, url, context }: Route.LoaderArgs) {
  const params = url.searchParams;
  const parsed = parseQuery(placeListQuerySchema, listParameters(params), {
    ignoreUnknownParameters: true,
  });
  const parsedReviews = parseQuery(openReviewsQuerySchema, params, {
    ignoreUnknownParameters: true,
  });
  if (!parsed.ok || !parsedReviews.ok) {
    const errors = [parsed, parsedReviews].flatMap((part) => (part.ok ? [] : part.errors));
    const fields = errors.map(({ field }) => field);
    return respond({ kind: "invalid", fields }, "error.unavailable", 422);
  }

  const services = context.get(servicesContext);
  const isTimeRefused = !services.isAskable(parsed.query.at);
  const query = isTimeRefused ? { ...parsed.query, at: undefined } : parsed.query;
  const { placeId, sort } = parsedReviews.query;
  const viewer = context.get(viewerContext);
  const client = context.get(clientContext);
  const isOfVisitor = viewer.userId === null && !viewer.isUnread;
  if (isOfVisitor && params.has("add") && !context.get(isSentContext)) {
    throw redirect(continuingPath("/login", url.pathname + url.search));
  }
  const searched = await runSearch(request, query, context);
  try {
    const [list, addsLeft, reviews] = await Promise.all([
      services.places.listPlaces({ ...query, language: client.language }, viewer),
      viewer.isUnread ? null : services.places.countAddsLeft(viewer),
      placeId &&
        services.reviews.listReviews(
          placeId,
          { page: 1, perPage: maxReviewsPerPage, sort },
          viewer,
        ),
    ]);
    const countPlaces = async (other: typeof query) =>
      (await services.places.listPlaces(other, viewer)).total;
    const page: PlaceListData = {
      kind: "listed",
      query,
      list,
      relief: list.total === 0 ? await findFilterRelief(query, countPlaces) : null,
      openReviews: placeId && reviews ? { placeId, sort, list: reviews } : null,
      renderedAt: services.now().toISOString(),
      ...(isTimeRefused && { isTimeRefused }),
    };
    return respond(page, addObstacleOf(viewer, addsLeft), 200, searched);
  } catch (error) {
    console.error(error);
    return respond({ kind: "unavailable", query }, "error.unavailable", 503);
  }
}

type PlacesData = PlaceListData & {
  readonly addObstacle: AddObstacle | null;
  readonly searched: ListSearched | null;
  /** The previous list, because the requested one could not be loaded. */
  readonly isStale?: true;
};

/** The list on the page, for {@link clientLoader}; null while another page is shown. */
let shown: PlacesData | null = null;

/** Loads the list of another filter, order or page; without a response, the list on the page stays. */
export async function clientLoader(loading: Route.ClientLoaderArgs): Promise<PlacesData> {
  const before = shown;
  const places = await loadWithFallback<PlacesData>(loading, () =>
    loadFallback(loading.request, before),
  );
  return places.kind === "unavailable" && before?.kind === "listed" ? asStale(before) : places;
}

/** The saved list; without it, the one on the page, or an empty one with the failure. Null for a URL that is no list's. */
async function loadFallback(
  request: Request,
  before: PlacesData | null,
): Promise<PlacesData | null> {
  const searchParams = listParameters(new URL(request.url).searchParams);
  const unread = { addObstacle: "error.unavailable", searched: null } as const;
  const list = await loadSavedList(searchParams);
  if (list !== null) return { ...list, ...unread };
  if (before !== null) return asStale(before);
  // The list's own schema would be 4 KB more for everyone.
  const filtering = parseMapPageQuery(searchParams);
  if (!filtering.ok) return null;
  const asList = { page: 1, perPage: placesPerPage, sort: defaultPlaceSort } as const;
  const query = { ...asList, ...filteringOf(filtering.query), near: null, bbox: null };
  return { kind: "unavailable", query, ...unread };
}

async function loadSavedList(params: URLSearchParams): Promise<PlaceListData | null> {
  if (!navigator.serviceWorker?.controller) return null;
  const chunk = await import("#app/features/places/saved-list.ts");
  return chunk.fetchSavedList(params);
}

function asStale(places: PlacesData): PlacesData {
  if (places.kind === "invalid") return { ...places, isStale: true };
  // A new query object, so that the filters return to those of the list, not to the pressed ones.
  return { ...places, query: { ...places.query }, isStale: true };
}

function respond(
  list: PlaceListData,
  addObstacle: AddObstacle | null,
  status = 200,
  searched: ListSearched | null = null,
) {
  return data({ ...list, addObstacle, searched }, { status });
}

/** Runs a search sent without script, as `q`; null without one. @throws {Response} a redirect to the best result */
async function runSearch(
  request: Request,
  query: PlaceListQuery,
  context: Route.LoaderArgs["context"],
): Promise<ListSearched | null> {
  const text = new URL(request.url).searchParams.get("q");
  if (text === null) return null;
  const parsed = parseQuery(geoTextQuerySchema, new URLSearchParams({ q: text }));
  if (!parsed.ok && text.trim() !== "") return { text: "", missed: "none" };
  const { geo, consumeSearchLimit } = context.get(servicesContext);
  const client = context.get(clientContext);
  const options = {
    language: client.language,
    near: query.near,
    sessionToken: null,
    signal: request.signal,
  };
  const found = await findSearched(text, query, {
    suggest: async () => {
      try {
        const waits = await consumeSearchLimit(client, context.get(viewerContext));
        const result = waits === null ? await geo.suggest(text, options) : null;
        return result?.ok ? result.value : null;
      } catch (error) {
        // The list below works without the database in its own way.
        console.error(error);
        return null;
      }
    },
    retrieve: async (id) => {
      const result = await geo.retrieve(id, options);
      return result.ok ? result.value : null;
    },
  });
  if ("path" in found) throw redirect(found.path);
  return { text, missed: found.missed };
}

/** @param addsLeft null without a limit */
function addObstacleOf({ userId, isUnread }: Viewer, addsLeft: number | null): AddObstacle | null {
  if (isUnread) return "error.unavailable";
  if (userId === null) return "error.signin";
  return addsLeft === 0 ? "error.limit" : null;
}

/** Adds a place from the form, and shows the list again; with thanks where the place is pending. */
export async function action({ request, context }: Route.ActionArgs) {
  context.set(isSentContext, true);
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const result = await addPlaceAction(await request.formData(), {
    // A visitor whose session could not be read gets the first use case's failure, and keeps the draft.
    isSignedIn: viewer.isUnread || viewer.userId !== null,
    checkAndAddPlace: async (checked) => {
      const opened = await context.get(openWritesContext)();
      if (!opened.ok) return { ok: false, code: "error.toomanyrequests" };
      return opened.writes.checkAndAddPlace(checked, viewer);
    },
    findHoursError: services.findHoursError,
    explainHours: (text, site) => services.explainHours({ text, site }, context.get(i18nContext)),
  });
  if (result.kind !== "added") return data(result, { status: addPlaceStatus(result) });
  const list = listHrefOf(new URL(request.url));
  throw redirect(result.place.accepted ? list : addedPath(list));
}

function listHrefOf({ searchParams }: URL): string {
  const parsed = parseQuery(placeListQuerySchema, listParameters(searchParams), {
    ignoreUnknownParameters: true,
  });
  return parsed.ok ? placeListHref(parsed.query) : placeListPath;
}

/** Sends the form, which has come with the function that does so. */
export async function clientAction(args: Route.ClientActionArgs) {
  const { savePlace } = await import("#app/new-place-form.tsx");
  return savePlace(args);
}

export const handle: PageHandle = { isStatic: true, describesItself: true };

/** The list, without filters and order; a further page of the plain list is a URL of its own. */
function ListDescription({ list }: { list: PlaceListData }) {
  const { t } = useTranslation();
  const page = list.kind === "invalid" ? 1 : list.query.page;
  const further = `${placeListPath}?page=${page}`;
  const isFurther =
    list.kind !== "invalid" && placeListHref({ ...list.query, after: undefined }) === further;
  const url = useOrigin() + (isFurther ? further : placeListPath);
  return <PageDescription name={t("places.title")} url={url} />;
}

/** Age of a card's data, and for signed-in visitors the ways to confirm and report the place. */
function PlaceUpkeep({ place, now }: { place: Place; now: Date }) {
  const date = <LastConfirmed place={place} at={place.last_confirmed} />;
  // Only responses to signed-in visitors have this field.
  if (place.confirmed_today === undefined) return date;
  return (
    <ChunkBoundary fallback={date}>
      <ConfirmAndReport place={place} now={now} />
    </ChunkBoundary>
  );
}

export default function Places({ loaderData, actionData }: Route.ComponentProps) {
  const places: PlacesData = loaderData;
  const session = useSession();
  const mayReview = useMayReview();
  const isOfStaff = session !== null && isStaff(session);
  // Until it is accepted, contributors only see their own place.
  const isOpenToVisitors = ({ accepted }: Place) => accepted || isOfStaff;
  const { version, refresh } = useRefresh();
  useEffect(() => {
    shown = places;
    return () => {
      shown = null;
    };
  }, [places]);
  return (
    <>
      <ListDescription list={places} />
      <PlaceListPage
        data={places}
        isStale={places.isStale ?? false}
        searched={places.searched}
        renderSearch={({ onFound, ...search }) => <PlaceSearch {...search} onRetrieved={onFound} />}
        renderAddPlace={(listHref) => (
          <AddPlace
            obstacle={places.addObstacle}
            result={actionData}
            listPath={listHref}
            renderForm={(form) => <NewPlaceForm {...form} />}
          />
        )}
        renderReviews={({ place, opened, query }) =>
          isOpenToVisitors(place) && (
            <PlaceReviews
              placeId={place.id}
              count={place.rating_count}
              opened={opened}
              toOpened={(sort) => openReviewsHref(query, place.id, sort)}
              version={version}
              onChanged={isOfStaff ? refresh : undefined}
            />
          )
        }
        renderUpkeep={(card) =>
          isOpenToVisitors(card.place) && (
            <>
              <PlaceUpkeep {...card} />
              <ModeratedPlace place={card.place} />
            </>
          )
        }
        renderActions={(place) =>
          mayReview &&
          isOpenToVisitors(place) && (
            <ChunkBoundary fallback={null}>
              <ReviewButton place={place} onChanged={refresh} />
            </ChunkBoundary>
          )
        }
      />
    </>
  );
}
