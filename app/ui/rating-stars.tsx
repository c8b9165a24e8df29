import { maxRating } from "#domain/review.ts";
import { joinClasses } from "./join-classes.ts";
import { starPath } from "./star-path.ts";

interface RatingStarsProps {
  /** Mean of the ratings, 1 to 5. */
  rating: number;
  /** What the stars say in words. */
  label: string;
  className?: string;
}

/**
 * Stars that only show: gold and gray, 15 px, with a dark outline. The last star that the mean reaches
 * is gold as far as the mean goes: 4.50 is four stars and a half.
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
