import { data, isRouteErrorResponse } from "react-router";
import { isNetworkError, reportContact, reportFailedLoad } from "./offline-detection.ts";

/** A form on its way to the server, as a `clientAction` gets it. */
export interface ServerAction<Result> {
  readonly request: Request;
  readonly serverAction: () => Promise<Result>;
}

/**
 * The server's response to a form, or a failure without a response or after a server error, so that the typed text
 * stays. A
 * form that an overloaded server refuses is sent once more, after the time that the server names.
 * @param toResult makes the page's result from the failure
 * @param onRedirect called before a redirect passes: the server has stored the form
 */
export async function actionWithFallback<Result, Failure>(
  action: ServerAction<Result>,
  toResult: (failure: { readonly code: "error.error" | "error.unavailable" }) => Failure,
  onRedirect?: (redirect: Response) => void,
) {
  try {
    const result = await sendTwice(action);
    reportContact();
    return result;
  } catch (error) {
    if (error instanceof Response) {
      onRedirect?.(error);
      throw error;
    }
    if (isNetworkError(error)) reportFailedLoad();
    // With this status the rest of the page is not loaded again, which would fail as well.
    const isUnavailable = isRouteErrorResponse(error) && error.status === 503;
    const code = isUnavailable ? "error.unavailable" : "error.error";
    return data(toResult({ code }), { status: 503 });
  }
}

async function sendTwice<Result>({ request, serverAction }: ServerAction<Result>): Promise<Result> {
  const spare = request.clone();
  try {
    return await serverAction();
  } catch (error) {
    const waitSeconds = waitOf(error);
    if (waitSeconds === null) throw error;
    reportContact();
    await new Promise((resolve) => setTimeout(resolve, waitSeconds * 1000));
    // The visitor may have left the page.
    request.signal.throwIfAborted();
    // React Router reads the body of this request each time that it sends it.
    Object.assign(request, { text: () => spare.text(), formData: () => spare.formData() });
    return serverAction();
  }
}

/** Longest wait of a form for its second attempt. */
const maxWaitSeconds = 10;

/** Seconds after which an overloaded server can serve the request; null after any other failure. */
function waitOf(error: unknown): number | null {
  if (!isRouteErrorResponse(error) || error.status !== 503) return null;
  try {
    const { retry_after } = JSON.parse(error.data);
    return typeof retry_after === "number" ? Math.min(retry_after, maxWaitSeconds) : null;
  } catch {
    return null;
  }
}
