import { type ReactNode, Suspense, use } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { ButtonLink } from "#app/ui/button-link.tsx";
import { AccountCard } from "./account-card.tsx";
import type { AccountFailure, AccountFailureCode } from "./account-failure.ts";
import { failureText } from "./failure-text.ts";
import type { ResetCheck } from "./reset-check.ts";
import { ResetChecking } from "./reset-checking.tsx";
import { ResetForm } from "./reset-form.tsx";
import type { Settled } from "./settle-soon.ts";

interface ResetPageProps {
  /** Null where it is done, and the code used up. */
  check: Settled<ResetCheck> | null;
  /** What the server answered to the new password. */
  answer: AccountFailure | undefined;
  isDone: boolean;
  /** Where to go on to afterwards, on our own origin. */
  continuePath: string;
}

interface LateCheckProps {
  check: Promise<ResetCheck>;
  children: (found: ResetCheck) => ReactNode;
}

/** `/mail` for a reset link: loading, then an error or the form, then success. */
export function ResetPage({ check, answer, isDone, continuePath }: ResetPageProps) {
  const { t } = useTranslation();
  const show = (found: ResetCheck) =>
    found.ok ? <ResetForm email={found.email} answer={answer} /> : <FaultyLink code={found.code} />;
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
    <Link to="/login" className="text-link inline-block py-2.5">
      {t("forgotPassword.backToLogin")}
    </Link>
  );
  return (
    <AccountCard title={t("reset.title")} footer={isDone ? undefined : toLogin}>
      {content}
    </AccountCard>
  );
}

/** Waits for a check; React's own `use`, since the router's `Await` weighs on every page. */
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

function FaultyLink({ code }: { code: AccountFailureCode }) {
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
