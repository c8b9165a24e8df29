import { useLocation } from "react-router";
import { AccountCard, FormLink, useContinuePath } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { CodeField, codeErrors } from "./code-field.tsx";

interface CodePageProps extends PageMessages {
  /** Whether a recovery code is asked for instead of the app's. */
  isRecovery: boolean;
  result: CodeResult | undefined;
}

/** Failure of a form with a code, and what was typed. */
export interface CodeResult extends AccountFailure {
  readonly typed?: string;
}

/** The second step of a sign-in: a code of the app, or a recovery code (docs/product#second-factor). */
export function CodePage({ isRecovery, result, ...given }: CodePageProps) {
  const { pathname, search } = useLocation();
  return (
    <PageMessagesProvider given={given} path={pathname + search}>
      <Card isRecovery={isRecovery} result={result} />
    </PageMessagesProvider>
  );
}

function Card({ isRecovery, result }: Pick<CodePageProps, "isRecovery" | "result">) {
  const { t } = useTranslation();
  const here = continuingPath("/login/code", useContinuePath());
  const other = isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}with=recovery`;
  return (
    <AccountCard
      title={t("secondFactor.signIn.title")}
      footer={
        <>
          <p>
            <PageLink to={other} replace className="text-link inline-block py-2.5">
              {t(isRecovery ? "secondFactor.signIn.useApp" : "secondFactor.signIn.useRecovery")}
            </PageLink>
          </p>
          <FormLink to="/login">{t("secondFactor.signIn.back")}</FormLink>
          {isRecovery && <p className="text-muted">{t("secondFactor.lost")}</p>}
        </>
      }
    >
      <p className="mb-5">
        {t(isRecovery ? "secondFactor.signIn.recoveryText" : "secondFactor.signIn.text")}
      </p>
      <AccountForm
        key={isRecovery ? "recovery" : "app"}
        result={result}
        fields={codeErrors}
        keepsMessage
      >
        <CodeField takes={isRecovery ? "recovery" : "app"} typed={result?.typed} />
        <Button type="submit" variant="primary" icon="log-in" className="mt-2 w-full">
          {t("secondFactor.signIn.submit")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
