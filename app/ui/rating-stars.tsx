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
 * Stars that only show: gold and gray, 15 px, with a dark outline. A star is gold when the mean
 * reaches its middle.
 */
export function RatingStars({ rating, label, className }: RatingStarsProps) {
  return (
    <span role="img" aria-label={label} className={joinClasses("inline-flex gap-0.5", className)}>
      {Array.from({ length: maxRating }, (_, index) => (
        <svg
          key={index}
          viewBox="0 0 15 15"
          aria-hidden="true"
          className={joinClasses(
            "size-[15px] stroke-star-edge",
            rating >= index + 0.5 ? "fill-star" : "fill-star-off",
          )}
        >
          <path d={starPath} strokeWidth="0.9" strokeLinejoin="round" />
        </svg>
      ))}
    </span>
  );
}
