import { type ComponentProps, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { noReview } from "./no-review.ts";
import { ReviewForm } from "./review-form.tsx";
import { findOwnReview } from "./write-review.ts";

type OwnReviewProps = Pick<ComponentProps<typeof ReviewForm>, "placeId" | "onDone" | "onHold">;

/** The review form, once it is known what the viewer has said of the place before. */
export function OwnReview({ placeId, ...form }: OwnReviewProps) {
  const { t } = useTranslation();
  const [found, setFound] = useState<Awaited<ReturnType<typeof findOwnReview>> | null>(null);

  useEffect(() => {
    if (found !== null) return;
    let isWanted = true;
    void findOwnReview(placeId).then((next) => isWanted && setFound(next));
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
  const { review } = found;
  return (
    <ReviewForm placeId={placeId} start={review ?? noReview} hasOwn={review !== null} {...form} />
  );
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
