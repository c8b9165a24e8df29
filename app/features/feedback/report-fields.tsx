import { type ReactNode, useId, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { CountedTextArea } from "#app/ui/form/counted-text-area.tsx";

/** The error of a field, where it has one. */
export interface FieldErrorProps {
  /** Null without one. */
  error: ReactNode;
  errorId: string | undefined;
}

interface ReasonChoicesProps<Reason extends string> extends FieldErrorProps {
  reasons: readonly Reason[];
  textOf: (reason: Reason) => string;
  chosen: string | undefined;
}

export function ReasonChoices<Reason extends string>(props: ReasonChoicesProps<Reason>) {
  const { reasons, textOf, chosen, error, errorId } = props;
  const { t } = useTranslation();
  return (
    <fieldset aria-describedby={errorId}>
      <legend className="mb-1 font-bold">{t("upkeep.report.reason")}</legend>
      {reasons.map((reason) => (
        <Choice
          key={reason}
          type="radio"
          name="reason"
          value={reason}
          defaultChecked={reason === chosen}
        >
          {textOf(reason)}
        </Choice>
      ))}
      {error}
    </fieldset>
  );
}

interface ReportTextProps extends FieldErrorProps {
  typed: string | undefined;
  maxCount: number;
}

/** Field `text` of a report: optional in a form of the class `group`, unless its reason is `other`. */
export function ReportText({ typed = "", maxCount, error, errorId }: ReportTextProps) {
  const { t } = useTranslation();
  const id = useId();
  const [text, setText] = useState(typed);
  return (
    <div>
      <label htmlFor={id} className="mb-1 block font-bold">
        {t("upkeep.report.text")}{" "}
        <span className="font-normal text-muted group-has-[[value=other]:checked]:hidden">
          {t("upkeep.report.optional")}
        </span>
      </label>
      <CountedTextArea
        id={id}
        name="text"
        rows={4}
        dir="auto"
        maxCount={maxCount}
        value={text}
        onChange={(event) => setText(event.target.value)}
        aria-invalid={error ? true : undefined}
        describedBy={errorId}
      />
      {error}
    </div>
  );
}

interface ErrorMessageProps {
  id: string;
  children: ReactNode;
}

/** The error of the field above, announced as it appears. */
export function ErrorMessage({ id, children }: ErrorMessageProps) {
  return (
    <p id={id} role="alert" className="mt-1 font-bold text-closed">
      {children}
    </p>
  );
}
