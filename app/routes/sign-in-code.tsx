import { data, redirect, useLocation } from "react-router";
import { AccountCard, FormLink, useContinuePath } from "#app/features/account/account-card.tsx";
import { cookieHeaders, retryAfterHeaders } from "#app/features/account/account-failure.ts";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import {
  CodeField,
  type CodeResult,
  codeErrors,
} from "#app/features/account/second-factor/code-field.tsx";
import {
  type PageMessages,
  PageMessagesProvider,
  pageMessagesOf,
} from "#app/i18n/page-messages.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { Button } from "#app/ui/button.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { continuePathOf, continuingPath } from "#domain/account/own-path.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { formText } from "#domain/validation/form-text.ts";
import {
  clientContext,
  i18nContext,
  servicesContext,
  viewerContext,
} from "#server/request-context.ts";
import type { Route } from "./+types/sign-in-code.ts";

/** Redirects a visitor who is signed in, or whose password was not checked. @throws {Response} 503 for an unread session */
export function loader({ request, context }: Route.LoaderArgs) {
  const { userId, isUnread } = context.get(viewerContext);
  if (isUnread) throw data(null, { status: 503 });
  const url = new URL(request.url);
  const continuePath = continuePathOf(url);
  if (userId !== null) throw redirect(continuePath);
  const { identity } = context.get(servicesContext);
  if (!identity.mayWaitForCode(context.get(clientContext).headers)) {
    throw redirect(continuingPath("/login", continuePath));
  }
  const isRecovery = url.searchParams.get("with") === "recovery";
  return { isRecovery, ...pageMessagesOf(context.get(i18nContext), "secondFactor") };
}

export async function action({ request, context }: Route.ActionArgs) {
  const code = formText(await request.formData(), "code");
  const { identity } = context.get(servicesContext);
  const result = await identity.signInWithCode(context.get(clientContext), { code });
  if (!result.ok) {
    const failure: CodeResult = { code: result.code, typed: code };
    const headers = retryAfterHeaders(result.retryAfterSeconds);
    return data(failure, { status: failureStatus(result.code), headers });
  }
  throw redirect(continuePathOf(new URL(request.url)), {
    headers: cookieHeaders(result.setCookies),
  });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure): CodeResult => failure);
}

export function headers() {
  return { "Cache-Control": "no-store" };
}

export default function SignInCode({ loaderData, actionData }: Route.ComponentProps) {
  return <CodePage {...loaderData} result={actionData} />;
}

interface CodePageProps extends PageMessages {
  /** Whether a recovery code is asked for instead of the app's. */
  isRecovery: boolean;
  result: CodeResult | undefined;
}

/** The second step of a sign-in: a code of the app, or a recovery code (docs/product#second-factor). */
export function CodePage({ isRecovery, result, ...given }: CodePageProps) {
  const { pathname, search } = useLocation();
  return (
    <PageMessagesProvider given={given} path={pathname + search}>
      <Card isRecovery={isRecovery} result={result} />
    </PageMessagesProvider>
  );
}

function Card({ isRecovery, result }: Pick<CodePageProps, "isRecovery" | "result">) {
  const { t } = useTranslation();
  const here = continuingPath("/login/code", useContinuePath());
  const other = isRecovery ? here : `${here}${here.includes("?") ? "&" : "?"}with=recovery`;
  return (
    <AccountCard
      title={t("secondFactor.signIn.title")}
      footer={
        <>
          <p>
            <PageLink to={other} replace className="text-link inline-block py-2.5">
              {t(isRecovery ? "secondFactor.signIn.useApp" : "secondFactor.signIn.useRecovery")}
            </PageLink>
          </p>
          <FormLink to="/login">{t("secondFactor.signIn.back")}</FormLink>
          {isRecovery && <p className="text-muted">{t("secondFactor.lost")}</p>}
        </>
      }
    >
      <p className="mb-5">
        {t(isRecovery ? "secondFactor.signIn.recoveryText" : "secondFactor.signIn.text")}
      </p>
      <AccountForm
        key={isRecovery ? "recovery" : "app"}
        result={result}
        fields={codeErrors}
        keepsMessage
      >
        <CodeField takes={isRecovery ? "recovery" : "app"} typed={result?.typed} />
        <Button type="submit" variant="primary" icon="log-in" className="mt-2 w-full">
          {t("secondFactor.signIn.submit")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
