import { useEffect, useState } from "react";
import { fetchApi } from "#app/network/fetch-api.ts";
import {
  defaultReviewSort,
  type Review,
  type ReviewList,
  type ReviewSort,
} from "#domain/feedback/review.ts";
import { reviewsPerPage } from "#domain/validation/page-sizes.ts";

/** Reviews that came with the page. */
export interface OpenedReviews {
  readonly sort: ReviewSort;
  readonly list: ReviewList;
}

interface Request {
  readonly sort: ReviewSort;
  /** From 1; the pages after the first are added to the shown ones. */
  readonly page: number;
}

interface Loaded {
  readonly request: Request;
  readonly reviews: readonly Review[];
  readonly total: number;
}

interface ReviewsOptions {
  /** Whether they are to be loaded. */
  readonly isWanted: boolean;
  readonly opened: OpenedReviews | null;
  /** Grows when they have changed; the old ones stay until the new ones are loaded. */
  readonly version: number;
}

/** The reviews of a place, loaded on demand, page after page. */
export function useReviews(placeId: number, { isWanted, opened, version }: ReviewsOptions) {
  const [request, setRequest] = useState<Request>({
    sort: opened?.sort ?? defaultReviewSort,
    page: 1,
  });
  const [loaded, setLoaded] = useState<Loaded | null>(
    opened && { request, reviews: opened.list.reviews, total: opened.list.total },
  );
  const [failed, setFailed] = useState<Request | null>(null);
  const [seenVersion, setSeenVersion] = useState(version);
  if (seenVersion !== version) {
    setSeenVersion(version);
    setRequest(({ sort }) => ({ sort, page: 1 }));
  }

  const isLoaded = loaded?.request === request;
  useEffect(() => {
    if (!isWanted || isLoaded) return;
    const abort = new AbortController();
    fetchReviews({ placeId, ...request }, abort.signal).then((list) => {
      if (abort.signal.aborted) return;
      if (list === null) return setFailed(request);
      const { reviews, total } = list;
      setLoaded((before) => ({
        request,
        reviews: request.page === 1 ? reviews : [...(before?.reviews ?? []), ...reviews],
        total,
      }));
    });
    return () => abort.abort();
  }, [placeId, isWanted, isLoaded, request]);

  const shown = loaded?.request.sort === request.sort ? loaded : null;
  return {
    sort: request.sort,
    /** Null until the first page is loaded. */
    reviews: shown?.reviews ?? null,
    hasMore: shown !== null && shown.reviews.length < shown.total,
    hasFailed: failed === request,
    /** A list that is being loaded replaces the shown one. */
    isRenewed: shown !== null && request.page === 1,
    isLoading: isWanted && !isLoaded && failed !== request,
    sortBy: (sort: ReviewSort) => setRequest({ sort, page: 1 }),
    loadMore: () =>
      setRequest(({ sort }) => ({
        sort,
        page: Math.floor((shown?.reviews.length ?? 0) / reviewsPerPage) + 1,
      })),
    retry: () => setRequest((before) => ({ ...before })),
  };
}

export interface ReviewsRequest {
  readonly placeId: number;
  readonly sort: ReviewSort;
  /** From 1. */
  readonly page: number;
}

/** One page of a place's reviews; null where the call failed or was aborted. */
async function fetchReviews(
  request: ReviewsRequest,
  signal: AbortSignal,
): Promise<ReviewList | null> {
  const result = await fetchApi<ReviewList>(reviewsApiPath(request), { signal });
  return result.ok ? result.body : null;
}

/** Path of the API's reviews; defaults are left out. */
export function reviewsApiPath({ placeId, sort, page }: ReviewsRequest): string {
  const pairs = [
    ...(page === 1 ? [] : [`page=${page}`]),
    ...(sort === defaultReviewSort ? [] : [`sort=${sort}`]),
  ];
  const search = pairs.length === 0 ? "" : `?${pairs.join("&")}`;
  return `/api/v1/places/${placeId}/reviews${search}`;
}
