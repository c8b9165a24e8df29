import { useTranslation } from "react-i18next";
import { Form } from "react-router";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import { fieldClass } from "#app/ui/field-class.ts";
import type { ModeratedAccount } from "#domain/moderation-queue.ts";
import { AccountSwitch } from "./account-switch.tsx";
import { EntryCard } from "./entry-card.tsx";
import type { AccountSearch } from "./moderation-page-data.ts";
import { moderationPath } from "./use-moderation.ts";

interface AccountListProps {
  disabled: readonly ModeratedAccount[];
  search: AccountSearch | null;
}

/** Any account by its address, and the disabled ones (decisions, 11). */
export function AccountList({ disabled, search }: AccountListProps) {
  const { t } = useTranslation();
  return (
    <>
      <Form action={moderationPath} className="mb-4" key={search?.email}>
        <input type="hidden" name="part" value="accounts" />
        <label htmlFor="account-email" className="mb-1 block font-bold">
          {t("field.email")}
        </label>
        <div className="flex flex-wrap gap-2">
          <div className="min-w-56 grow">
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
      <h3 className="mt-6 mb-3 text-lg">{t("moderation.account.disabledOnes")}</h3>
      {disabled.length === 0 && <p className="text-muted">{t("moderation.empty.accounts")}</p>}
      <ul className="grid grid-cols-1 gap-4">
        {disabled.map((account) => (
          <AccountCard key={account.id} account={account} />
        ))}
      </ul>
    </>
  );
}

function AccountCard({ account }: { account: ModeratedAccount }) {
  const { t } = useTranslation();
  return (
    <EntryCard>
      <p className="pt-2 font-bold wrap-anywhere">{account.email}</p>
      <p className="mb-3 text-muted">
        {account.own
          ? t("moderation.account.own")
          : t(account.disabled ? "moderation.account.disabled" : "moderation.account.active")}
      </p>
      {!account.own && <AccountSwitch account={account} />}
    </EntryCard>
  );
}
