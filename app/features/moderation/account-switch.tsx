import { useTranslation } from "react-i18next";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/confirmed-submit.tsx";
import type { ModeratedAccount } from "#domain/moderation-queue.ts";
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
    <ModerationForm intent="disable" account={id} className="has-open:basis-full">
      <ConfirmedSubmit
        icon="user"
        label={t("moderation.account.disable")}
        about={email}
        question={t("moderation.account.question", { email })}
        confirmLabel={t("moderation.account.confirm")}
      />
    </ModerationForm>
  );
}
