import { data, redirect } from "react-router";
import {
  type AccountFailureCode,
  retryAfterHeaders,
} from "#app/features/account/account-failure.ts";
import {
  type SecondFactorIntent,
  SecondFactorPage,
  type SecondFactorResult,
  type SetUp,
  secondFactorIntents,
} from "#app/features/account/second-factor/second-factor-page.tsx";
import { pageMessagesOf } from "#app/i18n/page-messages.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { drawQrCode } from "#app/ui/qr-code.tsx";
import { continuingPath } from "#domain/account/own-path.ts";
import { isAppSecret, otpauthUrlOf } from "#domain/account/second-factor.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  clientContext,
  i18nContext,
  publicConfigContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/second-factor.ts";

const loginPath = continuingPath("/login", "/account/second-factor");

export async function loader({ context }: Route.LoaderArgs) {
  const { identity, accounts } = context.get(servicesContext);
  const account = await identity.findAccount(context.get(clientContext));
  const factor = account && (await accounts.findSecondFactor(context.get(viewerContext)));
  if (!factor) throw redirect(loginPath);
  const { email, isEmailVerified, hasPassword } = account;
  return {
    account: { email, isEmailVerified, hasPassword, factor },
    ...pageMessagesOf(context.get(i18nContext), "secondFactor"),
  };
}

type ActionContext = Route.ActionArgs["context"];

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const intent = intentOf(form);
  switch (intent) {
    case "set-up":
      return setUp(form, context);
    case "turn-on":
      return turnOn(form, context);
    case "renew":
      return renew(form, context);
    case "turn-off":
      return turnOff(form, context);
  }
}

function intentOf(form: FormData): SecondFactorIntent {
  const named = form.get("intent");
  return secondFactorIntents.find((known) => known === named) ?? "set-up";
}

async function setUp(form: FormData, context: ActionContext) {
  const { identity } = context.get(servicesContext);
  const password = formText(form, "currentPassword");
  const result = await identity.setUpSecondFactor(context.get(clientContext), { password });
  if (!result.ok) return fail("set-up", result);
  return succeed({ intent: "set-up", setUp: drawSetUp(result.secret, context) });
}

async function turnOn(form: FormData, context: ActionContext) {
  const { identity } = context.get(servicesContext);
  const [secret, code] = [formText(form, "secret"), formText(form, "code")];
  const client = context.get(clientContext);
  const result = await identity.enableSecondFactor(client, { secret, code });
  if (result.ok) return succeed({ intent: "turn-on", recoveryCodes: result.recoveryCodes });
  // The form brought the secret along. Once it is of no use, the page begins anew.
  const isUseful = result.code !== "error.signinexpired" && isAppSecret(secret);
  return fail("turn-on", result, {
    typed: code,
    ...(isUseful && { setUp: drawSetUp(secret, context) }),
  });
}

/** Draws the QR code here, so that no page's script has to. */
function drawSetUp(secret: string, context: ActionContext): SetUp {
  const otpauthUri = otpauthUrlOf(
    secret,
    context.get(viewerContext).email ?? "",
    context.get(publicConfigContext).site.name,
  );
  return { secret, otpauthUri, picture: drawQrCode(otpauthUri) };
}

async function renew(form: FormData, context: ActionContext) {
  const { identity } = context.get(servicesContext);
  const code = formText(form, "code");
  const result = await identity.renewRecoveryCodes(context.get(clientContext), { code });
  if (!result.ok) return fail("renew", result, { typed: code });
  return succeed({ intent: "renew", recoveryCodes: result.recoveryCodes });
}

async function turnOff(form: FormData, context: ActionContext) {
  const { identity } = context.get(servicesContext);
  const code = formText(form, "code");
  const result = await identity.disableSecondFactor(context.get(clientContext), { code });
  return result.ok ? succeed({ intent: "turn-off" }) : fail("turn-off", result, { typed: code });
}

function succeed(done: Omit<SecondFactorResult, "failure">) {
  const failure: SecondFactorResult = { ...done, failure: null };
  return data(failure, { headers: noStore });
}

interface Refused {
  readonly code: AccountFailureCode;
  readonly retryAfterSeconds?: number;
}

function fail(
  intent: SecondFactorIntent,
  { code, retryAfterSeconds }: Refused,
  { typed, setUp }: { typed?: string; setUp?: SetUp } = {},
) {
  if (code === "error.signin") throw redirect(loginPath);
  const failure: SecondFactorResult = { intent, failure: { code, typed }, setUp };
  const headers = { ...noStore, ...retryAfterHeaders(retryAfterSeconds) };
  return data(failure, { status: failureStatus(code), headers });
}

/** Responses have secrets: no browser stores them, as it would for its button Back. */
const noStore = { "Cache-Control": "no-store" };

export function headers() {
  return noStore;
}

export async function clientAction(args: Route.ClientActionArgs) {
  const intent = intentOf(await args.request.clone().formData());
  return actionWithFallback(args, (failure): SecondFactorResult => ({ intent, failure }));
}

export default function SecondFactor({ loaderData, actionData }: Route.ComponentProps) {
  return <SecondFactorPage {...loaderData} result={actionData} />;
}
