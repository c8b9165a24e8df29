import { useId } from "react";
import { useTranslation } from "react-i18next";
import { CountedTextArea } from "#app/ui/counted-text-area.tsx";
import { maxReviewLength, textLength } from "#domain/text-length.ts";

interface ReviewTextProps {
  value: string;
  onChange: (text: string) => void;
  isFaulty: boolean;
}

/**
 * The text of a review, and how long it is. Nothing is cut off while it is typed or pasted: a text
 * that is too long is said to be.
 */
export function ReviewText({ value, onChange, isFaulty }: ReviewTextProps) {
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
        aria-invalid={isFaulty || excess > 0 || undefined}
      />
      <p role="status" className="text-sm font-bold text-closed">
        {excess > 0 && t("reviews.form.tooLong", { count: excess })}
      </p>
    </div>
  );
}
