import { useSyncExternalStore } from "react";
import { instantOf, type WallTime } from "#domain/opening/instant.ts";

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

/** Instant that a page shows. */
export interface ShownInstant {
  /** The present, or the time that the visitor has chosen. */
  readonly now: Date;
  readonly present: Date;
  /** The chosen time; undefined for the present. */
  readonly at: WallTime | undefined;
  /** Whether the URL has a time that cannot be shown: the page shows the present. */
  readonly isRefused: boolean;
}

/** The instant of a page whose URL may have a time (docs/product#another-time). @param renderedAt ISO 8601 */
export function useInstant(
  renderedAt: string,
  at: WallTime | undefined,
  timeZone: string,
): ShownInstant {
  const present = useNow(renderedAt);
  const instant = instantOf(at, present, timeZone);
  const isRefused = instant === null;
  return { now: instant?.at ?? present, present, at: isRefused ? undefined : at, isRefused };
}
