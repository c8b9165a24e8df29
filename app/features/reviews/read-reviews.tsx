import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Select } from "#app/ui/select.tsx";
import { reviewSorts } from "#domain/review-sort.ts";
import { ReviewList } from "./review-list.tsx";
import { ReviewSkeleton } from "./review-skeleton.tsx";
import { type OpenedReviews, useReviews } from "./use-reviews.ts";

interface ReadReviewsProps {
  placeId: number;
  count: number;
  opened: OpenedReviews | null;
  /** Whether they are shown; only then they are fetched. */
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
          className="noscript:hidden"
        />
      )}
      {reviews.reviews && (
        <ReviewList placeId={placeId} reviews={reviews.reviews} onDeleted={onChanged} />
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
