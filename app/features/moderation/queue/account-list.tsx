import { Form } from "react-router";
import {
  accountHref,
  ModerationForm,
  moderationPath,
} from "#app/features/moderation/moderation-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/class-names.ts";
import { ConfirmedSubmit } from "#app/ui/form/confirmed-submit.tsx";
import { PageLink } from "#app/ui/page-link.tsx";
import { canBeModerator } from "#domain/account/role.ts";
import { restoreDays, undoMinutes } from "#domain/moderation/decision.ts";
import type { ModeratedAccount, SentCounts } from "#domain/moderation/moderation-queue.ts";
import { EntryCard } from "./task-card.tsx";

/** Result of a search for an account by its address. */
export type AccountSearch =
  | { readonly email: string; readonly account: ModeratedAccount }
  | { readonly email: string; readonly code: "error.invalidemail" | "error.usernotfound" };

interface AccountListProps {
  moderators: readonly ModeratedAccount[];
  disabled: readonly ModeratedAccount[];
  search: AccountSearch | null;
}

/**
 * Search for any account by its address, the moderators (docs/product#moderators), and the disabled accounts
 * (docs/product#disabled-account).
 */
export function AccountList({ moderators, disabled, search }: AccountListProps) {
  const { t } = useTranslation();
  return (
    <>
      <Form action={moderationPath} className="mb-4" key={search?.email}>
        <input type="hidden" name="part" value="accounts" />
        <label htmlFor="account-email" className="mb-1 block font-bold">
          {t("field.email")}
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="min-w-0 grow basis-56">
            <input
              id="account-email"
              type="email"
              name="email"
              required
              autoComplete="off"
              defaultValue={search?.email}
              className={fieldClass}
            />
          </div>
          <Button type="submit" icon="search">
            {t("moderation.account.find")}
          </Button>
        </div>
      </Form>
      {search && "code" in search && <Alert kind="warning">{t(search.code)}</Alert>}
      {search && "account" in search && (
        <ul className="grid grid-cols-1 gap-4">
          <AccountCard account={search.account} />
        </ul>
      )}
      <h3 className="mt-6 mb-3 text-lg">{t("moderation.account.moderators")}</h3>
      {moderators.length === 0 && (
        <p className="text-muted">{t("moderation.account.noModerators")}</p>
      )}
      <ul className="grid grid-cols-1 gap-4">
        {moderators.map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
      <h3 className="mt-6 mb-3 text-lg">{t("moderation.account.disabledOnes")}</h3>
      {disabled.length === 0 && <p className="text-muted">{t("queue.empty.accounts")}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {disabled.map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
    </>
  );
}

/** An account; with what it has sent, or a link to the page that has it. */
function AccountCard({ account }: { account: ModeratedAccount }) {
  const { t } = useTranslation();
  const format = useFormatter();
  return (
    <EntryCard>
      <p className="pt-2 font-bold wrap-anywhere">
        {account.sent ? (
          account.email
        ) : (
          <PageLink to={accountHref(account.email)} className="text-link inline-block py-2.5">
            {account.email}
          </PageLink>
        )}
      </p>
      <p className="mb-3 text-muted">
        {account.own
          ? t("moderation.account.own")
          : t(account.disabled ? "moderation.account.disabled" : "moderation.account.active")}
        {account.moderator_since !== null && (
          <>
            {" · "}
            {t("moderation.account.moderatorSince", { date: format.date(account.moderator_since) })}
          </>
        )}
      </p>
      {!account.own && (
        <div className="flex flex-wrap items-start gap-x-4 gap-y-2">
          <ModeratorSwitch account={account} />
          <AccountSwitch account={account} />
          {account.sent && <RemoveSent account={account} sent={account.sent} />}
        </div>
      )}
    </EntryCard>
  );
}

/** Makes an account a moderator's after one question, or takes that back; says why it cannot be one. */
function ModeratorSwitch({ account }: { account: ModeratedAccount }) {
  const { t } = useTranslation();
  const { id, email, disabled, moderator_since } = account;
  if (disabled && moderator_since === null) return null;
  if (moderator_since === null && !canBeModerator(account)) {
    return <p className="basis-full text-muted">{t("moderation.account.unconfirmed")}</p>;
  }
  const intent = moderator_since === null ? "appoint" : "dismiss";
  const messages = appointmentMessages[intent];
  return (
    <ModerationForm intent={intent} account={id} className="has-open:basis-full">
      <ConfirmedSubmit
        icon="moderation"
        label={t(messages.label)}
        about={email}
        question={t(messages.question, { email })}
        confirmLabel={t(messages.confirm)}
      />
    </ModerationForm>
  );
}

const appointmentMessages = {
  appoint: {
    label: "moderation.account.appoint",
    question: "moderation.account.appointQuestion",
    confirm: "moderation.account.appointConfirm",
  },
  dismiss: {
    label: "moderation.account.dismiss",
    question: "moderation.account.dismissQuestion",
    confirm: "moderation.account.dismissConfirm",
  },
} as const;

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
function AccountSwitch({ account }: { account: ModeratedAccount }) {
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
function RemoveSent({ account: { id, email, disabled }, sent }: RemoveSentProps) {
  const { t } = useTranslation();
  const counts = (Object.keys(sent) as (keyof SentCounts)[])
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
