import { data, redirect } from "react-router";
import { cookieHeaders } from "#app/features/account/account-failure.ts";
import { isFromElsewhere } from "#app/features/account/google/google-outcome.ts";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/auth-openid.ts";

/** Redirects to the operator's provider by a link, as to Google; a failure comes back to `/login`. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  if (identity.openIdName === null) throw data(null, { status: 404 });
  if (isFromElsewhere(request)) throw redirect("/login");
  const returnTo = continuePathOf(new URL(request.url));
  const login = continuingPath("/login", returnTo);
  const failTo = `${login}${login.includes("?") ? "&" : "?"}by=openid`;
  const result = await identity.startOpenIdSignIn(context.get(clientContext), { returnTo, failTo });
  if (!result.ok && result.code === "error.unavailable") throw data(null, { status: 503 });
  if (!result.ok) throw redirect(`${failTo}&error=${result.code}`);
  throw redirect(result.redirectUrl, { headers: cookieHeaders(result.setCookies) });
}
