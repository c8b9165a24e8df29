import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { EmailField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

interface ForgotPasswordPageProps {
  result: AccountFailure | undefined;
  /** Whether the server has just sent a mail. */
  isSent: boolean;
}

/** The screen that asks for a reset mail (docs/product#password-reset). */
export function ForgotPasswordPage({ result, isSent }: ForgotPasswordPageProps) {
  const { t } = useTranslation();
  return (
    <AccountCard
      title={t("forgotPassword.title")}
      footer={<FormLink to="/login">{t("forgotPassword.backToLogin")}</FormLink>}
    >
      {isSent && (
        <Alert kind="success" className="mb-5">
          {t("reset.emailsent")}
        </Alert>
      )}
      <p className="mb-5">{t("forgotPassword.text")}</p>
      <AccountForm result={result} name="resetRequest">
        <EmailField typed={result?.email} />
        <Button type="submit" variant="primary" icon="mail" className="mt-2 w-full">
          {t("forgotPassword.submit")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
