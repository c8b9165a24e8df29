import { data } from "react-router";
import { AccountCard, FormLink } from "#app/features/account/account-card.tsx";
import {
  type AccountFailure,
  cookieHeaders,
  formFailure,
} from "#app/features/account/account-failure.ts";
import { EmailField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import type { PageHandle } from "#app/page-start.ts";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { checkAccountForm, resetRequestSchema } from "#domain/account/account-forms.ts";
import type { CacheablePage } from "#server/http/response-cache/cacheable-page.ts";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/forgot-password.ts";

export const handle: PageHandle = { isStatic: true };

export const cacheable: CacheablePage = { parameters: [] };

export async function action({ request, context }: Route.ActionArgs) {
  const checked = checkAccountForm(resetRequestSchema, await request.formData());
  if (!checked.ok) return formFailure(checked);
  const { email } = checked.value;
  const { identity } = context.get(servicesContext);
  const result = await identity.sendResetEmail(context.get(clientContext), { email });
  if (!result.ok) return formFailure(result, email);
  return data({ code: null }, { headers: cookieHeaders(result.setCookies) });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

export default function ForgotPassword({ actionData }: Route.ComponentProps) {
  const isSent = actionData?.code === null;
  return (
    <ForgotPasswordPage
      result={actionData?.code ? { ...actionData, code: actionData.code } : undefined}
      isSent={isSent}
    />
  );
}

interface ForgotPasswordPageProps {
  result: AccountFailure | undefined;
  isSent: boolean;
}

/** The screen that asks for a reset mail (docs/product#password-reset). */
export function ForgotPasswordPage({ result, isSent }: ForgotPasswordPageProps) {
  const { t } = useTranslation();
  return (
    <AccountCard
      title={t("forgotPassword.title")}
      footer={<FormLink to="/login">{t("forgotPassword.backToLogin")}</FormLink>}
    >
      {isSent && (
        <Alert kind="success" className="mb-5">
          {t("reset.emailsent")}
        </Alert>
      )}
      <p className="mb-5">{t("forgotPassword.text")}</p>
      <AccountForm result={result} name="resetRequest">
        <EmailField typed={result?.email} />
        <Button type="submit" variant="primary" icon="mail" className="mt-2 w-full">
          {t("forgotPassword.submit")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
