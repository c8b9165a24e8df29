import { useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Disclosure } from "#app/ui/disclosure.tsx";
import { type ReviewSort, reviewSorts } from "#domain/feedback/review.ts";
import type { OpenedReviews } from "./read-reviews.tsx";
import { ReviewSkeleton } from "./review-skeleton.tsx";

const ReadReviews = lazyComponent(() =>
  import("./read-reviews.tsx").then((module) => module.ReadReviews),
);

interface PlaceReviewsProps {
  placeId: number;
  /** Number of reviews; without any, nothing is shown. */
  count: number;
  /** Reviews that came with the page; null where they load when opened. */
  opened?: OpenedReviews | null;
  /** Path of a page with the reviews opened, for browsers without script. */
  toOpened?: (sort: ReviewSort) => string;
  /** Grows when the reviews have changed and must be loaded again. */
  version?: number;
  /** Called when staff have deleted one; absent for other visitors, who cannot. */
  onChanged?: () => void;
}

/** A place's reviews on demand; the list of reviews loads when they are opened. */
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
          {`${t("reviews.title")} `}
          <span className="tabular text-muted">{`(${format.number(count)})`}</span>
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

interface ReviewLinksProps {
  /** The current order; null where the reviews are not opened yet. */
  current: ReviewSort | null;
  toOpened: (sort: ReviewSort) => string;
}

/** Links that open and order the reviews without script. */
function ReviewLinks({ current, toOpened }: ReviewLinksProps) {
  const { t } = useTranslation();
  return (
    <noscript>
      {current === null ? (
        <a href={toOpened("added-desc")} className="text-link inline-block py-2.5">
          {t("reviews.show")}
        </a>
      ) : (
        <ul aria-label={t("reviews.sort.label")} className="flex flex-wrap gap-x-4">
          {reviewSorts.map((sort) => (
            <li key={sort}>
              <a
                href={toOpened(sort)}
                aria-current={sort === current ? "true" : undefined}
                className="text-link inline-block py-2.5 aria-[current]:font-bold"
              >
                {t(`reviews.sort.${sort}`)}
              </a>
            </li>
          ))}
        </ul>
      )}
    </noscript>
  );
}
