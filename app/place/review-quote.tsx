import type { ReactNode } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import type { Review } from "#domain/feedback/review.ts";
import { RatingStars } from "./place-rating.tsx";

interface ReviewQuoteProps {
  review: Pick<Review, "rating" | "text" | "added" | "held">;
  children?: ReactNode;
}

/** What a review says: stars, day, text, and whether the text is held for staff. */
export function ReviewQuote({ review: { rating, text, added, held }, children }: ReviewQuoteProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <RatingStars rating={rating} label={t("places.rating.label", { rating })} />
        <time dateTime={added} className="text-sm text-muted">
          {format.date(added)}
        </time>
        {children}
      </p>
      {text !== "" && (
        <p dir="auto" className="mt-1 whitespace-pre-line wrap-anywhere">
          {text}
        </p>
      )}
      {held && <p className="mt-1 text-sm text-muted">{t("reviews.held")}</p>}
    </>
  );
}
