import { reportContact, reportFailedLoad } from "#app/ui/contact.ts";
import type { AccountFailure } from "./account-failure.ts";

/**
 * The server's answer to a form; when nobody answered or the server broke down, a failure of the
 * form, so that what was typed stays where it is. Redirects pass.
 */
export async function answerOrFailure<Answer>(
  ask: () => Promise<Answer>,
): Promise<Answer | AccountFailure> {
  try {
    const answer = await ask();
    reportContact();
    return answer;
  } catch (error) {
    if (error instanceof Response) throw error;
    // A browser's fetch fails with a TypeError when nobody answered.
    if (error instanceof TypeError) reportFailedLoad();
    return { code: "error.error" };
  }
}
