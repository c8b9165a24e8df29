import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { buttonClass } from "#app/ui/button-class.ts";
import { ChunkBoundary } from "#app/ui/chunk-boundary.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { lazyWithRetry } from "#app/ui/lazy-with-retry.ts";
import { reviewAddress } from "./review-address.ts";
import type { ReviewChange } from "./review-form.tsx";
import type { ReviewedPlace } from "./reviewed-place.ts";

const ReviewDialog = lazyWithRetry(() =>
  import("./review-dialog.tsx").then((module) => module.ReviewDialog),
);

interface ReviewButtonProps {
  place: ReviewedPlace;
  /** Called when a review was stored or deleted, so that what is shown is loaded again. */
  onChanged: () => void;
}

/** Opens the review dialog; without script it is a link to the page with the same form. */
export function ReviewButton({ place, onChanged }: ReviewButtonProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const link = useRef<HTMLAnchorElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const [isWanted, setIsWanted] = useState(false);

  const close = () => {
    setIsOpen(false);
    link.current?.focus();
  };
  const done = (change: ReviewChange) => {
    close();
    announce(t(`reviews.change.${change}`));
    onChanged();
  };

  return (
    <>
      <a
        ref={link}
        href={reviewAddress(place.id)}
        className={buttonClass()}
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          setIsWanted(true);
          setIsOpen(true);
        }}
      >
        <Icon name="review" />
        {t("reviews.write")}
      </a>
      {isWanted && (
        <ChunkBoundary fallback={null}>
          <ReviewDialog place={place} isOpen={isOpen} onClose={close} onDone={done} />
        </ChunkBoundary>
      )}
    </>
  );
}
