import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { Select } from "#app/ui/select.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { type ReviewSort, reviewSorts } from "#domain/review-sort.ts";
import { ReviewLinks } from "./review-links.tsx";
import { ReviewList } from "./review-list.tsx";
import { type OpenedReviews, useReviews } from "./use-reviews.ts";

interface PlaceReviewsProps {
  placeId: number;
  /** How many there are; without any, nothing is shown. */
  count: number;
  /** Reviews that came with the page; null where they are fetched when opened. */
  opened?: OpenedReviews | null;
  /** A page that shows them opened, for browsers without script. */
  toOpened?: (sort: ReviewSort) => string;
  /** Grows when the reviews have changed, which then are fetched anew. */
  version?: number;
  /** Called when the administrator has deleted one. */
  onChanged?: () => void;
}

/** A place's reviews on request, in one of four orders. */
export function PlaceReviews(props: PlaceReviewsProps) {
  const { placeId, count, opened = null, toOpened, version = 0, onChanged = null } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const [isOpen, setIsOpen] = useState(opened !== null);
  const reviews = useReviews(placeId, { isWanted: isOpen, opened, version });
  if (count === 0) return null;
  return (
    <Disclosure
      icon="reviews"
      open={isOpen}
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      title={
        <>
          {t("reviews.title")} <span className="tabular text-muted">({format.number(count)})</span>
        </>
      }
    >
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
      {toOpened && <ReviewLinks current={opened?.sort ?? null} toOpened={toOpened} />}
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
    </Disclosure>
  );
}

function ReviewSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-2 py-3">
      <p className="sr-only">{t("reviews.loading")}</p>
      <Skeleton className="h-5 w-40" />
      <Skeleton className="h-5 w-full" />
    </div>
  );
}
