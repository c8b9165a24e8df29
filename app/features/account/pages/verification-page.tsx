import { Form, useNavigation } from "react-router";
import { AccountCard } from "#app/features/account/account-card.tsx";
import { type AccountFailureCode, failureText } from "#app/features/account/account-failure.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";

/** State of a link that confirms an e-mail address. */
export type Verification =
  /** The address can be confirmed; `registered` is an ISO 8601 instant. */
  | { readonly state: "open"; readonly email: string; readonly registered: string }
  | { readonly state: "done" }
  | { readonly state: "failed"; readonly code: AccountFailureCode };

interface VerificationPageProps {
  verification: Verification;
  /** The last attempt's failure. */
  failure: AccountFailureCode | null;
  /** Path to continue to, on the product's own origin. */
  continuePath: string;
}

/**
 * Page of the link that confirms an e-mail address. Opening the link changes nothing, because mail scanners
 * open links too. The button confirms, once the visitor has seen which address.
 */
export function VerificationPage({ verification, failure, continuePath }: VerificationPageProps) {
  const { t } = useTranslation();
  const { state } = verification;
  const text = (code: AccountFailureCode) =>
    code === "error.password-reset-expired-or-invalid"
      ? t("verification.failed")
      : failureText(t, code);
  const invalid = failure ?? (state === "failed" ? verification.code : null);
  return (
    <AccountCard title={t("verification.title")}>
      {invalid && (
        <Alert kind="danger" className="mb-5">
          {text(invalid)}
        </Alert>
      )}
      {state === "done" && (
        <Alert kind="success" className="mb-5">
          {t("verification.success")}
        </Alert>
      )}
      {state === "open" ? (
        <ConfirmationForm {...verification} />
      ) : (
        <ButtonLink to={continuePath} variant="primary" className="w-full">
          {t("reset.continue")}
        </ButtonLink>
      )}
    </AccountCard>
  );
}

function ConfirmationForm({ email, registered }: { email: string; registered: string }) {
  const { t } = useTranslation();
  const format = useFormatter();
  const isSending = useNavigation().formMethod === "POST";
  return (
    <Form
      method="post"
      aria-busy={isSending}
      onSubmit={(event) => isSending && event.preventDefault()}
    >
      <dl className="mb-5 space-y-3">
        <div>
          <dt className="text-sm text-muted">{t("field.email")}</dt>
          <dd className="font-bold wrap-anywhere">{email}</dd>
        </div>
        <div>
          <dt className="text-sm text-muted">{t("verification.registered")}</dt>
          <dd className="font-bold">
            <time dateTime={registered}>{format.dateTime(registered)}</time>
          </dd>
        </div>
      </dl>
      <p className="mb-5">{t("verification.question")}</p>
      <Button type="submit" variant="primary" icon="check" className="w-full">
        {t("verification.action")}
      </Button>
      <p className="mt-5 text-muted">{t("verification.stranger")}</p>
      <PageLink to="/forgotpassword" className="text-link inline-block py-2.5">
        {t("reset.title")}
      </PageLink>
    </Form>
  );
}
