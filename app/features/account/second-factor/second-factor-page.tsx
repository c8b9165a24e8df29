import { type ReactNode, type RefObject, useEffect, useId, useRef } from "react";
import { PasswordField } from "#app/features/account/form/account-fields.tsx";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { type PageMessages, PageMessagesProvider } from "#app/i18n/page-messages.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button, ButtonLink, buttonClass } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";
import { PageMain, PageTitle } from "#app/ui/page-title-and-main.tsx";
import { QrCode, type QrPicture } from "#app/ui/qr-code.tsx";
import { inGroupsOfFour, type SecondFactor } from "#domain/account/second-factor.ts";
import { CodeField, type CodeResult, codeErrors } from "./code-field.tsx";

/** The forms of the page, by their field `intent`. */
export const secondFactorIntents = ["set-up", "turn-on", "renew", "turn-off"] as const;

export type SecondFactorIntent = (typeof secondFactorIntents)[number];

/** The secret of an app while it is set up. No other page and no later response has it. */
export interface SetUp {
  /** Base32, to type by hand. */
  readonly secret: string;
  /** URI with the secret, which apps open (`otpauth:`). */
  readonly otpauthUri: string;
  /** The same as a QR code. */
  readonly picture: QrPicture;
}

/** Result of the page's action. */
export interface SecondFactorResult {
  readonly intent: SecondFactorIntent;
  readonly failure: CodeResult | null;
  /** The secret before its first code. */
  readonly setUp?: SetUp;
  readonly recoveryCodes?: readonly string[];
}

interface SecondFactorPageProps extends PageMessages {
  account: {
    email: string;
    isEmailVerified: boolean;
    hasPassword: boolean;
    factor: SecondFactor;
  };
  result: SecondFactorResult | undefined;
}

/** Second factor of the visitor's account: set up, turned on, given new codes, turned off (docs/product#second-factor). */
export function SecondFactorPage({ account, result, ...given }: SecondFactorPageProps) {
  return (
    <PageMessagesProvider given={given} path="/account/second-factor">
      <Sections account={account} result={result} />
    </PageMessagesProvider>
  );
}

type SectionsProps = Pick<SecondFactorPageProps, "account" | "result">;

function Sections({ account, result }: SectionsProps) {
  const { t } = useTranslation();
  const title = t("secondFactor.title");
  const { setUp, recoveryCodes } = result ?? {};
  let content: ReactNode;
  if (recoveryCodes) content = <RecoveryCodes codes={recoveryCodes} intent={result?.intent} />;
  else if (account.factor.since !== null) content = <TurnedOn account={account} result={result} />;
  else if (setUp) content = <FirstCode setUp={setUp} failure={result?.failure ?? undefined} />;
  else content = <TurnedOff account={account} result={result} />;
  return (
    <PageMain className="max-w-[36rem]!">
      <PageTitle screen={title} />
      <h1 className="mb-5 text-2xl">{title}</h1>
      {content}
      {!recoveryCodes && <ButtonLink to="/account">{t("secondFactor.back")}</ButtonLink>}
    </PageMain>
  );
}

function TurnedOff({ account, result }: SectionsProps) {
  const { t } = useTranslation();
  const { email, isEmailVerified, hasPassword } = account;
  const isJustOff = result?.intent === "turn-off" && result.failure === null;
  return (
    <Card>
      {isJustOff && <Done>{t("secondFactor.off.done")}</Done>}
      <p className="mb-4">{t("secondFactor.intro")}</p>
      {!hasPassword && <p className="mb-4">{t("secondFactor.google")}</p>}
      {isEmailVerified ? (
        <AccountForm
          result={result?.failure ?? undefined}
          fields={{ "error.wrongpassword": "currentPassword" }}
          keepsMessage
        >
          <input type="hidden" name="intent" value="set-up" />
          {/* For password managers, which know the password by the address. */}
          <input type="email" autoComplete="username" value={email} readOnly hidden />
          {hasPassword && (
            <PasswordField name="currentPassword" label={t("field.currentPassword")} />
          )}
          <Button type="submit" variant="primary">
            {t("secondFactor.begin")}
          </Button>
        </AccountForm>
      ) : (
        <p className="flex items-start gap-3 font-bold">
          <Icon name="info" className="mt-0.5 size-5" />
          {t("secondFactor.unconfirmed")}
        </p>
      )}
    </Card>
  );
}

/** Whole, so that all squares of the picture are equal; with this number it fits the narrowest window. */
const pixelsOfSquare = 4;

function FirstCode({ setUp, failure }: { setUp: SetUp; failure: CodeResult | undefined }) {
  const { t } = useTranslation();
  const { secret, otpauthUri, picture } = setUp;
  return (
    <Card title={t("secondFactor.setUp.title")} isNext>
      <p className="mb-4">{t("secondFactor.setUp.scan")}</p>
      <QrCode
        picture={picture}
        label={t("secondFactor.setUp.qr")}
        pixelsOfSquare={pixelsOfSquare}
        className="mx-auto mb-4 block"
      />
      <p className="mb-5 text-center lg:hidden">
        <a href={otpauthUri} className={buttonClass()}>
          {t("secondFactor.setUp.open")}
        </a>
      </p>
      <p className="mb-1">{t("secondFactor.setUp.typed")}</p>
      <p className="tabular mb-5 font-mono font-bold" translate="no">
        {inGroupsOfFour(secret, " ")}
      </p>
      <p className="mb-4">{t("secondFactor.setUp.enter")}</p>
      <AccountForm result={failure} fields={codeErrors} keepsMessage>
        <input type="hidden" name="intent" value="turn-on" />
        <input type="hidden" name="secret" value={secret} />
        <CodeField takes="app" typed={failure?.typed} />
        <p className="mb-4 text-muted">{t("secondFactor.setUp.sessions")}</p>
        <Button type="submit" variant="primary" icon="check">
          {t("secondFactor.setUp.submit")}
        </Button>
      </AccountForm>
    </Card>
  );
}

