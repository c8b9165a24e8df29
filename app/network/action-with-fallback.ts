import { data, isRouteErrorResponse } from "react-router";
import { isNetworkError, reportContact, reportFailedLoad } from "./offline-detection.ts";

/**
 * The server's response to a form; without a response, or after a server error, a failure of the form, so
 * that the typed text stays. Redirects pass.
 *
 * @param toResult makes the page's result from the failure
 * @param onRedirect called before a redirect passes: the server has stored the form
 */
export async function actionWithFallback<Result, Failure>(
  call: () => Promise<Result>,
  toResult: (failure: { readonly code: "error.error" | "error.unavailable" }) => Failure,
  onRedirect?: () => void,
) {
  try {
    const result = await call();
    reportContact();
    return result;
  } catch (error) {
    if (error instanceof Response) {
      onRedirect?.();
      throw error;
    }
    if (isNetworkError(error)) reportFailedLoad();
    // With this status the rest of the page is not loaded again, which would fail as well.
    const isUnavailable = isRouteErrorResponse(error) && error.status === 503;
    const code = isUnavailable ? "error.unavailable" : "error.error";
    return data(toResult({ code }), { status: 503 });
  }
}
