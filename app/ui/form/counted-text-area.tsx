import { type ComponentProps, useId, useState } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { maxDecisionReasonLength, textLength } from "#domain/text/text-limits.ts";

interface CountedTextAreaProps extends ComponentProps<"textarea"> {
  value: string;
  /** Maximum length in code points; a longer text can be typed, and is not cut. */
  maxCount: number;
  describedBy?: string;
}

/** A text area that shows how much of its maximum length is used. */
export function CountedTextArea({
  value,
  maxCount,
  describedBy,
  className,
  ...rest
}: CountedTextAreaProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const countId = useId();
  const used = textLength(value);
  const isTooLong = used > maxCount;
  return (
    <>
      <textarea
        {...rest}
        value={value}
        aria-describedby={joinClasses(describedBy, countId)}
        className={joinClasses(fieldClass, className)}
      />
      <p
        id={countId}
        className={joinClasses(
          "tabular mt-1 text-right text-sm",
          isTooLong ? "font-bold text-closed" : "text-muted",
        )}
      >
        {t("field.used", { used: format.number(used), max: format.number(maxCount) })}
      </p>
    </>
  );
}

interface ReasonFieldProps {
  /** Default: the label for an answer. */
  label?: string;
  /** Hides the label from all but screen readers, where a heading says the same. */
  isLabelHidden?: boolean;
}

/** Field `reason` of a decision: what staff say of it to the contributor whom it concerns; it may stay empty. */
export function ReasonField({ label, isLabelHidden = false }: ReasonFieldProps) {
  const { t } = useTranslation();
  const [reason, setReason] = useState("");
  const id = useId();
  return (
    <div>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "mb-1 block"}>
        {label ?? t("moderation.answer")}
      </label>
      <CountedTextArea
        id={id}
        name="reason"
        rows={2}
        dir="auto"
        value={reason}
        maxCount={maxDecisionReasonLength}
        onChange={(event) => setReason(event.target.value)}
      />
    </div>
  );
}
