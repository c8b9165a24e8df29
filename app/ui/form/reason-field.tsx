import { useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { maxDecisionReasonLength } from "#domain/text/text-limits.ts";
import { CountedTextArea } from "./counted-text-area.tsx";

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
