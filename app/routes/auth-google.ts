import { data, redirect } from "react-router";
import { cookieHeaders } from "#app/features/account/account-failure.ts";
import {
  googleReturnPath,
  googleWindowReturnPath,
  isFromElsewhere,
  isOwnWindow,
} from "#app/features/account/google/google-outcome.ts";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-google.ts";

/**
 * Redirects to Google. A link, since a page's policy lets no form lead to another origin; other sites' links are
 * refused.
 */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  if (!identity.hasGoogle) throw data(null, { status: 404 });
  if (isFromElsewhere(request)) throw redirect("/login");
  const url = new URL(request.url);
  const continuing = (page: string) => continuingPath(page, continuePathOf(url));
  const isOwn = isOwnWindow(url);
  const returnTo = isOwn ? googleWindowReturnPath : continuing(googleReturnPath);
  const failTo = isOwn ? googleWindowReturnPath : continuing("/login");
  const result = await identity.startGoogleSignIn(context.get(clientContext), { returnTo, failTo });
  if (!result.ok && result.code === "error.unavailable") throw data(null, { status: 503 });
  if (!result.ok)
    throw redirect(`${failTo}${failTo.includes("?") ? "&" : "?"}error=${result.code}`);
  throw redirect(result.redirectUrl, { headers: cookieHeaders(result.setCookies) });
}
