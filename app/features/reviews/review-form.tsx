import { type FormEvent, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { sendOrQueue } from "#app/network/queued-writes.ts";
import { sendForm } from "#app/network/send-form.ts";
import { reviewPath } from "#app/place/place-paths.ts";
import { RatingInput } from "#app/place/rating-input.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { CountedTextArea } from "#app/ui/form/counted-text-area.tsx";
import { useIsHydrated } from "#app/ui/use-is-hydrated.ts";
import { type NewReview, newReviewSchema } from "#domain/feedback/new-review.ts";
import type { Place } from "#domain/place/place.ts";
import { maxReviewLength, textLength } from "#domain/text/text-limits.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { formText, formTexts } from "#domain/validation/form-text.ts";
import { type ReviewFailure, reviewFailureOf, reviewFailureText } from "./review-failure.ts";

export type ReviewChange = "saved" | "deleted";

interface ReviewFormProps {
  placeId: number;
  /** First content; 0 stars and an empty text without an earlier review. */
  start: NewReview;
  hasOwn: boolean;
  /** Result of a form that was sent without script. */
  result?: ReviewFailure | null;
  onDone: (change: ReviewChange) => void;
  /** Called when the visitor has typed, and while the form is being sent. */
  onHold?: (hold: "typed" | "sending") => void;
}

/** The review form: stars and a text. The typed text stays until it is stored. */
export function ReviewForm(props: ReviewFormProps) {
  const { placeId, start, hasOwn, result = null, onDone, onHold } = props;
  const { t } = useTranslation();
  const isHydrated = useIsHydrated();
  const [review, setReview] = useState(start);
  const [failure, setFailure] = useState<ReviewFailure | null>(result);
  const [isSending, setIsSending] = useState(false);

  const type = (change: Partial<NewReview>) => {
    setReview({ ...review, ...change });
    onHold?.("typed");
  };

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (isSending) return;
    const { submitter } = event.nativeEvent as SubmitEvent;
    const message = formTexts(new FormData(event.currentTarget, submitter));
    const isDeletion = message.intent === "delete";
    if (!isDeletion && !checkFields(newReviewSchema, review).ok) {
      setFailure("text");
      const invalid = event.currentTarget.elements.namedItem("text");
      if (invalid instanceof HTMLElement) invalid.focus();
      return;
    }
    setIsSending(true);
    setFailure(null);
    onHold?.("sending");
    const result = isDeletion
      ? await sendForm(reviewPath(placeId), message)
      : await sendOrQueue({ kind: "review", placeId, message });
    setIsSending(false);
    if (result.ok) return onDone(isDeletion ? "deleted" : "saved");
    setFailure(reviewFailureOf(result.code));
    onHold?.("typed");
  }

  return (
    <form
      method="post"
      action={reviewPath(placeId)}
      aria-busy={isSending}
      onSubmit={submit}
      className="grid grid-cols-1 gap-4"
    >
      <RatingInput
        legend={t("reviews.form.rating")}
        name="rating"
        value={review.rating}
        onChange={(rating) => type({ rating })}
      />
      <ReviewText
        value={review.text}
        onChange={(text) => type({ text })}
        isInvalid={failure === "text"}
      />
      {failure && (
        <Alert kind={failure === "waiting" ? "info" : "danger"}>
          {reviewFailureText(t, failure)}
          {failure === "signin" && (
            <a href="/login" target="_blank" rel="noreferrer" className="text-link ml-2">
              {t("navigation.login")}
            </a>
          )}
        </Alert>
      )}
      <div className="flex flex-wrap items-start justify-between gap-3">
        <Button
          type="submit"
          variant="primary"
          name="intent"
          value="save"
          disabled={isHydrated && review.rating === 0}
          aria-disabled={isSending}
        >
          {t(isSending ? "reviews.form.sending" : "reviews.form.submit")}
        </Button>
        {hasOwn && (
          <ConfirmedSubmit
            label={t("reviews.delete.action")}
            icon="delete"
            question={t("reviews.delete.question")}
            confirmLabel={t("reviews.delete.confirm")}
            name="intent"
            value="delete"
            formNoValidate
            aria-disabled={isSending}
          />
        )}
      </div>
    </form>
  );
}

interface ReviewTextProps {
  value: string;
  onChange: (text: string) => void;
  isInvalid: boolean;
}

/** The text of a review with its length; a longer one is not cut, but a message says so. */
function ReviewText({ value, onChange, isInvalid }: ReviewTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const excess = textLength(value) - maxReviewLength;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {t("reviews.form.text")}
      </label>
      <CountedTextArea
        id={id}
        name="text"
        rows={5}
        dir="auto"
        value={value}
        maxCount={maxReviewLength}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isInvalid || excess > 0 || undefined}
      />
      <p role="status" className="text-sm font-bold text-closed">
        {excess > 0 && t("reviews.form.tooLong", { count: excess })}
      </p>
    </div>
  );
}

/** First content of the form without an earlier review (docs/product#review-form). */
export const emptyReview: NewReview = { rating: 0, text: "" };

/** Reads a review form that a browser sent by itself; 0 stars where none is chosen. */
export function readReviewForm(form: FormData): NewReview {
  const rating = formText(form, "rating");
  return {
    rating: /^\d$/.test(rating) ? Number(rating) : 0,
    text: formText(form, "text").replace(/\r\n?/g, "\n"),
  };
}

/** Fields of a place that its review needs: its name, and whether the visitor has reviewed it. */
export type ReviewedPlace = Pick<
  Place,
  "id" | "country" | "city" | "address" | "comments" | "reviewed"
>;
