import { useTranslation } from "react-i18next";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { AccountForm } from "./account-form.tsx";
import { checkPasswordChange } from "./check-password-change.ts";
import { PasswordField } from "./password-field.tsx";

interface ChangePasswordProps {
  email: string;
  answer: AccountAnswer | undefined;
}

/** The form that changes the password; after that, that it did. */
export function ChangePassword({ email, answer }: ChangePasswordProps) {
  const { t } = useTranslation();
  if (answer?.failure === null) {
    return <Alert kind="success">{t("account.password.changed")}</Alert>;
  }
  return (
    <AccountForm
      answer={answer?.failure}
      check={checkPasswordChange}
      fields={{ "error.wrongpassword": "currentPassword" }}
      keepsMessage
    >
      <input type="hidden" name="intent" value="password" />
      {/* For password managers, which store it with the new password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="currentPassword" label={t("field.currentPassword")} />
      <PasswordField name="password" label={t("field.newPassword")} isNew hasRules />
      <PasswordField name="confirmation" label={t("field.confirmation")} isNew />
      <Button type="submit" variant="primary" className="mt-2">
        {t("account.password.submit")}
      </Button>
    </AccountForm>
  );
}
