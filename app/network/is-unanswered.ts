/**
 * Whether what the router's own loading threw says that no answer came, or only a part of one: the
 * network, and not our code. A browser's fetch fails with a TypeError then; where it happens within the
 * body, the router names that as the cause of its own error.
 */
export function isUnanswered(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const isOfNetwork = error instanceof TypeError && networkFailure.test(error.message);
  return isOfNetwork || isUnanswered(error.cause);
}

/** What Chromium, Firefox and Safari say of it. */
const networkFailure = /fetch|network|load failed|error in \w+ stream/i;
