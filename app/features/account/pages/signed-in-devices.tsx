import { useEffect, useId, useRef } from "react";
import type { AccountFailure } from "#app/features/account/account-failure.ts";
import { AccountForm } from "#app/features/account/form/account-form.tsx";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";
import { Button } from "#app/ui/button.tsx";
import type { ShownSession } from "#domain/account/session-list.ts";

interface SignedInDevicesProps {
  /** This device first. */
  sessions: readonly ShownSession[];
  /** Whether the account has a password that a stranger may know. */
  hasPassword: boolean;
  result: { readonly failure: AccountFailure | null } | undefined;
}

/** Signed-in devices, with buttons that sign out there (docs/product#devices-of-an-account); one form, for one message. */
export function SignedInDevices({ sessions, hasPassword, result }: SignedInDevicesProps) {
  const { t } = useTranslation();
  const hasOthers = sessions.length > 1;
  return (
    <>
      {result?.failure === null && <SignedOutThere key={sessions.length} />}
      <AccountForm result={result?.failure ?? undefined} keepsMessage>
        <input type="hidden" name="intent" value="devices" />
        {hasOthers && hasPassword && <p className="mb-4">{t("account.devices.text")}</p>}
        <ul className="divide-y divide-line">
          {sessions.map((session) => (
            <Device key={session.id} session={session} />
          ))}
        </ul>
        {sessions.length > 2 && (
          <Button
            type="submit"
            name="session"
            value={allOtherSessions}
            icon="log-out"
            className="mt-5"
          >
            {t("account.devices.signOutOthers")}
          </Button>
        )}
      </AccountForm>
    </>
  );
}

/** Message after a sign-out elsewhere; it takes the focus, since the button that had it is gone. */
function SignedOutThere() {
  const { t } = useTranslation();
  const notice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) notice.current?.focus();
  }, []);
  return (
    <div ref={notice} tabIndex={-1} className="mb-5 rounded-control">
      <Alert kind="success">{t("account.devices.signedOut")}</Alert>
    </div>
  );
}

function Device({ session: { id, device, created_at, last_used_at, current } }: DeviceProps) {
  const { t } = useTranslation();
  const format = useFormatter();
  const own = useId();
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4 first:pt-0 last:pb-0">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span id={`${own}name`} className="font-bold">
            {device ?? t("account.devices.unknown")}
          </span>
          {current && (
            <span className="rounded-full border border-line bg-open-tint px-3 py-0.5 text-sm font-bold text-open">
              {t("account.devices.this")}
            </span>
          )}
        </p>
        <div id={`${own}times`} className="tabular text-sm text-muted">
          <p>{t("account.devices.since", { date: format.date(created_at) })}</p>
          {!current && <p>{t("account.devices.used", { date: format.date(last_used_at) })}</p>}
        </div>
      </div>
      {!current && (
        <Button
          type="submit"
          name="session"
          value={id}
          id={`${own}button`}
          aria-labelledby={`${own}button ${own}name`}
          aria-describedby={`${own}times`}
        >
          {t("account.devices.signOut")}
        </Button>
      )}
    </li>
  );
}

interface DeviceProps {
  session: ShownSession;
}

/** Value of the field `session` for every session but the current one. */
export const allOtherSessions = "others";