interface RecoveryCodesProps {
  codes: readonly string[];
  intent: SecondFactorIntent | undefined;
}

/** The recovery codes, this once: to download, which needs no script, or to print. */
function RecoveryCodes({ codes, intent }: RecoveryCodesProps) {
  const { t } = useTranslation();
  const heading = t("secondFactor.codes.title");
  const file = `${t("app.title")}: ${heading}\r\n\r\n${codes.join("\r\n")}\r\n`;
  return (
    <Card title={heading}>
      <Done>
        {t(intent === "renew" ? "secondFactor.codes.renewed" : "secondFactor.codes.turnedOn")}
      </Done>
      <p className="mb-4">{t("secondFactor.codes.text")}</p>
      <ul
        className="tabular mb-5 grid gap-x-6 gap-y-2 rounded-control border border-line p-4 font-mono sm:grid-cols-2"
        translate="no"
      >
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3">
        <a
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download={t("secondFactor.codes.file")}
          className={buttonClass()}
        >
          <Icon name="download" />
          {t("secondFactor.codes.download")}
        </a>
        <Button onClick={() => window.print()} className="noscript:hidden">
          {t("secondFactor.codes.print")}
        </Button>
        <ButtonLink to="/account" variant="primary" icon="check">
          {t("secondFactor.codes.done")}
        </ButtonLink>
      </div>
    </Card>
  );
}

const fewCodes = 4;

function TurnedOn({ account, result }: SectionsProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const { since, recovery_codes_left: count } = account.factor;
  const failureOf = (intent: SecondFactorIntent) =>
    (result?.intent === intent && result.failure) || undefined;
  return (
    <>
      <Card>
        <p className="flex items-start gap-3">
          <Icon name="success" className="mt-0.5 size-5 text-open" />
          <span>
            {since !== null && t("secondFactor.on.since", { date: format.date(since) })}{" "}
            {t("secondFactor.on.left", { count })}{" "}
            {count < fewCodes && <strong>{t("secondFactor.on.few")}</strong>}
          </span>
        </p>
      </Card>
      <Card title={t("secondFactor.renew.title")}>
        <p className="mb-4">{t("secondFactor.renew.text")}</p>
        <CodeForm intent="renew" failure={failureOf("renew")}>
          <Button type="submit">{t("secondFactor.renew.submit")}</Button>
        </CodeForm>
      </Card>
      <Card title={t("secondFactor.off.title")}>
        <p className="mb-4">{t("secondFactor.off.text")}</p>
        <CodeForm intent="turn-off" failure={failureOf("turn-off")}>
          <Button type="submit" variant="danger">
            {t("secondFactor.off.submit")}
          </Button>
        </CodeForm>
        <p className="mt-4 text-muted">{t("secondFactor.lost")}</p>
      </Card>
    </>
  );
}

interface CodeFormProps {
  intent: SecondFactorIntent;
  failure: CodeResult | undefined;
  children: ReactNode;
}

function CodeForm({ intent, failure, children }: CodeFormProps) {
  return (
    <AccountForm result={failure} fields={codeErrors} keepsMessage>
      <input type="hidden" name="intent" value={intent} />
      <CodeField takes="both" typed={failure?.typed} />
      {children}
    </AccountForm>
  );
}

interface CardProps {
  title?: string;
  /** Whether it has taken the place of a form that was just sent: its title takes the focus. */
  isNext?: boolean;
  children: ReactNode;
}

function Card({ title, isNext, children }: CardProps) {
  const id = useId();
  const heading = useLostFocus<HTMLHeadingElement>(isNext);
  return (
    <section
      aria-labelledby={title && id}
      className="mb-5 rounded-card border border-line bg-raised p-5 sm:p-6"
    >
      {title && (
        <h2 ref={heading} id={id} tabIndex={isNext ? -1 : undefined} className="mb-4 text-xl">
          {title}
        </h2>
      )}
      {children}
    </section>
  );
}

/** Message of what was done; it takes the focus, since the form that had it is gone. */
function Done({ children }: { children: ReactNode }) {
  const notice = useLostFocus<HTMLDivElement>();
  return (
    <div ref={notice} tabIndex={-1} className="mb-5 rounded-control">
      <Alert kind="success">{children}</Alert>
    </div>
  );
}

/** Gives an element the focus as it appears, where the form that had it has gone. */
function useLostFocus<Focused extends HTMLElement>(isWanted = true): RefObject<Focused | null> {
  const element = useRef<Focused>(null);
  useEffect(() => {
    const { activeElement } = document;
    const isLost = activeElement === null || activeElement === document.body;
    if (isWanted && isLost) element.current?.focus();
  }, [isWanted]);
  return element;
}
