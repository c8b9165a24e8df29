import { useEffect } from "react";

/**
 * Keeps the screen awake, where the device lets pages do so. The browser releases the lock whenever the page
 * is hidden; it is requested again when the page is visible again.
 */
export function useWakeLock(isAwake: boolean): void {
  useEffect(() => {
    if (!isAwake || !("wakeLock" in navigator)) return;
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const request = async () => {
      if (document.visibilityState !== "visible") return;
      try {
        const granted = await navigator.wakeLock.request("screen");
        if (isOver) await granted.release();
        else lock = granted;
      } catch {
        // A low battery or a setting forbids it: the walk goes on.
      }
    };
    void request();
    document.addEventListener("visibilitychange", request);
    return () => {
      isOver = true;
      document.removeEventListener("visibilitychange", request);
      void lock?.release();
    };
  }, [isAwake]);
}
