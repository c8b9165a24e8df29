import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { EmailField, PasswordField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { GoogleSignIn, useGoogleFailure } from "#app/features/account/google/google-sign-in.tsx";
import { OpenIdSignIn, OtherWays } from "#app/features/account/openid-sign-in.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";

interface LoginPageProps {
  hasGoogle: boolean;
  /** Name of the operator's provider; null where there is none. */
  openIdName: string | null;
  /** Whether a sign-in with it has just failed. */
  hasOpenIdFailed: boolean;
  result: AccountFailure | undefined;
}

/** The login screen (docs/product#sign-in). */
export function LoginPage({ hasGoogle, openIdName, hasOpenIdFailed, result }: LoginPageProps) {
  const { t } = useTranslation();
  const google = useGoogleFailure(result);
  return (
    <AccountCard
      title={t("login.title")}
      footer={
        <>
          <p>
            {t("login.forgotHint")}{" "}
            <FormLink to="/forgotpassword">{t("login.forgotLink")}</FormLink>
          </p>
          <p>
            {t("login.registerHint")} <FormLink to="/register">{t("login.registerLink")}</FormLink>
          </p>
        </>
      }
    >
      {hasOpenIdFailed && (
        <Alert kind="danger" className="mb-5">
          {t("login.openidFailed", { name: openIdName ?? "" })}
        </Alert>
      )}
      <AccountForm result={google.result} name="signIn">
        <EmailField typed={result?.email} />
        <PasswordField name="password" label={t("field.password")} />
        <Button type="submit" variant="primary" icon="log-in" className="mt-2 w-full">
          {t("login.submit")}
        </Button>
      </AccountForm>
      {(hasGoogle || openIdName !== null) && <OtherWays />}
      {openIdName !== null && <OpenIdSignIn name={openIdName} />}
      {hasGoogle && <GoogleSignIn onFailure={google.fail} />}
    </AccountCard>
  );
}
