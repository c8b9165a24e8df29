import { useFetcher } from "react-router";
import type { ModerationAnswer } from "./moderation-answer.ts";

/** Where the administrator's forms go, from whatever page. */
export const moderationPath = "/moderation";

/**
 * What the administrator's forms are sent with: one for all of them, so that one notice tells what
 * became of the last, wherever it was.
 */
export function useModeration() {
  return useFetcher<ModerationAnswer>({ key: "moderation" });
}
