import { createContext, redirect } from "react-router";
import { AccountCard } from "#app/features/account/account-card.tsx";
import { cookieHeaders, formFailure } from "#app/features/account/account-failure.ts";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { actionWithFallback } from "#app/network/action-with-fallback.ts";
import { Button } from "#app/ui/button.tsx";
import { clientContext, servicesContext } from "#server/request-context.ts";
import type { Route } from "./+types/logout.ts";

/** Whether this request has just failed to sign out, and its page shows the reason. */
const hasFailedContext = createContext(false);

/** A link must not sign a visitor out. */
export function loader({ context }: Route.LoaderArgs) {
  if (!context.get(hasFailedContext)) throw redirect("/");
  return null;
}

export async function action({ context }: Route.ActionArgs) {
  const { identity } = context.get(servicesContext);
  const result = await identity.signOut(context.get(clientContext));
  if (result.ok) throw redirect("/", { headers: cookieHeaders(result.setCookies) });
  context.set(hasFailedContext, true);
  return formFailure({ code: result.code === "error.unavailable" ? result.code : "error.error" });
}

export function clientAction(args: Route.ClientActionArgs) {
  return actionWithFallback(args, (failure) => failure);
}

/** Page of a failed sign-out for browsers without script: the reason, and a button to try again. */
export default function Logout({ actionData }: Route.ComponentProps) {
  const { t } = useTranslation();
  return (
    <AccountCard title={t("logout.title")}>
      <AccountForm result={actionData} keepsMessage>
        <Button type="submit" variant="primary" icon="log-out" className="w-full">
          {t("navigation.logout")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
