import { redirect } from "react-router";
import { googleFailedAddress, isOwnWindow } from "#app/features/account/google-addresses.ts";
import { GoogleDonePage } from "#app/features/account/google-done-page.tsx";
import { callerContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-google-done.ts";

/** Where Google's answer leads, signed in or not. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const url = new URL(request.url);
  const isOwn = isOwnWindow(url);
  const hasFailed = url.searchParams.has("failed") || url.searchParams.has("error");
  const account = hasFailed
    ? null
    : await context.get(servicesContext).identity.findAccount(context.get(callerContext));
  if (account === null) {
    if (!isOwn) throw redirect(googleFailedAddress);
    return { record: null, isOwnWindow: isOwn };
  }
  const record = {
    userID: account.id,
    name: account.name ?? "",
    profilePhoto: account.photoUrl ?? "",
    isAuth: true,
  } as const;
  return { record, isOwnWindow: isOwn };
}

export default function AuthGoogleDone({ loaderData }: Route.ComponentProps) {
  return <GoogleDonePage {...loaderData} />;
}
