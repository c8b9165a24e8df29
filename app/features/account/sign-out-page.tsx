import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { AccountCard } from "./account-card.tsx";
import type { AccountFailure } from "./account-failure.ts";
import { AccountForm } from "./account-form.tsx";

/** What a browser without script shows when signing out did not work: why, and once more. */
export function SignOutPage({ answer }: { answer: AccountFailure | undefined }) {
  const { t } = useTranslation();
  return (
    <AccountCard title={t("logout.title")}>
      <AccountForm answer={answer} keepsMessage>
        <Button type="submit" variant="primary" icon="log-out" className="w-full">
          {t("navigation.logout")}
        </Button>
      </AccountForm>
    </AccountCard>
  );
}
