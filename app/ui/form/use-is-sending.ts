import { useState } from "react";
import { useNavigation } from "react-router";

/**
 * Whether a form of the page is on its way. Once its answer stands on the page it can be sent again, though the
 * page's own data are still loading: a press in that time is not lost.
 *
 * @param answer the action's last answer; undefined before the first
 */
export function useIsSending(answer: unknown): boolean {
  const { state, formMethod } = useNavigation();
  const [answerBefore, setAnswerBefore] = useState(answer);
  if (state === "submitting" && answerBefore !== answer) setAnswerBefore(answer);
  const isAnswered = state === "loading" && answer !== answerBefore;
  return formMethod === "POST" && !isAnswered;
}
