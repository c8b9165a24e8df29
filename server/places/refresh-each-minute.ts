import type { PlaceIndex } from "#domain/place-index/place-index.ts";

const minuteMs = 60_000;

/** Lets the index notice, each time a minute turns, which places have opened and closed. */
export function refreshEachMinute({
  placeIndex,
  now,
}: {
  placeIndex: Pick<PlaceIndex, "refreshOpenSchedules">;
  now: () => Date;
}): Disposable {
  let timer = schedule();
  return { [Symbol.dispose]: () => clearTimeout(timer) };

  function schedule(): NodeJS.Timeout {
    // A timer may go off a little early: the millisecond more keeps it out of the old minute.
    const untilNextMinuteMs = minuteMs - (now().getTime() % minuteMs) + 1;
    return setTimeout(refresh, untilNextMinuteMs).unref();
  }

  function refresh() {
    placeIndex.refreshOpenSchedules(now());
    timer = schedule();
  }
}
