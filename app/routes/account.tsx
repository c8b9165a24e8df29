import { data, redirect } from "react-router";
import type { AccountFailureCode } from "#app/features/account/account-failure.ts";
import { cookieHeaders } from "#app/features/account/form-answer.ts";
import {
  type AccountAnswer,
  type AccountIntent,
  AccountPage,
} from "#app/features/account/pages/account-page.tsx";
import { ErrorPage } from "#app/features/layout/error-page.tsx";
import { keepWhatWasTyped } from "#app/network/keep-what-was-typed.ts";
import {
  accountDeletionSchema,
  checkAccountForm,
  passwordChangeSchema,
} from "#domain/account/account-forms.ts";
import { failureStatus } from "#domain/reading/failure-status.ts";
import {
  callerContext,
  openWritesContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/account.ts";

export async function loader({ context }: Route.LoaderArgs) {
  const { identity } = context.get(servicesContext);
  const account = await identity.findAccount(context.get(callerContext));
  if (account === null) throw redirect("/login");
  const { email, isEmailVerified, hasPassword } = account;
  return { email, isEmailVerified, hasPassword };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  return form.get("intent") === "delete"
    ? deleteAccount(form, context)
    : changePassword(form, context);
}

type ActionContext = Route.ActionArgs["context"];

async function changePassword(form: FormData, context: ActionContext) {
  const checked = checkAccountForm(passwordChangeSchema, form);
  if (!checked.ok) return fail("password", checked.code);
  const { currentPassword, password: newPassword } = checked.value;
  const { identity } = context.get(servicesContext);
  const result = await identity.changePassword(context.get(callerContext), {
    currentPassword,
    newPassword,
  });
  if (!result.ok) return fail("password", result.code);
  const answer: AccountAnswer = { intent: "password", failure: null };
  return data(answer, { headers: cookieHeaders(result.setCookies) });
}

async function deleteAccount(form: FormData, context: ActionContext) {
  const checked = checkAccountForm(accountDeletionSchema, form);
  if (!checked.ok) return fail("delete", checked.code);
  const services = context.get(servicesContext);
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) return fail("delete", "error.unavailable");
  if (userId === null) throw redirect("/login");
  const opened = await context.get(openWritesContext)();
  if (!opened.ok) return fail("delete", "error.toomanyrequests");
  // The cookie first, because the account's sessions are deleted with it.
  const signedOut = await services.identity.signOut(context.get(callerContext));
  if (!signedOut.ok) return fail("delete", signedOut.code);
  await opened.writes.accounts.deleteAccount(userId);
  throw redirect("/", { headers: cookieHeaders(signedOut.setCookies) });
}

function fail(intent: AccountIntent, code: AccountFailureCode) {
  const answer: AccountAnswer = { intent, failure: { code } };
  return data(answer, { status: failureStatus(code) });
}

export async function clientAction({ request, serverAction }: Route.ClientActionArgs) {
  const form = await request.clone().formData();
  const intent: AccountIntent = form.get("intent") === "delete" ? "delete" : "password";
  return keepWhatWasTyped(serverAction, (failure): AccountAnswer => ({ intent, failure }));
}

export default function Account({ loaderData, actionData }: Route.ComponentProps) {
  return <AccountPage account={loaderData} answer={actionData} />;
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ErrorPage error={error} />;
}
