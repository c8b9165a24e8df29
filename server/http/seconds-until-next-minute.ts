/**
 * How long an answer that depends on the opening hours may be kept, in whole seconds (0–60): until
 * the minute turns, because a place can open or close only then.
 */
export function secondsUntilNextMinute(now: Date): number {
  return Math.floor((60_000 - (now.getTime() % 60_000)) / 1000);
}
