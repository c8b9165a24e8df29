import { useEffect, useState } from "react";
import { listenForContact, reportContact } from "#app/network/contact.ts";
import { ContactMonitor } from "./contact-monitor.ts";

const pingTimeoutMs = 4_000;

/**
 * When contact was lost, in milliseconds since the epoch, once that is ten seconds ago; null while
 * there is contact. It listens to the browser and to whoever reports a failed load.
 */
export function useLostContact(): number | null {
  const [lostAt, setLostAt] = useState<number | null>(null);
  useEffect(() => {
    const monitor = new ContactMonitor({ ping: pingServer, now: Date.now, onChange: setLostAt });
    const doubt = () => monitor.doubt();
    const stopListening = listenForContact(doubt, () => monitor.confirm());
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
    // Others wait for it too.
    reportContact();
    return true;
  } catch {
    return false;
  }
}
