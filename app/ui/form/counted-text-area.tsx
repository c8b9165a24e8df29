import { type ComponentProps, useId } from "react";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { fieldClass, joinClasses } from "#app/ui/class-names.ts";
import { textLength } from "#domain/text/text-limits.ts";

interface CountedTextAreaProps extends ComponentProps<"textarea"> {
  value: string;
  /** Maximum length in code points; a longer text can be typed, and is not cut. */
  maxCount: number;
  /** Ids of further descriptions. */
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
