import { data, redirect } from "react-router";
import { cookieHeaders, formFailure } from "#app/features/account/form-result.ts";
import { RegisterPage } from "#app/features/account/pages/register-page.tsx";
import { storeNotice } from "#app/features/layout/arrival-notice.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { checkAccountForm, registrationSchema } from "#domain/account/account-forms.ts";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { continuePathOf } from "#domain/account/own-path.ts";
import { formText } from "#domain/validation/form-text.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { clientContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/register.ts";

export const cacheable: CacheablePage = { parameters: [] };

/**
 * A visitor who is signed in already is redirected to where the page leads (docs/product#sign-in).
 *
 * @throws {Response} 503 where the session cannot be read
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  if (userId !== null) throw redirect(continuePathOf(new URL(request.url)));
  return { openIdName: context.get(servicesContext).identity.openIdName };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const checked = checkAccountForm(registrationSchema, form);
  const hasTerms = formText(form, "terms") === "1";
  if (!checked.ok) return formFailure(checked, formText(form, "email"), hasTerms);
  const { email, password } = checked.value;
  const { identity, accounts } = context.get(servicesContext);
  const result = await identity.createAccount(context.get(clientContext), { email, password });
  if (!result.ok) return formFailure(result, email, hasTerms);
  try {
    await accounts.acceptTermsAtRegistration(parseEmailAddress(email) ?? email);
  } catch (error) {
    // The account exists, and its visitor has to accept again.
    console.error(error);
  }
  throw redirect(continuePathOf(new URL(request.url)), {
    headers: cookieHeaders(result.setCookies),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(
    args,
    (failure) => failure,
    () => storeNotice("register.welcome"),
  );
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage openIdName={loaderData.openIdName} result={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
