import { type ReactNode, useId } from "react";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { PasswordField, RequiredBox } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Choice } from "#app/ui/form/choice.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { type PendingMail, pendingMails } from "#domain/account/mail-preferences.ts";
import type { SecondFactor } from "#domain/account/second-factor.ts";
import type { ShownSession } from "#domain/account/session-list.ts";
import { SignedInDevices } from "./signed-in-devices.tsx";

interface AccountPageProps {
  /** The account, and the messages that its second factor needs. */
  account: PageMessages & {
    email: string;
    isEmailVerified: boolean;
    hasPassword: boolean;
    isStaff: boolean;
    mailPreferences: AccountMailPreferences;
    sessions: readonly ShownSession[];
    factor: SecondFactor;
  };
  result: AccountResult | undefined;
}

/** The visitor's account: its password, second factor, devices, mails and stored data, and its deletion. */
export function AccountPage(props: AccountPageProps) {
  return (
    <PageMessagesProvider given={props.account} path="/account">
      <AccountSections {...props} />
    </PageMessagesProvider>
  );
}

function AccountSections({ account, result }: AccountPageProps) {
  const { t } = useTranslation();
  const { email, isEmailVerified, hasPassword, sessions } = account;
  return (
    <PageMain className="max-w-[36rem]!">
      <PageTitle screen={t("account.title")} />
      <h1 className="text-2xl">{t("account.title")}</h1>
      <p className="mt-3 wrap-anywhere">{t("account.signedInAs", { email })}</p>
      <p className="mb-6 text-muted">
        {t(isEmailVerified ? "account.verified" : "account.unverified")}
      </p>
      {!isEmailVerified && (
        <SendConfirmation
          email={email}
          result={result?.intent === "confirmation" ? result : undefined}
        />
      )}
      <AccountSection title={t("contributions.title")}>
        <p className="mb-4">{t("contributions.text")}</p>
        <ButtonLink to="/account/contributions" icon="waiting">
          {t("contributions.link")}
        </ButtonLink>
      </AccountSection>
      <AccountSection title={t("account.password.title")}>
        {hasPassword ? (
          <ChangePassword
            email={email}
            result={result?.intent === "password" ? result : undefined}
          />
        ) : (
          <p>{t("account.password.none")}</p>
        )}
      </AccountSection>
      <SecondFactorSection account={account} />
      <AccountSection title={t("account.devices.title")}>
        <SignedInDevices
          sessions={sessions}
          hasPassword={hasPassword}
          result={result?.intent === "devices" ? result : undefined}
        />
      </AccountSection>
      <AccountSection title={t("account.mails.title")} anchor="mails">
        <ChooseMails account={account} result={result?.intent === "mails" ? result : undefined} />
      </AccountSection>
      <AccountSection title={t("account.export.title")}>
        <p className="mb-4">{t("account.export.text")}</p>
        <a href="/api/v1/account/export" download className={buttonClass()}>
          <Icon name="download" />
          {t("account.export.action")}
        </a>
      </AccountSection>
      <AccountSection title={t("account.delete.title")}>
        <DeleteAccount result={(result?.intent === "delete" && result.failure) || undefined} />
      </AccountSection>
    </PageMain>
  );
}

/** The button that mails the link for the address once more; after success, a message in its place. */
function SendConfirmation({ email, result }: { email: string; result: AccountResult | undefined }) {
  const { t } = useTranslation();
  if (result?.failure === null) {
    return (
      <Alert kind="success" className="mb-6 wrap-anywhere">
        {t("account.confirmation.sent", { email })}
      </Alert>
    );
  }
  return (
    <AccountForm result={result?.failure} keepsMessage className="mb-6">
      <input type="hidden" name="intent" value="confirmation" />
      <Button type="submit" icon="mail">
        {t("account.confirmation.action")}
      </Button>
    </AccountForm>
  );
}

/** One part of the account page, as a card with its heading. */
function AccountSection({
  title,
  anchor,
  children,
}: {
  title: string;
  /** Fragment of the URL that leads to it, as the links of mails do. */
  anchor?: string;
  children: ReactNode;
}) {
  const id = useId();
  return (
    <section
      id={anchor}
      aria-labelledby={id}
      className="mb-5 rounded-card border border-line bg-raised p-5 sm:p-6"
    >
      <h2 id={id} className="mb-4 text-xl">
        {title}
      </h2>
      {children}
    </section>
  );
}

