import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import type { ModeratedAccount } from "#domain/moderation-queue.ts";
import { AccountSwitch } from "./account-switch.tsx";
import { accountAddress } from "./moderation-address.ts";

interface SentByProps {
  account: ModeratedAccount | null;
  /** ISO 8601 instant. */
  at: string;
  /** Id that is left of an account, shown where there is no address. */
  accountId?: string | null;
}

/** Who sent something, and when. */
export function SentBy({ account, at, accountId }: SentByProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const name = account?.email ?? accountId ?? t("moderation.nobody");
  return (
    <p className="text-sm wrap-anywhere text-muted">
      {account ? (
        <Link to={accountAddress(account.email)} className="text-link inline-block py-2.5">
          {name}
        </Link>
      ) : (
        name
      )}
      {account?.disabled && ` (${t("moderation.account.disabled")})`} ·{" "}
      <time dateTime={at}>{format.dateTime(at)}</time>
    </p>
  );
}

/** The administrator's way to stop somebody, from what they sent. */
export function SenderSwitch({ account }: { account: ModeratedAccount | null }) {
  return account && !account.own ? <AccountSwitch account={account} /> : null;
}
