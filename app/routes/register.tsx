import { data, redirect } from "react-router";
import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import {
  type AccountFailure,
  cookieHeaders,
  formFailure,
} from "#app/features/account/account-failure.ts";
import {
  EmailField,
  PasswordField,
  RequiredBox,
} from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { OpenIdSignIn, OtherWays } from "#app/features/account/openid-sign-in.tsx";
import { storeNotice } from "#app/features/layout/arrival-notice.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { PageHandle } from "#app/page-start.ts";
import { Button } from "#app/ui/button.tsx";
import { checkAccountForm, registrationSchema } from "#domain/account/account-forms.ts";
import { parseEmailAddress } from "#domain/account/email-address.ts";
import { continuePathOf } from "#domain/account/own-path.ts";
import { formText } from "#domain/validation/form-text.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { clientContext, servicesContext, viewerContext } from "#server/request-context.ts";
import type { Route } from "./+types/register.ts";

export const handle: PageHandle = { isStatic: true };

export const cacheable: CacheablePage = { parameters: [] };

/** Redirects a visitor who is signed in to where the page leads. @throws {Response} 503 where the session cannot be read */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  if (userId !== null) throw redirect(continuePathOf(new URL(request.url)));
  return { openIdName: context.get(servicesContext).identity.openIdName };
}

export async function action({ request, context }: Route.ActionArgs) {
  const form = await request.formData();
  const checked = checkAccountForm(registrationSchema, form);
  const hasTerms = formText(form, "terms") === "1";
  if (!checked.ok) return formFailure(checked, formText(form, "email"), hasTerms);
  const { email, password } = checked.value;
  const { identity, accounts } = context.get(servicesContext);
  const result = await identity.createAccount(context.get(clientContext), { email, password });
  if (!result.ok) return formFailure(result, email, hasTerms);
  try {
    await accounts.acceptTermsAtRegistration(parseEmailAddress(email) ?? email);
  } catch (error) {
    // The account exists, and its visitor has to accept again.
    console.error(error);
  }
  throw redirect(continuePathOf(new URL(request.url)), {
    headers: cookieHeaders(result.setCookies),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(
    args,
    (failure) => failure,
    () => storeNotice("register.welcome"),
  );
}

export default function Register({ loaderData, actionData }: Route.ComponentProps) {
  return <RegisterPage openIdName={loaderData.openIdName} result={actionData} />;
}

interface RegisterPageProps {
  /** Name of the operator's provider; null where there is none. */
  openIdName: string | null;
  result: AccountFailure | undefined;
}

export function RegisterPage({ openIdName, result }: RegisterPageProps) {
  const { t } = useTranslation();
  return (
    <AccountCard
      title={t("register.title")}
      footer={
        <p>
          {t("register.loginHint")} <FormLink to="/login">{t("register.loginLink")}</FormLink>
        </p>
      }
    >
      <AccountForm result={result} name="registration">
        <EmailField typed={result?.email} />
        <PasswordField name="password" label={t("field.password")} isNew hasRules />
        <PasswordField name="confirmation" label={t("field.confirmation")} isNew />
        <RequiredBox name="terms" isTicked={result?.hasTerms}>
          {t("register.terms")}
        </RequiredBox>
        {/* Beside this page, so that what is typed stays. */}
        <p className="mb-2">
          <a href="/terms" target="_blank" rel="noopener" className="text-link">
            {t("register.readTerms")}
          </a>
        </p>
        <Button type="submit" variant="primary" icon="register" className="mt-2 w-full">
          {t("register.submit")}
        </Button>
      </AccountForm>
      {openIdName !== null && (
        <>
          <OtherWays />
          <OpenIdSignIn name={openIdName} />
        </>
      )}
    </AccountCard>
  );
}
