import { ModerationForm } from "#app/features/moderation/moderation-form.tsx";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Button } from "#app/ui/button.tsx";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { restoreDays, undoMinutes } from "#domain/moderation/decision.ts";
import type { ModeratedAccount, SentCounts } from "#domain/moderation/moderation-queue.ts";

/** What the administrator does with the sender of an entry: disables the account, also with all that it sent. */
export function SenderSwitches({ account }: { account: ModeratedAccount | null | undefined }) {
  if (!account || account.own) return null;
  return (
    <>
      <AccountSwitch account={account} />
      {account.sent && <RemoveSent account={account} sent={account.sent} />}
    </>
  );
}

/** Disables an account after one question, or enables it again. */
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

interface RemoveSentProps {
  account: ModeratedAccount;
  sent: SentCounts;
}

/** Removes all that an account has sent and disables it, after one question; a message where there is nothing. */
export function RemoveSent({ account: { id, email, disabled }, sent }: RemoveSentProps) {
  const { t } = useTranslation();
  const counts = (["places", "proposals", "reviews", "reports", "corrections"] as const)
    .filter((kind) => sent[kind] > 0)
    .map((kind) => t(`queue.sent.${kind}`, { count: sent[kind] }));
  if (counts.length === 0) return <p className="py-2.5 text-muted">{t("queue.sent.nothing")}</p>;
  const messages = removalMessages[disabled ? "ofDisabled" : "usual"];
  return (
    <ModerationForm intent="remove-sent" account={id} className="has-open:basis-full">
      <ConfirmedSubmit
        icon="delete"
        label={t(messages.label)}
        about={email}
        question={
          <>
            <strong className="block">{t(messages.question, { email })}</strong>
            {/* No line break between a number and its noun. */}
            <span className="my-1 block">{counts.join(", ").replaceAll(/(\d) /g, "$1\u00a0")}</span>
            {t("queue.sent.undo", { minutes: undoMinutes })}{" "}
            {sent.places > 0 && t("queue.sent.restore", { days: restoreDays })}
          </>
        }
        confirmLabel={t(messages.confirm)}
      />
    </ModerationForm>
  );
}

const removalMessages = {
  usual: {
    label: "moderation.account.removeSent",
    question: "queue.sent.disableQuestion",
    confirm: "queue.sent.disableConfirm",
  },
  ofDisabled: {
    label: "queue.sent.action",
    question: "queue.sent.question",
    confirm: "queue.sent.confirm",
  },
} as const;
