import { data } from "react-router";
import { cookieHeaders } from "#app/features/account/cookie-headers.ts";
import { failureStatus } from "#app/features/account/failure-status.ts";
import { VerificationPage } from "#app/features/account/verification-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { ownPath } from "#domain/own-path.ts";
import { callerContext, publicConfigContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-action.ts";

/** The action page of our own identity server: it verifies an e-mail address (decisions, 14). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams, origin } = new URL(request.url);
  const token = searchParams.get("oobCode");
  if (searchParams.get("mode") !== "verifyEmail" || !token) throw data(null, { status: 404 });
  const own = context.get(publicConfigContext).publicUrl ?? origin;
  const continuePath = ownPath(searchParams.get("continueUrl"), own) ?? "/";
  const { identity } = context.get(servicesContext);
  const result = await identity.verifyEmail(context.get(callerContext), { token });
  const page = { isVerified: result.ok, continuePath };
  return result.ok
    ? data(page, { headers: cookieHeaders(result.setCookies) })
    : data(page, { status: failureStatus(result.code) });
}

export default function AuthAction({ loaderData }: Route.ComponentProps) {
  return <VerificationPage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
