import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { checkNewPassword } from "#domain/password-rules.ts";
import type { AccountFailure } from "./account-failure.ts";
import { AccountForm } from "./account-form.tsx";
import { PasswordField } from "./password-field.tsx";
import { readTextField } from "./read-text-field.ts";

interface ResetFormProps {
  /** The account whose password is set. */
  email: string;
  answer: AccountFailure | undefined;
}

/** The form for the new password. */
export function ResetForm({ email, answer }: ResetFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-5">{t("reset.account", { email })}</p>
      <AccountForm
        answer={answer}
        keepsMessage
        check={(form) => checkNewPassword(readTextField(form, "password"))?.code ?? null}
      >
        {/* For password managers, which store it with the new password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="password" label={t("field.newPassword")} isNew hasRules />
        <Button type="submit" variant="primary" icon="check" className="mt-2 w-full">
          {t("reset.submit")}
        </Button>
      </AccountForm>
    </>
  );
}
