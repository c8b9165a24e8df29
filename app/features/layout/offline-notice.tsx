import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import { ContactMonitor, listenForContact, pingServer } from "#app/network/offline-detection.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Notice after ten seconds without contact: since when; it closes when contact is back
 * (docs/product#offline). Without contact no other page can be opened, so the present one stays, and the
 * notice says why.
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const format = useFormatter();
  const lostAt = useLostContact();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname && (lostAt !== null || !navigator.onLine),
  );
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const reset = () => blocker.reset();
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [blocker]);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  if (!isBlocked && (lostAt === null || lostAt === closedAt)) return null;
  return (
    <div
      role="status"
      data-map-notice
      className="fixed right-[var(--map-notice-right,0.75rem)] left-[var(--map-notice-left,0.75rem)] top-[var(--map-top-end,calc(env(safe-area-inset-top)+4.5rem))] z-40 mx-auto flex w-fit max-w-[36rem] animate-fade-in flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-soon bg-soon-tint px-4 py-2.5 text-text shadow-float"
    >
      <Icon name="offline" className="size-5 text-soon" />
      <span className="min-w-[12rem] flex-1">
        {lostAt === null || isBlocked
          ? t("offline.stay")
          : t("offline.since", { time: format.time(lostAt) })}
      </span>
      {isBlocked && (
        <Button icon="retry" onClick={() => blocker.proceed()}>
          {t("action.retry")}
        </Button>
      )}
      <IconButton
        icon="close"
        label={t("action.close")}
        className="-my-2.5 -mr-4 flex-none"
        onClick={() => {
          setClosedAt(lostAt);
          if (isBlocked) blocker.reset();
        }}
      />
    </div>
  );
}

/**
 * Time at which contact was lost, in milliseconds since the epoch, once that is ten seconds ago
 * (docs/product#offline); null while there is contact. It listens to the browser and to reports of failed
 * loads.
 */
function useLostContact(): number | null {
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
