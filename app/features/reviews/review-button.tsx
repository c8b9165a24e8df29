import { useRef, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { reviewPath } from "#app/place/place-paths.ts";
import { buttonClass } from "#app/ui/button.tsx";
import { ChunkBoundary, lazyComponent } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { useAnnounce } from "#app/ui/live-region.tsx";
import type { ReviewChange, ReviewedPlace } from "./review-form.tsx";

const ReviewDialog = lazyComponent(() =>
  import("./review-dialog.tsx").then((module) => module.ReviewDialog),
);

interface ReviewButtonProps {
  place: ReviewedPlace;
  /** Called when a review was stored or deleted, so that the page loads it again. */
  onChanged: () => void;
}

/** Opens the review dialog; without script a link to its page. The label says whether there is a review to change. */
export function ReviewButton({ place, onChanged }: ReviewButtonProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);
  const [lastChange, setLastChange] = useState<ReviewChange | null>(null);
  const hasOwn = lastChange === null ? place.reviewed === true : lastChange === "saved";
  const title = t(hasOwn ? "reviews.edit" : "reviews.write");

  const close = () => {
    setIsOpen(false);
    link.current?.focus();
  };
  const done = (change: ReviewChange) => {
    close();
    setLastChange(change);
    announce(t(`reviews.change.${change}`));
    onChanged();
  };

  return (
    <>
      <a
        ref={link}
        href={reviewPath(place.id)}
        className={buttonClass()}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Icon name="review" />
        {title}
      </a>
      {isWanted && (
        <ChunkBoundary fallback={null}>
          <ReviewDialog title={title} place={place} isOpen={isOpen} onClose={close} onDone={done} />
        </ChunkBoundary>
      )}
    </>
  );
}
