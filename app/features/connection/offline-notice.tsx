import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { listenForContact } from "#app/ui/contact.ts";
import { Icon } from "#app/ui/icon.tsx";
import { ContactMonitor } from "./contact-monitor.ts";

const pingTimeoutMs = 4_000;

/**
 * After ten seconds without contact says since when, and goes when contact is back (decisions, 18).
 * It listens to the browser and to whoever reports a failed load.
 */
export function OfflineNotice() {
  const { t, i18n } = useTranslation();
  const lostAt = useLostContact();
  if (lostAt === null) return null;
  const time = new Intl.DateTimeFormat(i18n.language, { timeStyle: "short" }).format(lostAt);
  return (
    <div
      role="status"
      className="fixed inset-x-3 bottom-3 z-40 mx-auto flex w-fit max-w-[36rem] animate-fade-in items-center gap-3 rounded-control border border-soon bg-soon-tint px-4 py-2.5 text-text shadow-float"
    >
      <Icon name="offline" className="size-5 text-soon" />
      <span>{t("offline.since", { time })}</span>
    </div>
  );
}

/** When contact was lost, in milliseconds since the epoch, or null while there is contact. */
function useLostContact(): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    const monitor = new ContactMonitor({ ping: pingServer, now: Date.now, onChange: setLostAt });
    const doubt = () => monitor.doubt();
    const confirm = () => monitor.confirm();
    const stopListening = listenForContact(doubt, confirm);
    window.addEventListener("offline", doubt);
    if (!navigator.onLine) doubt();
    return () => {
      stopListening();
      window.removeEventListener("offline", doubt);
      monitor.stop();
    };
  }, []);
  return lostAt;
}

async function pingServer(): Promise<boolean> {
  try {
    await fetch("/healthz", { cache: "no-store", signal: AbortSignal.timeout(pingTimeoutMs) });
    return true;
  } catch {
    return false;
  }
}
