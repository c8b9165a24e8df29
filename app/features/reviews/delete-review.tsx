import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { useAnnounce } from "#app/ui/announcer.tsx";
import { ConfirmedSubmit } from "#app/ui/confirmed-submit.tsx";
import { reviewAddress } from "./review-address.ts";
import { type ReviewFailure, reviewFailureText } from "./review-failure.ts";
import { removeReview } from "./write-review.ts";

interface DeleteReviewProps {
  placeId: number;
  /** Whose review it is. */
  userId: string;
  onDeleted: () => void;
}

/** The administrator's way to delete anybody's review; it asks once. */
export function DeleteReview({ placeId, userId, onDeleted }: DeleteReviewProps) {
  const { t } = useTranslation();
  const announce = useAnnounce();
  const [isSending, setIsSending] = useState(false);
  const [failure, setFailure] = useState<ReviewFailure | null>(null);

  async function remove(event: FormEvent) {
    event.preventDefault();
    if (isSending) return;
    setIsSending(true);
    setFailure(null);
    const failed = await removeReview(placeId, { userId });
    setIsSending(false);
    setFailure(failed);
    if (failed !== null) return;
    announce(t("reviews.change.deleted"));
    onDeleted();
  }

  return (
    <form method="post" action={reviewAddress(placeId)} onSubmit={remove} className="pb-3">
      <input type="hidden" name="user_id" value={userId} />
      <ConfirmedSubmit
        label={t("reviews.delete.action")}
        icon="delete"
        question={t("reviews.delete.question")}
        confirmLabel={t("reviews.delete.confirm")}
        aria-disabled={isSending}
      />
      {failure && (
        <Alert kind="danger" className="mt-2">
          {reviewFailureText(t, failure)}
        </Alert>
      )}
    </form>
  );
}
