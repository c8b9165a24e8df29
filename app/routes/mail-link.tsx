import { createContext, data, redirect, type ShouldRevalidateFunctionArgs } from "react-router";
import { cookieHeaders, formFailure } from "#app/features/account/form-result.ts";
import { type ResetCheck, raceTimeout } from "#app/features/account/pages/reset-check.ts";
import { ResetPage } from "#app/features/account/pages/reset-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { checkAccountForm, resetSchema } from "#domain/account/account-forms.ts";
import { ownPath } from "#domain/account/own-path.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { Identity } from "#server/accounts/better-auth/better-auth-identity.ts";
import type { RequestClient } from "#server/accounts/viewer.ts";
import { clientContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/mail-link.ts";

/** Time that a check may take before the page says that it is checking. */
const patienceMs = 1_000;

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
  const checking = checkCode(identity, context.get(clientContext), code);
  const check = await raceTimeout(checking, patienceMs);
  const status = "now" in check && !check.now.ok ? failureStatus(check.now.code) : 200;
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
