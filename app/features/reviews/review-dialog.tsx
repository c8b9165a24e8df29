import { type ComponentProps, useEffect, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fetchApi } from "#app/network/fetch-api.ts";
import { findQueued } from "#app/network/queued-writes.ts";
import { usePlaceTitles } from "#app/place/place-titles.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { NewReview } from "#domain/feedback/new-review.ts";
import type { Review } from "#domain/feedback/review.ts";
import { type ReviewFailure, reviewFailureOf } from "./review-failure.ts";
import { emptyReview, type ReviewChange, type ReviewedPlace, ReviewForm } from "./review-form.tsx";

interface ReviewDialogProps {
  title: string;
  place: ReviewedPlace;
  isOpen: boolean;
  onClose: () => void;
  onDone: (change: ReviewChange) => void;
}

/** The review dialog (docs/product#review-form). It starts from the visitor's review each time. */
export function ReviewDialog({ title, place, isOpen, onClose, onDone }: ReviewDialogProps) {
  const nameOf = usePlaceTitles();
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
      <OwnReviewForm
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

type OwnReviewFormProps = Pick<ComponentProps<typeof ReviewForm>, "placeId" | "onDone" | "onHold">;

/** The review form, once the visitor's earlier review is known. */
function OwnReviewForm({ placeId, ...form }: OwnReviewFormProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Awaited<ReturnType<typeof fetchOwnReview>> | null>(null);

  useEffect(() => {
    if (found !== null) return;
    let isWanted = true;
    void fetchOwnReview(placeId).then((next) => isWanted && setFound(next));
    return () => {
      isWanted = false;
    };
  }, [placeId, found]);

  if (found === null) return <FormSkeleton />;
  if ("failure" in found) {
    return (
      <Alert kind="danger">
        <p>{t("reviews.failed")}</p>
        <Button icon="retry" onClick={() => setFound(null)} className="my-2">
          {t("action.retry")}
        </Button>
      </Alert>
    );
  }
  const { review, isDoubtful = false } = found;
  return (
    <>
      {isDoubtful && (
        <Alert kind="info" className="mb-4">
          {t("reviews.form.doubtful")}
        </Alert>
      )}
      <ReviewForm
        placeId={placeId}
        start={review ?? emptyReview}
        hasOwn={review !== null && !isDoubtful}
        {...form}
      />
    </>
  );
}

/** The visitor's own review of a place, as far as it is known. */
export interface OwnReview {
  /** Null without one. */
  readonly review: NewReview | null;
  /** Whether no response came, so that the server may have another; `review` is then the queued one. */
  readonly isDoubtful?: boolean;
}

/** The visitor's own review of a place; or the failure. */
export async function fetchOwnReview(
  placeId: number,
): Promise<OwnReview | { failure: ReviewFailure }> {
  const result = await fetchApi<Review | null>(`/api/v1/places/${placeId}/reviews/me`);
  if (result.ok) return { review: result.body };
  const failure = reviewFailureOf(result.code);
  if (failure !== "unreachable") return { failure };
  const queued = (await findQueued({ kind: "review", placeId }))?.message;
  return {
    review: queued ? { rating: Number(queued.rating), text: queued.text } : null,
    isDoubtful: true,
  };
}

function FormSkeleton() {
  const { t } = useTranslation();
  return (
    <div aria-busy="true" className="grid gap-4">
      <p className="sr-only">{t("reviews.loading")}</p>
      <Skeleton className="h-6 w-48" />
      <Skeleton className="h-11 w-56" />
      <Skeleton className="h-32 w-full" />
      <Skeleton className="h-11 w-40" />
    </div>
  );
}
