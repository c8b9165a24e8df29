import { useEffect, useState } from "react";
import { useBlocker } from "react-router";
import { useFormatter } from "#app/i18n/use-formatter.ts";
import { useTranslation } from "#app/i18n/use-translation.tsx";
import {
  ContactMonitor,
  listenForContact,
  listenForNewVersion,
  pingServer,
} from "#app/network/offline-detection.ts";
import { offlinePages } from "#app/network/worker-message.ts";
import { Button, IconButton } from "#app/ui/button.tsx";
import { Icon } from "#app/ui/icon.tsx";

/**
 * Notice after ten seconds without contact (docs/product#offline); other pages stay closed meanwhile
 * (`.needs-contact`).
 * Style sheets decide where it floats (app.css, map-page.css).
 */
export function OfflineNotice() {
  const { t } = useTranslation();
  const format = useFormatter();
  const { lostAt, savedAt } = useLostContact();
  const takeNewVersion = useNewVersion();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) =>
      currentLocation.pathname !== nextLocation.pathname &&
      (lostAt !== null || !navigator.onLine) &&
      !isOfflinePage(nextLocation.pathname),
  );
  const isBlocked = blocker.state === "blocked";
  useEffect(() => {
    if (blocker.state !== "blocked") return;
    const reset = () => blocker.reset();
    window.addEventListener("online", reset);
    return () => window.removeEventListener("online", reset);
  }, [blocker]);
  const isOffline = lostAt !== null;
  useEffect(() => {
    document.documentElement.toggleAttribute("data-offline", isOffline);
  }, [isOffline]);
  const [closedAt, setClosedAt] = useState<number | null>(null);
  if (!isBlocked && (lostAt === null || lostAt === closedAt)) {
    if (takeNewVersion === null || lostAt !== null) return null;
    return (
      <div role="status" data-map-notice className={noticeClass}>
        <span className="min-w-[10rem] flex-1">{t("offline.newVersion")}</span>
        <Button icon="retry" onClick={takeNewVersion}>
          {t("action.reload")}
        </Button>
      </div>
    );
  }
  return (
    <div role="status" data-map-notice className={noticeClass}>
      <Icon name="offline" className="size-5 text-soon" />
      <span className="min-w-[10rem] flex-1">
        {lostAt === null || isBlocked
          ? t("offline.stay")
          : t(savedAt === null ? "offline.since" : "offline.kept", {
              time: format.time(lostAt),
              kept: savedAt === null ? "" : format.dateTime(savedAt, deviceTimeZone()),
            })}
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

/** Of the clock by which the visitor reads both times. */
const deviceTimeZone = () => new Intl.DateTimeFormat().resolvedOptions().timeZone;

const noticeClass =
  "contact-notice z-40 mx-auto flex w-fit animate-fade-in flex-wrap items-center gap-x-3 gap-y-2 rounded-control border border-soon bg-soon-tint px-4 py-2.5 text-text shadow-float";

function isOfflinePage(pathname: string): boolean {
  return Boolean(navigator.serviceWorker?.controller) && offlinePages.includes(pathname);
}

interface LostContact {
  /** Time at which it was lost, in milliseconds since the epoch; null while there is contact. */
  readonly lostAt: number | null;
  /** Time from which the places are that the page shows since, an instant; null where it shows none. */
  readonly savedAt: string | null;
}

/** The lost contact, once that is ten seconds ago or saved places are shown (docs/product#offline). */
function useLostContact(): LostContact {
  const [lost, setLost] = useState<LostContact>({ lostAt: null, savedAt: null });
  useEffect(() => {
    const onChange = (lostAt: number | null) =>
      setLost(({ savedAt }) => ({ lostAt, savedAt: lostAt === null ? null : savedAt }));
    const monitor = new ContactMonitor({ ping: pingServer, now: Date.now, onChange });
    const doubt = () => monitor.doubt();
    const stopListening = listenForContact(
      (savedAt) => {
        if (savedAt !== null)
          setLost((last) => (last.savedAt === savedAt ? last : { ...last, savedAt }));
        monitor.doubt(savedAt !== null);
      },
      () => monitor.confirm(),
    );
    window.addEventListener("offline", doubt);
    if (!navigator.onLine) doubt();
    return () => {
      stopListening();
      window.removeEventListener("offline", doubt);
      monitor.stop();
    };
  }, []);
  return lost;
}

/** What loads the new version, once there is one; else null. */
function useNewVersion(): (() => void) | null {
  const [take, setTake] = useState<(() => void) | null>(null);
  useEffect(() => listenForNewVersion((taking) => setTake(() => taking)), []);
  return take;
}
