import { joinClasses } from "./join-classes.ts";

/** How many stars there are (specification, section 9). */
const starCount = 5;
const starPath =
  "M7.5 1.2l1.95 3.95 4.36.63-3.16 3.08.75 4.34-3.9-2.05-3.9 2.05.75-4.34L1.19 5.78l4.36-.63z";

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
      {Array.from({ length: starCount }, (_, index) => (
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
