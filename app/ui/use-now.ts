import { useSyncExternalStore } from "react";

const minuteMs = 60_000;

/**
 * The time, to the minute, updated as minutes pass: while hydrating the instant at which the server rendered
 * the page, afterwards the device's clock.
 *
 * @param renderedAt an ISO 8601 instant
 */
export function useNow(renderedAt: string): Date {
  const minute = useSyncExternalStore(onMinuteTurn, currentMinute, () =>
    Math.floor(Date.parse(renderedAt) / minuteMs),
  );
  return new Date(minute * minuteMs);
}

/** Minutes since the epoch. */
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
