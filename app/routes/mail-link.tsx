import type { ReactNode } from "react";
import { createContext, data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { AccountCard } from "#app/features/account/account-card.tsx";
import {
  type AccountFailure,
  type AccountFailureCode,
  cookieHeaders,
  failureText,
  formFailure,
} from "#app/features/account/account-failure.ts";
import { PasswordField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { checkAccountForm, resetSchema } from "#domain/account/account-forms.ts";
import { ownPath } from "#domain/account/own-path.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { Identity } from "#server/accounts/better-auth/better-auth-identity.ts";
import type { RequestClient } from "#server/accounts/viewer.ts";
import { clientContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/mail-link.ts";

/** Whether this request has just set the password; its code is then used up. */
const isDoneContext = createContext(false);

/** Every branch of `/mail` (docs/product#mail-links). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams, origin } = new URL(request.url);
  const mode = searchParams.get("mode");
  const code = searchParams.get("oobCode");
  if (!mode || !code) throw data(null, { status: 404 });
  const { identity } = context.get(servicesContext);
  if (mode !== "resetPassword") throw redirect(`/auth/action?${searchParams}`);

  const own = context.get(publicConfigContext).publicUrl ?? origin;
  const continuePath = ownPath(searchParams.get("continueUrl"), own) ?? "/login";
  if (context.get(isDoneContext)) return { check: null, continuePath };
  const check = await checkCode(identity, context.get(clientContext), code);
  const status = check.ok ? 200 : failureStatus(check.code);
  return data({ check, continuePath }, { status });
}

async function checkCode(
  identity: Identity,
  client: RequestClient,
  code: string,
): Promise<ResetCheck> {
  try {
    const result = await identity.verifyResetCode(client, { code });
    return result.ok ? { ok: true, email: result.email } : { ok: false, code: result.code };
  } catch (error) {
    console.error(error);
    return { ok: false, code: "error.error" };
  }
}

export async function action({ request, context }: Route.ActionArgs) {
  const code = new URL(request.url).searchParams.get("oobCode") ?? "";
  const checked = checkAccountForm(resetSchema, await request.formData());
  if (!checked.ok) return formFailure(checked);
  const newPassword = checked.value.password;
  const { identity } = context.get(servicesContext);
  const result = await identity.confirmReset(context.get(clientContext), { code, newPassword });
  if (!result.ok) return formFailure(result);
  context.set(isDoneContext, true);
  return data({ code: null }, { headers: cookieHeaders(result.setCookies) });
}

export function clientAction(args: Route.ClientActionArgs) {
  // The code of every failure that keeps a new password from being set, a lost connection included
  // (docs/product#account-failures).
  return actionWithFallback(args, () => ({ code: "unknown-error" }) as const);
}

/** The code that was just used need not be checked again. */
export function shouldRevalidate({
  formMethod,
  defaultShouldRevalidate,
}: ShouldRevalidateFunctionArgs) {
  return formMethod === undefined && defaultShouldRevalidate;
}

export default function MailLink({ loaderData, actionData }: Route.ComponentProps) {
  const { check, continuePath } = loaderData;
  return (
    <ResetPage
      check={check}
      result={actionData?.code ? { code: actionData.code } : undefined}
      isDone={actionData?.code === null}
      continuePath={continuePath}
    />
  );
}

interface ResetPageProps {
  /** Null after the reset, when the code is used up. */
  check: ResetCheck | null;
  result: AccountFailure | undefined;
  isDone: boolean;
  /** Path to continue to afterwards, on the product's own origin. */
  continuePath: string;
}

/** `/mail` for a reset link: an error or the form, then the success. */
export function ResetPage({ check, result, isDone, continuePath }: ResetPageProps) {
  const { t } = useTranslation();
  let content: ReactNode;
  if (isDone || check === null) content = <ResetDone continuePath={continuePath} />;
  else if (check.ok) content = <ResetForm email={check.email} result={result} />;
  else content = <InvalidLink code={check.code} />;
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
  email: string;
  result: AccountFailure | undefined;
}

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

export type ResetCheck =
  | { readonly ok: true; readonly email: string }
  | { readonly ok: false; readonly code: AccountFailureCode };
