import { data } from "react-router";
import { failureStatus } from "#domain/validation/failure-status.ts";
import { type ApiResult, exchange, failureOf } from "./fetch-api.ts";

/* Forms that are sent beside the router, from where no page of theirs is open (docs/decisions/061). */

/** Header that names a form's failure to a script; without script the page with the form says it. */
const failureHeader = "Failure";

/**
 * Sends a form to its page, as the browser does without script; the redirect of success is not followed. A form that an
 * overloaded server refuses is sent once more, after the time that the server names.
 */
export async function sendForm(
  path: string,
  fields: Readonly<Record<string, string>>,
): Promise<ApiResult<undefined>> {
  const form = { method: "POST", body: new URLSearchParams(fields), redirect: "manual" } as const;
  const send = () =>
    exchange<undefined>(path, form, async (response) => {
      const { type, headers } = response;
      if (type === "opaqueredirect") return { ok: true, body: undefined, headers };
      return failureOf(response, headers.get(failureHeader) ?? undefined);
    });
  const result = await send();
  if (result.ok || result.busySeconds === undefined) return result;
  await new Promise((resolve) => setTimeout(resolve, 1000 * Number(result.busySeconds)));
  return send();
}

/**
 * Response to a form that failed: the result for its page, and the code (or invalid field) for {@link sendForm} in a
 * header,
 * which the route has to pass on.
 */
export function failedForm<Result>(result: Result, code: string, waitSeconds?: number) {
  const headers = {
    [failureHeader]: code,
    ...(waitSeconds !== undefined && { "Retry-After": String(waitSeconds) }),
  };
  return data(result, { status: failureStatus(code), headers });
}