/** Whether the second factor is on, with the way to its page; staff without it are advised to turn it on. */
function SecondFactorSection({ account }: Pick<AccountPageProps, "account">) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { since, recovery_codes_left: count } = account.factor;
  return (
    <AccountSection title={t("secondFactor.title")}>
      {since === null && account.isStaff && (
        <p className="mb-4 flex items-start gap-3 font-bold">
          <Icon name="info" className="mt-0.5 size-5" />
          {t("secondFactor.account.staff")}
        </p>
      )}
      <p className="mb-4">
        {since === null
          ? t("secondFactor.account.off")
          : t("secondFactor.account.on", { date: format.date(since), count })}
      </p>
      <ButtonLink to="/account/second-factor">
        {t(since === null ? "secondFactor.account.link" : "secondFactor.account.manage")}
      </ButtonLink>
    </AccountSection>
  );
}

/** Wishes as the page shows them: staff who have not chosen get the usual mails. */
interface AccountMailPreferences {
  outcomes: boolean;
  waiting: PendingMail;
}

interface ChooseMailsProps {
  account: AccountPageProps["account"];
  result: AccountResult | undefined;
}

/** The form that chooses which mails come; each change has to be saved, also without script. */
function ChooseMails({ account, result }: ChooseMailsProps) {
  const { t } = useTranslation();
  const { mailPreferences, isStaff, isEmailVerified } = account;
  return (
    <>
      {result?.failure === null && (
        <Alert kind="success" className="mb-5">
          {t("account.mails.saved")}
        </Alert>
      )}
      <AccountForm result={result?.failure ?? undefined} keepsMessage>
        <input type="hidden" name="intent" value="mails" />
        <Choice type="checkbox" name="outcomes" value="1" defaultChecked={mailPreferences.outcomes}>
          {t("account.mails.outcomes")}
        </Choice>
        {!isEmailVerified && (
          <p className="mt-1 text-sm text-muted">{t("account.mails.unverified")}</p>
        )}
        {isStaff && (
          <fieldset className="mt-4">
            <legend className="mb-1">{t("account.mails.waiting.title")}</legend>
            {pendingMails.map((choice) => (
              <Choice
                key={choice}
                type="radio"
                name="waiting"
                value={choice}
                defaultChecked={mailPreferences.waiting === choice}
              >
                {t(`account.mails.waiting.${choice}`)}
              </Choice>
            ))}
          </fieldset>
        )}
        <Button type="submit" className="mt-4">
          {t("account.mails.submit")}
        </Button>
      </AccountForm>
    </>
  );
}

interface ChangePasswordProps {
  email: string;
  result: AccountResult | undefined;
}

function ChangePassword({ email, result }: ChangePasswordProps) {
  const { t } = useTranslation();
  if (result?.failure === null) {
    return <Alert kind="success">{t("account.password.changed")}</Alert>;
  }
  return (
    <AccountForm
      result={result?.failure}
      name="passwordChange"
      fields={{ "error.wrongpassword": "currentPassword" }}
      keepsMessage
    >
      <input type="hidden" name="intent" value="password" />
      {/* For password managers, which store the address with the new password. */}
      <input type="email" autoComplete="username" value={email} readOnly hidden />
      <PasswordField name="currentPassword" label={t("field.currentPassword")} />
      <PasswordField name="password" label={t("field.newPassword")} isNew hasRules />
      <PasswordField name="confirmation" label={t("field.confirmation")} isNew />
      <Button type="submit" variant="primary" className="mt-2">
        {t("account.password.submit")}
      </Button>
    </AccountForm>
  );
}

/** The form that deletes the account, with a box that confirms it. */
function DeleteAccount({ result }: { result: AccountFailure | undefined }) {
  const { t } = useTranslation();
  return (
    <>
      <p className="mb-4">{t("account.delete.text")}</p>
      <AccountForm result={result} name="accountDeletion" keepsMessage>
        <input type="hidden" name="intent" value="delete" />
        <RequiredBox name="confirmed">{t("account.delete.confirm")}</RequiredBox>
        <Button type="submit" variant="danger" icon="delete">
          {t("account.delete.action")}
        </Button>
      </AccountForm>
    </>
  );
}

/** The forms of the account page, by their field `intent`. */
export const accountIntents = ["password", "devices", "mails", "confirmation", "delete"] as const;

export type AccountIntent = (typeof accountIntents)[number];

export type AccountResult =
  | { readonly intent: AccountIntent; readonly failure: AccountFailure }
  | { readonly intent: Exclude<AccountIntent, "delete">; readonly failure: null };
