import { redirect } from "react-router";
import { GoogleDonePage } from "#app/features/account/google/google-done-page.tsx";
import {
  codePathOf,
  googleFailureOf,
  isOwnWindow,
  needsCode,
} from "#app/features/account/google/google-outcome.ts";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-google-done.ts";

/** The page to which Google leads back, signed in or not. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const isOwn = isOwnWindow(url);
  const continuePath = continuePathOf(url);
  if (needsCode(url)) throw redirect(codePathOf(url));
  const { identity } = context.get(servicesContext);
  const failure = googleFailureOf(url);
  const account = failure ? null : await identity.findAccount(context.get(clientContext));
  if (account === null) {
    const code = failure ?? "error.googleerror";
    const login = continuingPath("/login", continuePath);
    if (!isOwn) throw redirect(`${login}${login.includes("?") ? "&" : "?"}error=${code}`);
    return { result: { failure: code }, isOwnWindow: isOwn, continuePath };
  }
  const record = {
    userID: account.id,
    name: account.name ?? "",
    profilePhoto: account.photoUrl ?? "",
    isAuth: true,
  } as const;
  return { result: { record }, isOwnWindow: isOwn, continuePath };
}

export default function AuthGoogleDone({ loaderData }: Route.ComponentProps) {
  return <GoogleDonePage {...loaderData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
