import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/** The time, updated each minute; while hydrating the instant of the server's rendering. @param renderedAt ISO 8601 */
export function useNow(renderedAt: string): Date {
  const minute = useSyncExternalStore(onMinuteTurn, currentMinute, () =>
    Math.floor(Date.parse(renderedAt) / minuteMs),
  );
  return new Date(minute * minuteMs);
}

function currentMinute(): number {
  return Math.floor(Date.now() / minuteMs);
}

/** Calls back at each full minute, and when a page that slept in the background is visible again. */
function onMinuteTurn(turned: () => void): () => void {
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    timer = setTimeout(
      () => {
        turned();
        wait();
      },
      minuteMs - (Date.now() % minuteMs),
    );
  };
  wait();
  document.addEventListener("visibilitychange", turned);
  return () => {
    clearTimeout(timer);
    document.removeEventListener("visibilitychange", turned);
  };
}
