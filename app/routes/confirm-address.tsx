import { data, Form, useNavigation } from "react-router";
import { AccountCard } from "#app/features/account/account-card.tsx";
import {
  type AccountFailureCode,
  cookieHeaders,
  failureText,
  formFailure,
} from "#app/features/account/account-failure.ts";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { ownPath } from "#domain/account/own-path.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { clientContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/confirm-address.ts";

/** Token of a link that confirms an address; any other link is a page that does not exist. */
function readToken({ searchParams }: URL): string {
  const token = searchParams.get("oobCode");
  if (searchParams.get("mode") !== "verifyEmail" || !token) throw data(null, { status: 404 });
  return token;
}

/** The action page of the identity server: it shows what the link would confirm. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const token = readToken(url);
  const own = context.get(publicConfigContext).publicUrl ?? url.origin;
  const continuePath = ownPath(url.searchParams.get("continueUrl"), own) ?? "/";
  const { identity } = context.get(servicesContext);
  const found = await identity.checkEmailToken(context.get(clientContext), { token });
  const page = (verification: Verification) => ({ verification, continuePath });
  if (!found.ok) {
    const status = failureStatus(found.code);
    return data(page({ state: "failed", code: found.code }), { status });
  }
  if (found.isVerified) return data(page({ state: "done" }));
  const { email, registered } = found;
  return data(page({ state: "open", email, registered }));
}

/** Confirms the address, which only the page's button does. */
export async function action({ request, context }: Route.ActionArgs) {
  const token = readToken(new URL(request.url));
  const { identity } = context.get(servicesContext);
  const result = await identity.verifyEmail(context.get(clientContext), { token });
  if (!result.ok) return formFailure(result);
  const done: { code: AccountFailureCode | null } = { code: null };
  return data(done, { headers: cookieHeaders(result.setCookies) });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function ConfirmAddress({ loaderData, actionData }: Route.ComponentProps) {
  const { verification, continuePath } = loaderData;
  const isDone = actionData?.code === null;
  return (
    <VerificationPage
      verification={isDone ? { state: "done" } : verification}
      failure={actionData?.code ?? null}
      continuePath={continuePath}
    />
  );
}

/** State of a link that confirms an e-mail address. */
type Verification =
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

/** Page of the link that confirms an address. Only its button confirms, because mail scanners open links too. */
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
