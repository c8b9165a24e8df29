import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import type { ModeratedAccount } from "#domain/moderation-queue.ts";
import { ConfirmedForm } from "./confirmed-form.tsx";
import { ModerationForm } from "./moderation-form.tsx";

/** Disables an account after asking once, or enables it again. */
export function AccountSwitch({ account }: { account: ModeratedAccount }) {
  const { t } = useTranslation();
  const { id, email, disabled } = account;
  if (disabled) {
    const label = t("moderation.account.enable");
    return (
      <ModerationForm intent="enable" account={id}>
        <Button type="submit" icon="user" aria-label={`${label}: ${email}`}>
          {label}
        </Button>
      </ModerationForm>
    );
  }
  return (
    <ConfirmedForm
      intent="disable"
      account={id}
      icon="user"
      label={t("moderation.account.disable")}
      about={email}
      question={t("moderation.account.question", { email })}
      confirm={t("moderation.account.confirm")}
    />
  );
}
