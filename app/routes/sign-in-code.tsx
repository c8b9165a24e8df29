import { data, redirect } from "react-router";
import { cookieHeaders, retryAfterHeaders } from "#app/features/account/form-result.ts";
import { CodePage, type CodeResult } from "#app/features/account/second-factor/code-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  clientContext,
  i18nContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/sign-in-code.ts";

/**
 * A visitor whose password was not checked yet is redirected to where it is, and one who is signed in to
 * where the page leads.
 *
 * @throws {Response} 503 where the session cannot be read
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  const url = new URL(request.url);
  const continuePath = continuePathOf(url);
  if (userId !== null) throw redirect(continuePath);
  const { identity } = context.get(servicesContext);
  if (!identity.mayWaitForCode(context.get(clientContext).headers)) {
    throw redirect(continuingPath("/login", continuePath));
  }
  const isRecovery = url.searchParams.get("with") === "recovery";
  return { isRecovery, ...pageMessagesOf(context.get(i18nContext), "secondFactor") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const code = formText(await request.formData(), "code");
  const { identity } = context.get(servicesContext);
  const result = await identity.signInWithCode(context.get(clientContext), { code });
  if (!result.ok) {
    const failure: CodeResult = { code: result.code, typed: code };
    const headers = retryAfterHeaders(result.retryAfterSeconds);
    return data(failure, { status: failureStatus(result.code), headers });
  }
  throw redirect(continuePathOf(new URL(request.url)), {
    headers: cookieHeaders(result.setCookies),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure): CodeResult => failure);
}

export function headers() {
  return { "Cache-Control": "no-store" };
}

export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage {...loaderData} result={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
