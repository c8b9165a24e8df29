import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";

/** What a form may leave to be said on the page to which it leads: a welcome, and a farewell. */
type Notice = "register.welcome" | "account.delete.done";

/** The notice that no page has shown yet. */
let stored: Notice | null = null;

/** Called when a form has succeeded, before the next page. */
export function storeNotice(notice: Notice): void {
  stored = notice;
}

/** Notice of a form on the page to which it has led; until it is closed or left. */
export function ArrivalNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [shown, setShown] = useState<{ notice: Notice; on: string } | null>(null);
  useEffect(() => {
    if (stored === null) return;
    setShown({ notice: stored, on: pathname });
    stored = null;
  }, [pathname]);
  if (shown?.on !== pathname) return null;
  return (
    <Alert
      kind="success"
      onDismiss={() => setShown(null)}
      className="contact-notice z-40 mx-auto w-fit shadow-float"
    >
      {t(shown.notice)}
    </Alert>
  );
}
