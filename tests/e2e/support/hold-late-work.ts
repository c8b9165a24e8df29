import type { Page } from "@playwright/test";

/**
 * Holds back what pages that are opened from now on do by the clock, four seconds after an event or later: the
 * measurements and the worker of `entry.client.tsx`, an alert that goes. A quick machine is ready with the page
 * before that, and a slow one is not.
 */
export async function holdLateWork(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const start = window.setTimeout;
    const held = (work: TimerHandler, delayMs = 0, ...rest: unknown[]) =>
      start(work, delayMs >= 4_000 ? 3_600_000 : delayMs, ...rest);
    Object.assign(window, { setTimeout: held });
  });
}
