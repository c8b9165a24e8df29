import { type FormEvent, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { sendForm } from "#app/network/send-form.ts";
import { reviewPath, reviewReportPath } from "#app/place/place-paths.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/counted-text-area.tsx";
import { Select } from "#app/ui/form/select.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import {
  defaultReviewSort,
  type Review,
  type ReviewList,
  type ReviewSort,
  reviewSorts,
} from "#domain/feedback/review.ts";
import { formTexts } from "#domain/validation/form-text.ts";
import { reviewsPerPage } from "#domain/validation/page-sizes.ts";
import { type ReviewFailure, reviewFailureOf, reviewFailureText } from "./review-failure.ts";
import { ReviewSkeleton } from "./review-skeleton.tsx";

interface ReadReviewsProps {
  placeId: number;
  count: number;
  opened: OpenedReviews | null;
  isOpen: boolean;
  version: number;
  onChanged: (() => void) | null;
}

/** The reviews themselves, in one of four orders. */
export function ReadReviews(props: ReadReviewsProps) {
  const { placeId, count, opened, isOpen, version, onChanged } = props;
  const { t } = useTranslation();
  const reviews = useReviews(placeId, { isWanted: isOpen, opened, version });
  return (
    <>
      {count > 1 && (
        <Select
          label={t("reviews.sort.label")}
          isLabelHidden
          value={reviews.sort}
          options={reviewSorts.map((sort) => ({ value: sort, label: t(`reviews.sort.${sort}`) }))}
          onChange={(event) => {
            const sort = reviewSorts.find((sort) => sort === event.target.value);
            if (sort) reviews.sortBy(sort);
          }}
          className="max-w-full noscript:hidden"
        />
      )}
      {reviews.reviews && (
        <ReviewEntries placeId={placeId} reviews={reviews.reviews} onDeleted={onChanged} />
      )}
      {reviews.isLoading && !reviews.isRenewed && <ReviewSkeleton />}
      {reviews.hasFailed && (
        <Alert kind="danger">
          <p>{t("reviews.failed")}</p>
          <Button icon="retry" onClick={reviews.retry} className="my-2">
            {t("action.retry")}
          </Button>
        </Alert>
      )}
      {reviews.hasMore && !reviews.isLoading && !reviews.hasFailed && (
        <Button onClick={reviews.loadMore} className="my-2 noscript:hidden">
          {t("reviews.more")}
        </Button>
      )}
    </>
  );
}

interface ReviewEntriesProps {
  placeId: number;
  reviews: readonly Review[];
  /** Called when staff have deleted one; null for other visitors, who cannot. */
  onDeleted: (() => void) | null;
}

/** A list of reviews. Only the administrator sees the authors, and only staff delete others' reviews. */
export function ReviewEntries({ placeId, reviews, onDeleted }: ReviewEntriesProps) {
  const { t } = useTranslation();
  if (reviews.length === 0) return <p className="py-2 text-muted">{t("reviews.none")}</p>;
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        <li key={review.id}>
          <ReviewItem review={review} />
          {!review.own && (
            <a
              href={reviewReportPath(placeId, review.id)}
              className="text-link -mt-3 inline-block py-2.5 text-sm"
            >
              {t("reviews.report.action")}
            </a>
          )}
          {onDeleted && !review.own && (
            <DeleteReview placeId={placeId} reviewId={review.id} onDeleted={onDeleted} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ReviewItem({ review }: { review: Review }) {
  const { t } = useTranslation();
  const { own, user_id } = review;
  return (
    <article className="py-3">
      <ReviewQuote review={review}>
        {own && <strong className="text-sm">{t("reviews.own")}</strong>}
        {user_id && !own && (
          <span className="text-sm break-all text-muted">
            {t("reviews.author", { userId: user_id })}
          </span>
        )}
      </ReviewQuote>
    </article>
  );
}

interface DeleteReviewProps {
  placeId: number;
  reviewId: number;
  onDeleted: () => void;
}

/** Button of staff that deletes a review, after one question, and the reason for its author. */
export function DeleteReview({ placeId, reviewId, onDeleted }: DeleteReviewProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ReviewFailure | null>(null);

  async function remove(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const fields = formTexts(new FormData(event.currentTarget));
    setIsSending(true);
    setFailure(null);
    const result = await sendForm(reviewPath(placeId), fields);
    setIsSending(false);
    if (!result.ok) return setFailure(reviewFailureOf(result.code));
    announce(t("reviews.change.deleted"));
    onDeleted();
  }

  return (
    <form method="post" action={reviewPath(placeId)} onSubmit={remove} className="pb-3">
      <input type="hidden" name="review" value={reviewId} />
      <ConfirmedSubmit
        label={t("reviews.delete.action")}
        icon="delete"
        question={t("reviews.delete.question")}
        field={<ReasonField label={t("reviews.delete.reason")} />}
        confirmLabel={t("reviews.delete.confirm")}
        aria-disabled={isSending}
      />
      {failure && (
        <Alert kind="danger" className="mt-2">
          {reviewFailureText(t, failure)}
        </Alert>
      )}
    </form>
  );
}

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
  readonly isWanted: boolean;
  readonly opened: OpenedReviews | null;
  /** Grows when they have changed; the old ones stay until the new ones are loaded. */
  readonly version: number;
}

function useReviews(placeId: number, { isWanted, opened, version }: ReviewsOptions) {
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

interface ReviewsRequest {
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
