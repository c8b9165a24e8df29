import { createContext, redirect } from "react-router";
import { cookieHeaders, formFailure } from "#app/features/account/form-result.ts";
import { SignOutPage } from "#app/features/account/pages/sign-out-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/logout.ts";

/** Whether this request has just failed to sign out, and its page shows the reason. */
const hasFailedContext = createContext(false);

/** A link must not sign a visitor out. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(hasFailedContext)) throw redirect("/");
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const { identity } = context.get(servicesContext);
  const result = await identity.signOut(context.get(clientContext));
  if (!result.ok) {
    context.set(hasFailedContext, true);
    const { code } = result;
    return formFailure({ code: code === "error.unavailable" ? code : "error.error" });
  }
  throw redirect("/", { headers: cookieHeaders(result.setCookies) });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function Logout({ actionData }: Route.ComponentProps) {
  return <SignOutPage result={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
