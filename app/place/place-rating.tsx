import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { maxRating } from "#domain/feedback/review-list.ts";

interface PlaceRatingProps {
  /** Exact mean, 1…5; -1 without ratings. */
  mean: number;
  count: number;
  className?: string;
}

/** The mean of the ratings to two decimals and their number, or 'no rating'. */
export function PlaceRating({ mean, count, className }: PlaceRatingProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  if (count === 0) {
    return <span className={joinClasses("text-muted", className)}>{t("places.rating.none")}</span>;
  }
  const rating = format.rating(mean);
  return (
    <span className={joinClasses("inline-flex flex-wrap items-center gap-x-1.5", className)}>
      <RatingStars rating={mean} label={t("places.rating.label", { rating })} />
      <span className="tabular font-bold" aria-hidden="true">
        {rating}
      </span>
      <span className="tabular text-muted">{t("places.rating.count", { count })}</span>
    </span>
  );
}

interface RatingStarsProps {
  /** Mean of the ratings, 1 to 5. */
  rating: number;
  /** The rating in words. */
  label: string;
  className?: string;
}

/**
 * A rating as stars: gold and gray, 15 px, with a dark outline. The last star is gold up to the mean: 4.50 is
 * four stars and a half.
 */
export function RatingStars({ rating, label, className }: RatingStarsProps) {
  return (
    <span role="img" aria-label={label} className={joinClasses("inline-flex gap-0.5", className)}>
      {Array.from({ length: maxRating }, (_, index) => (
        <svg
          key={index}
          viewBox="0 0 15 15"
          aria-hidden="true"
          className="size-[15px] stroke-star-edge"
        >
          <path d={starPath} strokeWidth="0.9" strokeLinejoin="round" className="fill-star-off" />
          <GoldPart share={Math.min(1, rating - index)} />
        </svg>
      ))}
    </span>
  );
}

/** The left part of a star, cut off at a share of its width, 0…1. */
function GoldPart({ share }: { share: number }) {
  if (share <= 0) return null;
  return (
    <svg width={15 * share} height="15" aria-hidden="true">
      <path d={starPath} strokeWidth="0.9" strokeLinejoin="round" className="fill-star" />
    </svg>
  );
}

/** The outline of a star in a square of 15 by 15. */
export const starPath =
  "M7.5 1.2l1.95 3.95 4.36.63-3.16 3.08.75 4.34-3.9-2.05-3.9 2.05.75-4.34L1.19 5.78l4.36-.63z";
