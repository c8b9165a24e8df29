import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import type { ReviewSort } from "#domain/review-sort.ts";
import { ReviewLinks } from "./review-links.tsx";
import { ReviewSkeleton } from "./review-skeleton.tsx";
import type { OpenedReviews } from "./use-reviews.ts";

const ReadReviews = lazyWithRetry(() =>
  import("./read-reviews.tsx").then((module) => module.ReadReviews),
);

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

/** A place's reviews on request; what shows them loads when they are opened. */
export function PlaceReviews(props: PlaceReviewsProps) {
  const { placeId, count, opened = null, toOpened, version = 0, onChanged = null } = props;
  const { t } = useTranslation();
  const format = useFormatter();
  const [isOpen, setIsOpen] = useState(opened !== null);
  const [isWanted, setIsWanted] = useState(isOpen);
  if (count === 0) return null;
  return (
    <Disclosure
      icon="reviews"
      open={isOpen}
      onToggle={({ currentTarget: { open } }) => {
        setIsOpen(open);
        if (open) setIsWanted(true);
      }}
      title={
        <>
          {t("reviews.title")} <span className="tabular text-muted">({format.number(count)})</span>
        </>
      }
    >
      {toOpened && <ReviewLinks current={opened?.sort ?? null} toOpened={toOpened} />}
      {isWanted && (
        <ChunkBoundary fallback={<ReviewSkeleton />}>
          <ReadReviews
            placeId={placeId}
            count={count}
            opened={opened}
            isOpen={isOpen}
            version={version}
            onChanged={onChanged}
          />
        </ChunkBoundary>
      )}
    </Disclosure>
  );
}
