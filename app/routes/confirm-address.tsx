import { data } from "react-router";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { cookieHeaders, formFailure } from "#app/features/account/form-result.ts";
import {
  type Verification,
  VerificationPage,
} from "#app/features/account/pages/verification-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
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

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
