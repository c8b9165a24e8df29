import { useEffect, useState } from "react";
import { useLocation } from "react-router";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { Alert } from "#app/ui/alert.tsx";

/** Whether the visitor has registered on this page, and has not been welcomed yet. */
let isNew = false;

/** Called when a registration has succeeded, before the next page. */
export function storeRegistration(): void {
  isNew = true;
}

/** Welcome on the page to which a registration leads, with what comes next; until it is closed or left. */
export function WelcomeNotice() {
  const { t } = useTranslation();
  const { pathname } = useLocation();
  const [openOn, setOpenOn] = useState<string | null>(null);
  useEffect(() => {
    if (!isNew) return;
    isNew = false;
    setOpenOn(pathname);
  }, [pathname]);
  if (openOn !== pathname) return null;
  return (
    <Alert
      kind="success"
      onDismiss={() => setOpenOn(null)}
      className="contact-notice z-40 mx-auto w-fit shadow-float"
    >
      {t("register.welcome")}
    </Alert>
  );
}
