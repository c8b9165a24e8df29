import { useTranslation } from "react-i18next";
import { PageTitle } from "#app/i18n/page-title.tsx";
import { buttonClass } from "#app/ui/button-class.ts";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain } from "#app/ui/page-main.tsx";
import type { AccountAnswer } from "./account-answer.ts";
import { AccountSection } from "./account-section.tsx";
import { ChangePassword } from "./change-password.tsx";
import { DeleteAccount } from "./delete-account.tsx";

interface AccountPageProps {
  account: { email: string; isEmailVerified: boolean; hasPassword: boolean };
  answer: AccountAnswer | undefined;
}

/** One's own account: the password, what is stored, and the way to have it all deleted. */
export function AccountPage({ account, answer }: AccountPageProps) {
  const { t } = useTranslation();
  const { email, isEmailVerified, hasPassword } = account;
  return (
    <PageMain className="max-w-[36rem]!">
      <PageTitle screen={t("account.title")} />
      <h1 className="text-2xl">{t("account.title")}</h1>
      <p className="mt-3 wrap-anywhere">{t("account.signedInAs", { email })}</p>
      <p className="mb-6 text-muted">
        {t(isEmailVerified ? "account.verified" : "account.unverified")}
      </p>
      <AccountSection title={t("account.password.title")}>
        {hasPassword ? (
          <ChangePassword
            email={email}
            answer={answer?.intent === "password" ? answer : undefined}
          />
        ) : (
          <p>{t("account.password.none")}</p>
        )}
      </AccountSection>
      <AccountSection title={t("account.export.title")}>
        <p className="mb-4">{t("account.export.text")}</p>
        <a href="/api/v1/account/export" download className={buttonClass()}>
          <Icon name="download" />
          {t("account.export.action")}
        </a>
      </AccountSection>
      <AccountSection title={t("account.delete.title")}>
        <DeleteAccount answer={(answer?.intent === "delete" && answer.failure) || undefined} />
      </AccountSection>
    </PageMain>
  );
}
