import { useState } from "react";
import { Dialog } from "#app/ui/dialog.tsx";
import { usePlaceWords } from "#app/ui/use-place-words.ts";
import { OwnReview } from "./own-review.tsx";
import type { ReviewChange } from "./review-form.tsx";
import type { ReviewedPlace } from "./reviewed-place.ts";

interface ReviewDialogProps {
  title: string;
  place: ReviewedPlace;
  isOpen: boolean;
  onClose: () => void;
  onDone: (change: ReviewChange) => void;
}

/** The review dialog (docs/product#review-form). It starts from the viewer's own review each time. */
export function ReviewDialog({ title, place, isOpen, onClose, onDone }: ReviewDialogProps) {
  const nameOf = usePlaceWords();
  const [hold, setHold] = useState<"typed" | "sending" | null>(null);
  return (
    <Dialog
      isOpen={isOpen}
      closedBy={hold === "sending" ? "none" : hold === "typed" ? "closerequest" : "any"}
      title={title}
      onClose={() => {
        setHold(null);
        onClose();
      }}
    >
      <p className="-mt-3 mb-4 text-muted wrap-anywhere">{nameOf(place).whole}</p>
      <OwnReview
        placeId={place.id}
        onHold={setHold}
        onDone={(change) => {
          setHold(null);
          onDone(change);
        }}
      />
    </Dialog>
  );
}
