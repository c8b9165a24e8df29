import { type ReactNode, Suspense, use } from "react";
import { AccountCard } from "#app/features/account/account-card.tsx";
import {
  type AccountFailure,
  type AccountFailureCode,
  failureText,
} from "#app/features/account/account-failure.ts";
import { PasswordField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import type { ResetCheck, Settled } from "./reset-check.ts";

interface ResetPageProps {
  /** Null after the reset, when the code is used up. */
  check: Settled<ResetCheck> | null;
  /** Result of the new password's form. */
  result: AccountFailure | undefined;
  isDone: boolean;
  /** Path to continue to afterwards, on the product's own origin. */
  continuePath: string;
}

interface LateCheckProps {
  check: Promise<ResetCheck>;
  children: (found: ResetCheck) => ReactNode;
}

/** `/mail` for a reset link: a loading message, then an error or the form, then the success. */
export function ResetPage({ check, result, isDone, continuePath }: ResetPageProps) {
  const { t } = useTranslation();
  const show = (found: ResetCheck) =>
    found.ok ? (
      <ResetForm email={found.email} result={result} />
    ) : (
      <InvalidLink code={found.code} />
    );
  let content: ReactNode;
  if (isDone || check === null) content = <ResetDone continuePath={continuePath} />;
  else if ("now" in check) content = show(check.now);
  else {
    content = (
      <Suspense fallback={<ResetChecking />}>
        <LateCheck check={check.later}>{show}</LateCheck>
      </Suspense>
    );
  }
  const toLogin = (
    <PageLink to="/login" className="text-link inline-block py-2.5">
      {t("forgotPassword.backToLogin")}
    </PageLink>
  );
  return (
    <AccountCard title={t("reset.title")} footer={isDone ? undefined : toLogin}>
      {content}
    </AccountCard>
  );
}

/**
 * Waits for a check, with React's `use`, because the router's `Await` would add to the weight of every page.
 */
function LateCheck({ check, children }: LateCheckProps) {
  return children(use(check));
}

function ResetDone({ continuePath }: { continuePath: string }) {
  const { t } = useTranslation();
  const leadsToLogin = continuePath === "/login";
  return (
    <>
      <Alert kind="success" className="mb-5">
        {t("reset.success")}
      </Alert>
      <ButtonLink
        to={continuePath}
        variant="primary"
        icon={leadsToLogin ? "log-in" : undefined}
        className="w-full"
      >
        {t(leadsToLogin ? "login.title" : "reset.continue")}
      </ButtonLink>
    </>
  );
}

function InvalidLink({ code }: { code: AccountFailureCode }) {
  const { t } = useTranslation();
  return (
    <>
      <Alert kind="danger" className="mb-5">
        {failureText(t, code)}
      </Alert>
      <ButtonLink to="/forgotpassword" variant="primary" icon="mail" className="w-full">
        {t("reset.again")}
      </ButtonLink>
    </>
  );
}

interface ResetFormProps {
  /** E-mail address of the account. */
  email: string;
  result: AccountFailure | undefined;
}

/** The form for the new password. */
function ResetForm({ email, result }: ResetFormProps) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-5">{t("reset.account", { email })}</p>
      <AccountForm
        result={result}
        keepsMessage
        name="reset"
        fields={{ "error.disableduser": null }}
      >
        {/* For password managers, which store the address with the new password. */}
        <input type="email" autoComplete="username" value={email} readOnly hidden />
        <PasswordField name="password" label={t("field.newPassword")} isNew hasRules />
        <Button type="submit" variant="primary" icon="check" className="mt-2 w-full">
          {t("reset.submit")}
        </Button>
      </AccountForm>
    </>
  );
}

/** Outline of the form while its link is being checked; without script the page reloads itself. */
function ResetChecking() {
  const { t } = useTranslation();
  return (
    <>
      <p role="status" className="mb-5 text-muted">
        {t("reset.checking")}
      </p>
      <Skeleton className="mb-4 h-12" />
      <Skeleton className="h-11" />
      <noscript>
        <meta httpEquiv="refresh" content="2" />
      </noscript>
    </>
  );
}
