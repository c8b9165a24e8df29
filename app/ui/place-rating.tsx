import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { joinClasses } from "./join-classes.ts";
import { RatingStars } from "./rating-stars.tsx";

interface PlaceRatingProps {
  /** The exact mean, 1…5; -1 when there are no ratings. */
  mean: number;
  count: number;
  className?: string;
}

/** The mean of the ratings to two decimals and how many there are, or 'no rating'. */
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
