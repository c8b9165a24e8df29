import { useState } from "react";
import { useNavigation } from "react-router";

/**
 * Whether a form of the page is on its way. Once its result is on the page it can be sent again, though the
 * page's own data are still loading: a press in that time is not lost.
 *
 * @param result the action's last result; undefined before the first
 */
export function useIsSending(result: unknown): boolean {
  const { state, formMethod } = useNavigation();
  const [previousResult, setPreviousResult] = useState(result);
  if (state === "submitting" && previousResult !== result) setPreviousResult(result);
  const hasResult = state === "loading" && result !== previousResult;
  return formMethod === "POST" && !hasResult;
}
