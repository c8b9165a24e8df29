import { data } from "react-router";
import { answerFailure } from "#app/features/account/answer-failure.ts";
import { answerOrFailure } from "#app/features/account/answer-or-failure.ts";
import { cookieHeaders } from "#app/features/account/cookie-headers.ts";
import { ForgotPasswordPage } from "#app/features/account/forgot-password-page.tsx";
import { readEmail } from "#app/features/account/read-email.ts";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { callerContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/forgot-password.ts";

export async function action({ request, context }: Route.ActionArgs) {
  const email = readEmail(await request.formData());
  if (email === "") return answerFailure({ code: "error.emptyemail" });
  const { identity } = context.get(servicesContext);
  const result = await identity.sendResetEmail(context.get(callerContext), { email });
  if (!result.ok) return answerFailure(result, email);
  return data({ code: null }, { headers: cookieHeaders(result.setCookies) });
}

export function clientAction({ serverAction }: Route.ClientActionArgs) {
  return answerOrFailure(serverAction, (failure) => failure);
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isSent = actionData?.code === null;
  return (
    <ForgotPasswordPage
      answer={actionData?.code ? { ...actionData, code: actionData.code } : undefined}
      isSent={isSent}
    />
  );
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
