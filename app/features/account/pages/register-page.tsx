import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import {
  EmailField,
  PasswordField,
  RequiredBox,
} from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { OpenIdSignIn, OtherWays } from "#app/features/account/openid-sign-in.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";

interface RegisterPageProps {
  /** Name of the operator's provider; null where there is none. */
  openIdName: string | null;
  result: AccountFailure | undefined;
}

/** The register screen (docs/product#registration). */
export function RegisterPage({ openIdName, result }: RegisterPageProps) {
  const { t } = useTranslation();
  return (
    <AccountCard
      title={t("register.title")}
      footer={
        <p>
          {t("register.loginHint")} <FormLink to="/login">{t("register.loginLink")}</FormLink>
        </p>
      }
    >
      <AccountForm result={result} name="registration">
        <EmailField typed={result?.email} />
        <PasswordField name="password" label={t("field.password")} isNew hasRules />
        <PasswordField name="confirmation" label={t("field.confirmation")} isNew />
        <RequiredBox name="terms" isTicked={result?.hasTerms}>
          {t("register.terms")}
        </RequiredBox>
        {/* Beside this page, so that what is typed stays. */}
        <p className="mb-2">
          <a href="/terms" target="_blank" rel="noopener" className="text-link">
            {t("register.readTerms")}
          </a>
        </p>
        <Button type="submit" variant="primary" icon="register" className="mt-2 w-full">
          {t("register.submit")}
        </Button>
      </AccountForm>
      {openIdName !== null && (
        <>
          <OtherWays />
          <OpenIdSignIn name={openIdName} />
        </>
      )}
    </AccountCard>
  );
}
