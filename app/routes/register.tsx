import { data, redirect } from "react-router";
import { answerFailure } from "#app/features/account/answer-failure.ts";
import { answerOrFailure } from "#app/features/account/answer-or-failure.ts";
import { checkRegistration } from "#app/features/account/check-registration.ts";
import { cookieHeaders } from "#app/features/account/cookie-headers.ts";
import { readEmail } from "#app/features/account/read-email.ts";
import { readTextField } from "#app/features/account/read-text-field.ts";
import { RegisterPage } from "#app/features/account/register-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { callerContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/register.ts";

/**
 * Whoever is signed in already goes to `/` (docs/product#sign-in).
 *
 * @throws {Response} 503 where nobody can tell whether they are
 */
export function loader({ context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  if (userId !== null) throw redirect("/");
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const email = readEmail(form);
  const code = checkRegistration(form);
  if (code) return answerFailure({ code }, email);
  const { identity } = context.get(servicesContext);
  const password = readTextField(form, "password");
  const result = await identity.createAccount(context.get(callerContext), { email, password });
  if (!result.ok) return answerFailure(result, email);
  throw redirect("/", { headers: cookieHeaders(result.setCookies) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction, (failure) => failure);
}

export default function Register({ actionData }: Route.ComponentProps) {
  return <RegisterPage answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
