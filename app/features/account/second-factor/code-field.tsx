import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { TextField } from "#app/features/account/form/account-fields.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";

interface CodeFieldProps {
  /** Codes that are taken: those of the app, recovery codes, or both. */
  takes: "app" | "recovery" | "both";
  /** What was typed into a form that the server refused, so that a page without script keeps it. */
  typed: string | undefined;
}

/** The field for a code of the second factor. The browser fills it in where it knows the code. */
export function CodeField({ takes, typed }: CodeFieldProps) {
  const { t } = useTranslation();
  const labels = {
    app: t("secondFactor.code"),
    recovery: t("secondFactor.recovery"),
    both: t("secondFactor.anyCode"),
  };
  const hints = { app: t("secondFactor.codeHint"), recovery: t("secondFactor.recoveryHint") };
  return (
    <TextField
      name="code"
      type="text"
      label={labels[takes]}
      hint={takes === "both" ? undefined : hints[takes]}
      defaultValue={typed}
      autoComplete={takes === "recovery" ? "off" : "one-time-code"}
      inputMode={takes === "app" ? "numeric" : "text"}
      autoCapitalize="none"
      spellCheck={false}
      maxLength={40}
    />
  );
}

/** A form's error about the code is its field's; it has no field for the address. */
export const codeErrors = { "error.wrongcode": "code", "error.disableduser": null } as const;

/** Failure of a form with a code, and what was typed. */
export interface CodeResult extends AccountFailure {
  readonly typed?: string;
}
