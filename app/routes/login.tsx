import { data, redirect } from "react-router";
import { answerFailure } from "#app/features/account/answer-failure.ts";
import { answerOrFailure } from "#app/features/account/answer-or-failure.ts";
import { checkSignIn } from "#app/features/account/check-sign-in.ts";
import { cookieHeaders } from "#app/features/account/cookie-headers.ts";
import { googleFailureOf } from "#app/features/account/google-failure.ts";
import { LoginPage } from "#app/features/account/login-page.tsx";
import { readEmail } from "#app/features/account/read-email.ts";
import { readTextField } from "#app/features/account/read-text-field.ts";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { callerContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/login.ts";

/**
 * Whoever is signed in already goes to `/` (docs/product#sign-in).
 *
 * @throws {Response} 503 where nobody can tell whether they are
 */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  if (userId !== null) throw redirect("/");
  const code = googleFailureOf(new URL(request.url));
  return {
    hasGoogle: context.get(servicesContext).identity.hasGoogle,
    failure: code ? { code } : undefined,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const email = readEmail(form);
  const code = checkSignIn(form);
  if (code) return answerFailure({ code }, email);
  const { identity } = context.get(servicesContext);
  const password = readTextField(form, "password");
  const result = await identity.signIn(context.get(callerContext), { email, password });
  if (!result.ok) return answerFailure(result, email);
  throw redirect("/", { headers: cookieHeaders(result.setCookies) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction, (failure) => failure);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  return <LoginPage hasGoogle={loaderData.hasGoogle} answer={actionData ?? loaderData.failure} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
