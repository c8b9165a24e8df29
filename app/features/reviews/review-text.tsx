import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { joinClasses } from "#app/ui/join-classes.ts";
import { reviewLength } from "#domain/check-review.ts";
import { maxReviewLength } from "#domain/text-length.ts";

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
  const format = useFormatter();
  const id = useId();
  const length = reviewLength(value);
  const isTooLong = length > maxReviewLength;
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {t("reviews.form.text")}
      </label>
      <textarea
        id={id}
        name="text"
        rows={5}
        dir="auto"
        value={value}
        onChange={(event) => onChange(event.target.value)}
        aria-invalid={isFaulty || isTooLong || undefined}
        aria-describedby={`${id}length`}
        className="block w-full rounded-control border border-control-line bg-raised px-3 py-2 text-text aria-invalid:border-2 aria-invalid:border-closed"
      />
      <p
        id={`${id}length`}
        className={joinClasses(
          "tabular mt-1 flex flex-wrap justify-between gap-x-3 text-sm",
          isTooLong ? "font-bold text-closed" : "text-muted",
        )}
      >
        <span>
          {format.number(length)} / {format.number(maxReviewLength)}
        </span>
        <span role="status">
          {isTooLong && t("reviews.form.tooLong", { count: length - maxReviewLength })}
        </span>
      </p>
    </div>
  );
}
