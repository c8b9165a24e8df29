import { useEffect, useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { formatCoordinates } from "#domain/coordinates.ts";
import type { PlaceReview } from "./add-place-answer.ts";
import { PinPicture } from "./pin-picture.tsx";
import { positionOf } from "./place-draft.ts";
import { usePlaceForm } from "./place-form-context.ts";
import { SimilarPlaces } from "./similar-places.tsx";

interface ReviewSectionProps {
  review: PlaceReview;
  isSending: boolean;
  /** Back to the fields. */
  onEdit: () => void;
}

/**
 * What to look at before the place is sent: the places nearby that it may be
 * (docs/product#similar-places), an address that no search was sure of
 * (docs/product#address-confirmation), and the pin where no script shows it.
 */
export function ReviewSection({ review, isSending, onEdit }: ReviewSectionProps) {
  const { t } = useTranslation();
  const { draft } = usePlaceForm();
  const titleId = useId();
  const section = useRef<HTMLElement>(null);
  const hasSimilar = review.similar.length > 0;
  const position = positionOf(draft);
  useEffect(() => section.current?.focus(), []);
  return (
    <section
      ref={section}
      aria-labelledby={titleId}
      tabIndex={-1}
      className="rounded-card border border-soon bg-soon-tint p-4 sm:p-5"
    >
      <h3 id={titleId} className="mb-3 text-lg">
        {t(hasSimilar ? "addPlace.review.similar" : "addPlace.review.title")}
      </h3>
      <SimilarPlaces places={review.similar} />
      {review.isUnverified && <p className="mb-3">{t("addPlace.review.unverified")}</p>}
      {position && (
        <noscript>
          <PinPicture position={position} />
          <p className="tabular mb-3">{formatCoordinates(position)}</p>
        </noscript>
      )}
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="reviewed"
          value="all"
          variant="primary"
          icon="check"
          aria-disabled={isSending}
        >
          {t(hasSimilar ? "addPlace.review.none" : "addPlace.review.continue")}
        </Button>
        <Button onClick={onEdit} className="noscript:hidden">
          {t("addPlace.review.edit")}
        </Button>
      </div>
    </section>
  );
}
