import { data, redirect } from "react-router";
import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import {
  type AccountFailure,
  cookieHeaders,
  formFailure,
} from "#app/features/account/account-failure.ts";
import { EmailField, PasswordField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import {
  codePathOf,
  type GoogleFailureCode,
  googleFailureOf,
  isOfOpenId,
  needsCode,
} from "#app/features/account/google/google-outcome.ts";
import { GoogleSignIn, useGoogleFailure } from "#app/features/account/google/google-sign-in.tsx";
import { OpenIdSignIn, OtherWays } from "#app/features/account/openid-sign-in.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { PageHandle } from "#app/page-start.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { checkAccountForm, signInSchema } from "#domain/account/account-forms.ts";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { formText } from "#domain/validation/form-text.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { clientContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/login.ts";

export const handle: PageHandle = { isStatic: true };

export const cacheable: CacheablePage = { parameters: [] };

/** Redirects a visitor who is signed in to where the page leads. @throws {Response} 503 where the session cannot be read */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  const url = new URL(request.url);
  if (userId !== null) throw redirect(continuePathOf(url));
  if (needsCode(url)) throw redirect(codePathOf(url));
  const { hasGoogle, openIdName } = context.get(servicesContext).identity;
  const failed = failedWayOf(url, { hasGoogle, openIdName });
  const hasOpenIdFailed = failed === "openid";
  return {
    hasGoogle,
    openIdName,
    hasOpenIdFailed,
    failure: failed && !hasOpenIdFailed ? { code: failed } : undefined,
  };
}

/** Failures that come back without the state of a sign-in, which would name the provider. */
const lostWay = /^(state_|internal_server_error$|invalid_callback_request$)/;

/** What a sign-in with a provider comes back with: the operator's provider has failed, or the code of a message. */
function failedWayOf(
  url: URL,
  { hasGoogle, openIdName }: { readonly hasGoogle: boolean; readonly openIdName: string | null },
): "openid" | GoogleFailureCode | "error.error" | null {
  const code = googleFailureOf(url);
  if (code !== "error.googleerror") return code;
  if (isOfOpenId(url) || !hasGoogle) return openIdName === null ? "error.error" : "openid";
  const isUnknown = openIdName !== null && lostWay.test(url.searchParams.get("error") ?? "");
  return isUnknown ? "error.error" : code;
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const checked = checkAccountForm(signInSchema, form);
  if (!checked.ok) return formFailure(checked, formText(form, "email"));
  const { email, password } = checked.value;
  const { identity } = context.get(servicesContext);
  const result = await identity.signIn(context.get(clientContext), { email, password });
  const continuePath = continuePathOf(new URL(request.url));
  if (!result.ok && result.code === "error.secondfactor") {
    const headers = cookieHeaders(result.setCookies);
    throw redirect(continuingPath("/login/code", continuePath), { headers });
  }
  if (!result.ok) return formFailure(result, email);
  throw redirect(continuePath, {
    headers: cookieHeaders(result.setCookies),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function Login({ loaderData, actionData }: Route.ComponentProps) {
  const { failure, ...ways } = loaderData;
  return <LoginPage {...ways} result={actionData ?? failure} />;
}

interface LoginPageProps {
  hasGoogle: boolean;
  /** Name of the operator's provider; null where there is none. */
  openIdName: string | null;
  hasOpenIdFailed: boolean;
  result: AccountFailure | undefined;
}

export function LoginPage({ hasGoogle, openIdName, hasOpenIdFailed, result }: LoginPageProps) {
  const { t } = useTranslation();
  const google = useGoogleFailure(result);
  return (
    <AccountCard
      title={t("login.title")}
      footer={
        <>
          <p>
            {t("login.forgotHint")}{" "}
            <FormLink to="/forgotpassword">{t("login.forgotLink")}</FormLink>
          </p>
          <p>
            {t("login.registerHint")} <FormLink to="/register">{t("login.registerLink")}</FormLink>
          </p>
        </>
      }
    >
      {hasOpenIdFailed && (
        <Alert kind="danger" className="mb-5">
          {t("login.openidFailed", { name: openIdName ?? "" })}
        </Alert>
      )}
      <AccountForm result={google.result} name="signIn">
        <EmailField typed={result?.email} />
        <PasswordField name="password" label={t("field.password")} />
        <Button type="submit" variant="primary" icon="log-in" className="mt-2 w-full">
          {t("login.submit")}
        </Button>
      </AccountForm>
      {(hasGoogle || openIdName !== null) && <OtherWays />}
      {openIdName !== null && <OpenIdSignIn name={openIdName} />}
      {hasGoogle && <GoogleSignIn onFailure={google.fail} />}
    </AccountCard>
  );
}
