import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { sendForm } from "#app/network/send-form.ts";
import { reviewPath, reviewReportPath } from "#app/place/place-paths.ts";
import { ReviewQuote } from "#app/place/review-quote.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { ReasonField } from "#app/ui/form/reason-field.tsx";
import { Select } from "#app/ui/form/select.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import { type Review, reviewSorts } from "#domain/feedback/review.ts";
import { formTexts } from "#domain/validation/form-text.ts";
import { type ReviewFailure, reviewFailureOf, reviewFailureText } from "./review-failure.ts";
import { ReviewSkeleton } from "./review-skeleton.tsx";
import { type OpenedReviews, useReviews } from "./use-reviews.ts";

interface ReadReviewsProps {
  placeId: number;
  count: number;
  opened: OpenedReviews | null;
  /** Whether they are shown; they load only then. */
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

/**
 * A list of reviews: stars, day, text. Only the administrator sees the authors, and only staff can delete any
 * review; the visitor's own review is changed and deleted in the dialog.
 */
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
