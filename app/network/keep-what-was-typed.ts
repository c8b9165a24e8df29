import { data, isRouteErrorResponse } from "react-router";
import { isNetworkError, reportContact, reportFailedLoad } from "./connection-events.ts";

/**
 * The server's answer to a form; when nobody answered or the server broke down, a failure of the
 * form, so that what was typed stays where it is. Redirects pass.
 *
 * @param toAnswer makes the page's own kind of answer of the failure
 */
export async function keepWhatWasTyped<Answer, Failure>(
  ask: () => Promise<Answer>,
  toAnswer: (failure: { readonly code: "error.error" | "error.unavailable" }) => Failure,
) {
  try {
    const answer = await ask();
    reportContact();
    return answer;
  } catch (error) {
    if (error instanceof Response) throw error;
    if (isNetworkError(error)) reportFailedLoad();
    // With this status nothing else of the page is loaded again, which would fail as well.
    const isUnavailable = isRouteErrorResponse(error) && error.status === 503;
    const code = isUnavailable ? "error.unavailable" : "error.error";
    return data(toAnswer({ code }), { status: 503 });
  }
}
