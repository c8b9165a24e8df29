import { AccountCard } from "#app/features/account/account-card.tsx";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";

/** Page of a failed sign-out for browsers without script: the reason, and a button to try again. */
export function SignOutPage({ result }: { result: AccountFailure | undefined }) {
  const { t } = useTranslation();
  return (
    <AccountCard title={t("logout.title")}>
      <AccountForm result={result} keepsMessage>
        <Button type="submit" variant="primary" icon="log-out" className="w-full">
          {t("navigation.logout")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
