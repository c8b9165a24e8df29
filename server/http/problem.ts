import type { Context } from "hono";
import type { ContentfulStatusCode } from "hono/utils/http-status";
import type { FieldFault } from "#domain/reading/field-reader.ts";

interface Problem {
  readonly status: ContentfulStatusCode;
  readonly title: string;
  /** Only where a rule words it (docs/product#suggestions). */
  readonly detail?: string;
}

/**
 * The error codes that a call can answer with, and the one HTTP status of each
 * (docs/product#failures-of-the-api).
 */
const problems = {
  "error.signin": { status: 401, title: "Sign in first" },
  "error.forbidden": { status: 403, title: "Not allowed" },
  "error.notfound": { status: 404, title: "Not found" },
  "error.method": { status: 405, title: "Not a method of this address" },
  "error.duplicate": { status: 409, title: "This place is here already" },
  "error.toolarge": { status: 413, title: "The request is too large" },
  "error.parameter": { status: 422, title: "A parameter is not valid" },
  "error.fillout": { status: 422, title: "Both times of a day, or neither" },
  "error.invalidtime": { status: 422, title: "A day closes after it opens" },
  "error.searchtext": {
    status: 422,
    title: "A search needs a text",
    detail: "searchText is required",
  },
  "error.limit": { status: 429, title: "The limit of a day is reached" },
  "error.toomanyrequests": { status: 429, title: "Too many requests" },
  "error.error": { status: 500, title: "Something went wrong" },
  "error.unavailable": { status: 503, title: "Not available right now" },
} as const satisfies Record<string, Problem>;

/** When to come back after `error.unavailable`: a database that was only restarted is there again. */
export const retryAfterSeconds = "2";

export type ProblemCode = keyof typeof problems;

/**
 * Answers with an RFC 9457 problem details document (`application/problem+json`).
 *
 * `code` decides the status (docs/product#failures-of-the-api); `errors` names the faulty
 * fields or parameters. A problem is never cached.
 */
export function problem(
  context: Context,
  code: ProblemCode,
  errors?: readonly FieldFault[],
): Response {
  const { status, title, detail }: Problem = problems[code];
  const body = { type: "about:blank", title, status, detail, code, errors };
  if (code === "error.unavailable" && !context.res.headers.has("Retry-After")) {
    context.header("Retry-After", retryAfterSeconds);
  }
  context.header("Cache-Control", "no-store");
  return context.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json" });
}

/** The problem of faulty fields: its code is the first one's, and each keeps its own in `errors`. */
export function fieldProblem(context: Context, faults: readonly FieldFault[]): Response {
  return problem(context, faults[0]?.code ?? "error.parameter", faults);
}
