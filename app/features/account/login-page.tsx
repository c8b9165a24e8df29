import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Button } from "#app/ui/button.tsx";
import { AccountCard } from "./account-card.tsx";
import type { AccountFailure } from "./account-failure.ts";
import { AccountForm } from "./account-form.tsx";
import { checkSignIn } from "./check-sign-in.ts";
import { EmailField } from "./email-field.tsx";
import { GoogleSignIn } from "./google-sign-in.tsx";
import { PasswordField } from "./password-field.tsx";
import { useGoogleFailure } from "./use-google-failure.ts";

interface LoginPageProps {
  hasGoogle: boolean;
  answer: AccountFailure | undefined;
}

/** The login screen (docs/product#sign-in). */
export function LoginPage({ hasGoogle, answer }: LoginPageProps) {
  const { t } = useTranslation();
  const google = useGoogleFailure(answer);
  return (
    <AccountCard
      title={t("login.title")}
      footer={
        <>
          <p>
            {t("login.forgotHint")}{" "}
            <Link to="/forgotpassword" className="text-link inline-block py-2.5">
              {t("login.forgotLink")}
            </Link>
          </p>
          <p>
            {t("login.registerHint")}{" "}
            <Link to="/register" className="text-link inline-block py-2.5">
              {t("login.registerLink")}
            </Link>
          </p>
        </>
      }
    >
      <AccountForm answer={google.answer} check={checkSignIn}>
        <EmailField typed={answer?.email} />
        <PasswordField name="password" label={t("field.password")} />
        <Button type="submit" variant="primary" icon="log-in" className="mt-2 w-full">
          {t("login.submit")}
        </Button>
      </AccountForm>
      {hasGoogle && <GoogleSignIn onFailure={google.fail} />}
    </AccountCard>
  );
}
