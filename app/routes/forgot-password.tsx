import { data } from "react-router";
import { cookieHeaders, formFailure } from "#app/features/account/form-result.ts";
import { ForgotPasswordPage } from "#app/features/account/pages/forgot-password-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { checkAccountForm, resetRequestSchema } from "#domain/account/account-forms.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/forgot-password.ts";

export const cacheable: CacheablePage = { parameters: [] };

export async function action({ request, context }: Route.ActionArgs) {
  const checked = checkAccountForm(resetRequestSchema, await request.formData());
  if (!checked.ok) return formFailure(checked);
  const { email } = checked.value;
  const { identity } = context.get(servicesContext);
  const result = await identity.sendResetEmail(context.get(clientContext), { email });
  if (!result.ok) return formFailure(result, email);
  return data({ code: null }, { headers: cookieHeaders(result.setCookies) });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isSent = actionData?.code === null;
  return (
    <ForgotPasswordPage
      result={actionData?.code ? { ...actionData, code: actionData.code } : undefined}
      isSent={isSent}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
