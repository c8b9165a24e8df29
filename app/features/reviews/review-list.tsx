import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { RatingStars } from "#app/ui/rating-stars.tsx";
import type { Review } from "#domain/review.ts";
import { DeleteReview } from "./delete-review.tsx";

interface ReviewListProps {
  placeId: number;
  reviews: readonly Review[];
  /** Called when the administrator has deleted one; null where nothing can be deleted here. */
  onDeleted: (() => void) | null;
}

/**
 * Reviews to read: stars, day, text. Who wrote them only the administrator gets to see, who can
 * delete any; one's own is changed and deleted in the dialog.
 */
export function ReviewList({ placeId, reviews, onDeleted }: ReviewListProps) {
  const { t } = useTranslation();
  if (reviews.length === 0) return <p className="py-2 text-muted">{t("reviews.none")}</p>;
  return (
    <ul className="divide-y divide-line">
      {reviews.map((review) => (
        // Nobody reviews a place twice, but only the administrator is told who is who.
        <li key={review.user_id ?? `${review.added} ${review.rating} ${review.text}`}>
          <ReviewItem review={review} />
          {onDeleted && review.user_id !== undefined && !review.own && (
            <DeleteReview placeId={placeId} userId={review.user_id} onDeleted={onDeleted} />
          )}
        </li>
      ))}
    </ul>
  );
}

function ReviewItem({ review: { rating, text, added, own, user_id } }: { review: Review }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <article className="py-3">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RatingStars rating={rating} label={t("places.rating.label", { rating })} />
        <time dateTime={added} className="text-sm text-muted">
          {format.date(added)}
        </time>
        {own && <strong className="text-sm">{t("reviews.own")}</strong>}
        {user_id && !own && (
          <span className="text-sm break-all text-muted">
            {t("reviews.author", { userId: user_id })}
          </span>
        )}
      </p>
      {text !== "" && (
        <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
    </article>
  );
}
