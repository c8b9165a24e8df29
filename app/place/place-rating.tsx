import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { joinClasses } from "#app/ui/class-names.ts";
import { shapeMarkup } from "#app/ui/icon.tsx";
import { maxRating } from "#domain/feedback/review.ts";

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
  label: string;
  className?: string;
}

/** A rating as stars with a dark outline, gold up to the mean: 4.50 is four stars and a half. */
export function RatingStars({ rating, label, className }: RatingStarsProps) {
  const whole = Math.floor(rating);
  const goldWidth = starStep * whole + starSize * (rating - whole);
  return (
    <span role="img" aria-label={label} className={joinClasses("inline-flex", className)}>
      <svg
        viewBox={`0 0 ${starsWidth} ${starSize}`}
        aria-hidden="true"
        className="h-[15px] w-[83px] stroke-star-edge"
        dangerouslySetInnerHTML={{ __html: starsMarkup(goldWidth) }}
      />
    </span>
  );
}

/** Stars, gold up to a width, as markup like that of an icon. */
function starsMarkup(goldWidth: number): string {
  const stars = (className: string) => shapeMarkup("stars", className);
  return `${stars("fill-star-off")}<svg width="${goldWidth}" height="${starSize}">${stars("fill-star")}</svg>`;
}

/** Size of a star and distance from one to the next, in pixels. */
const starSize = 15;
const starStep = 17;
const starsWidth = starStep * (maxRating - 1) + starSize;

/** A star in a square of 15 by 15; the sprite has five of them, in steps of 17. */
export const starPath =
  "M7.5 1.2l1.95 3.95 4.36.63-3.16 3.08.75 4.34-3.9-2.05-3.9 2.05.75-4.34-3.16-3.08 4.36-.63z";
