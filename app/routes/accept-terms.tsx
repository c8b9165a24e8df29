import { data, redirect } from "react-router";
import { formFailure } from "#app/features/account/account-failure.ts";
import { TermsRequestPage, termsRequestPath } from "#app/features/account/terms-request.tsx";
import { PageMessagesProvider, pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { continuingPath } from "#domain/account/own-path.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/accept-terms.ts";

const loginPath = continuingPath("/login", termsRequestPath);

/** @throws {Response} 503 where the session cannot be read; a redirect to the sign-in without one */
export async function loader({ context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  if (userId === null) throw redirect(loginPath);
  const isAccepted = !(await context.get(servicesContext).accounts.lacksTerms(userId));
  return { isAccepted, ...pageMessagesOf(context.get(i18nContext), "terms") };
}

/** Accepts the terms; with `stays`, for a request above another page, which stays. */
export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) return formFailure({ code: "error.unavailable" });
  if (userId === null) throw redirect(loginPath);
  const opened = await context.get(openWritesContext)();
  if (!opened.ok) return formFailure({ ...opened, code: "error.toomanyrequests" });
  if (!(await opened.writes.acceptTerms(userId))) throw redirect(loginPath);
  if (formText(form, "stays") === "1") return data({ accepted: true as const });
  throw redirect(termsRequestPath);
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function AcceptTerms({ loaderData, actionData }: Route.ComponentProps) {
  const result = actionData && "code" in actionData ? actionData : undefined;
  return (
    <PageMessagesProvider given={loaderData} path={termsRequestPath}>
      <TermsRequestPage isAccepted={loaderData.isAccepted} result={result} />
    </PageMessagesProvider>
  );
}
