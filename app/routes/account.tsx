import { data, redirect } from "react-router";
import {
  type AccountFailureCode,
  cookieHeaders,
  retryAfterHeaders,
} from "#app/features/account/account-failure.ts";
import {
  type AccountIntent,
  AccountPage,
  type AccountResult,
  accountIntents,
} from "#app/features/account/pages/account-page.tsx";
import { allOtherSessions } from "#app/features/account/pages/signed-in-devices.tsx";
import { storeNotice } from "#app/features/layout/arrival-notice.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import {
  accountDeletionSchema,
  checkAccountForm,
  passwordChangeSchema,
} from "#domain/account/account-forms.ts";
import { mailPreferencesSchema } from "#domain/account/mail-preferences.ts";
import { checkFields } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  clientContext,
  i18nContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/account.ts";

export async function loader({ request, context }: Route.LoaderArgs) {
  const { identity, accounts } = context.get(servicesContext);
  const account = await identity.findAccount(context.get(clientContext));
  const viewer = context.get(viewerContext);
  const list = account && (await accounts.listSessions(viewer));
  const factor = account && (await accounts.findSecondFactor(viewer));
  if (!list || !factor) throw redirect("/login");
  const { id, email, isEmailVerified, hasPassword } = account;
  const mailPreferences = await accounts.findMailPreferences(id);
  const { sessions } = list;
  const shown = { email, isEmailVerified, hasPassword, isStaff: isStaff(context) };
  const own = pageMessagesOf(context.get(i18nContext), "secondFactor", "contributions");
  const isChanged = new URL(request.url).searchParams.get("done") === "password";
  const done: AccountResult | null = isChanged ? { intent: "password", failure: null } : null;
  return { ...shown, ...own, mailPreferences, sessions, factor, done };
}

function isStaff(context: ActionContext): boolean {
  return (
    context.get(servicesContext).moderation.permissionFailure(context.get(viewerContext)) === null
  );
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  switch (form.get("intent")) {
    case "delete":
      return deleteAccount(form, context);
    case "devices":
      return endSessions(form, context);
    case "mails":
      return chooseMails(form, context);
    case "confirmation":
      return sendConfirmation(context);
    default:
      return changePassword(form, context);
  }
}

type ActionContext = Route.ActionArgs["context"];

async function changePassword(form: FormData, context: ActionContext) {
  const checked = checkAccountForm(passwordChangeSchema, form);
  if (!checked.ok) return fail("password", checked.code);
  const { currentPassword, password: newPassword } = checked.value;
  const { identity } = context.get(servicesContext);
  const result = await identity.changePassword(context.get(clientContext), {
    currentPassword,
    newPassword,
  });
  if (!result.ok) {
    const { code, retryAfterSeconds } = result;
    return fail("password", code, failureStatus(code), retryAfterSeconds);
  }
  // Another request, or the page without script would be made with the session that has just ended.
  throw redirect(passwordChangedPath, {
    status: 303,
    headers: cookieHeaders(result.setCookies),
  });
}

const passwordChangedPath = "/account?done=password";

async function endSessions(form: FormData, context: ActionContext) {
  const viewer = context.get(viewerContext);
  if (viewer.isUnread) return fail("devices", "error.unavailable");
  const opened = await context.get(openWritesContext)();
  if (!opened.ok) return fail("devices", "error.toomanyrequests");
  const { writes } = opened;
  const session = formText(form, "session");
  const result =
    session === allOtherSessions
      ? await writes.endOtherSessions(viewer)
      : await writes.endSession(session, viewer);
  if (!result.ok && result.code === "error.signin") throw redirect("/login");
  if (!result.ok) return fail("devices", "error.error", failureStatus(result.code));
  const failure: AccountResult = { intent: "devices", failure: null };
  return data(failure);
}

async function chooseMails(form: FormData, context: ActionContext) {
  const mailPreferences = checkFields(mailPreferencesSchema, {
    outcomes: formText(form, "outcomes"),
    waiting: formText(form, "waiting"),
  });
  if (!mailPreferences.ok) return fail("mails", "error.error");
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) return fail("mails", "error.unavailable");
  if (userId === null) throw redirect("/login");
  const opened = await context.get(openWritesContext)();
  if (!opened.ok) return fail("mails", "error.toomanyrequests");
  const chosen = {
    accountId: userId,
    preferences: mailPreferences.value,
    isStaff: isStaff(context),
  };
  const { language } = context.get(clientContext);
  await opened.writes.setMailPreferences({ ...chosen, language });
  const failure: AccountResult = { intent: "mails", failure: null };
  return data(failure);
}

async function sendConfirmation(context: ActionContext) {
  const { identity } = context.get(servicesContext);
  const result = await identity.sendConfirmationEmail(context.get(clientContext));
  if (!result.ok && result.code === "error.signin") throw redirect("/login");
  if (!result.ok) return fail("confirmation", result.code);
  const failure: AccountResult = { intent: "confirmation", failure: null };
  return data(failure);
}

async function deleteAccount(form: FormData, context: ActionContext) {
  const checked = checkAccountForm(accountDeletionSchema, form);
  if (!checked.ok) return fail("delete", checked.code);
  const services = context.get(servicesContext);
  const viewer = context.get(viewerContext);
  const { userId, isUnread } = viewer;
  if (isUnread) return fail("delete", "error.unavailable");
  if (userId === null) throw redirect("/login");
  const opened = await context.get(openWritesContext)();
  if (!opened.ok) return fail("delete", "error.toomanyrequests");
  if (await services.accounts.needsRecentSignIn(viewer)) {
    return fail("delete", "error.signinagain");
  }
  // The cookie first, because the account's sessions are deleted with it.
  const signedOut = await services.identity.signOut(context.get(clientContext));
  if (!signedOut.ok) return fail("delete", signedOut.code);
  const { language } = context.get(clientContext);
  await opened.writes.deleteAccount(userId, language);
  throw redirect("/", { headers: cookieHeaders(signedOut.setCookies) });
}

function fail(
  intent: AccountIntent,
  code: AccountFailureCode,
  status = failureStatus(code),
  retryAfterSeconds?: number,
) {
  const failure: AccountResult = { intent, failure: { code } };
  return data(failure, { status, headers: retryAfterHeaders(retryAfterSeconds) });
}

export async function clientAction(args: Route.ClientActionArgs) {
  const form = await args.request.clone().formData();
  const named = form.get("intent");
  const intent = accountIntents.find((known) => known === named) ?? "password";
  return actionWithFallback(
    args,
    (failure): AccountResult => ({ intent, failure }),
    ({ headers }) => {
      const isDeleted = intent === "delete" && headers.get("Location") === "/";
      if (isDeleted) storeNotice("account.delete.done");
    },
  );
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage account={loaderData} result={actionData ?? loaderData.done ?? undefined} />;
}
