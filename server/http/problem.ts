import type { Context } from "hono";
import * as v from "valibot";
import { type PlaceChange, placeChangeSchema } from "#domain/edits/place-change.ts";
import { invalidPartSchema } from "#domain/opening/hours-meaning.ts";
import { type Place, placeSchema } from "#domain/place/place.ts";
import type { ValidationError } from "#domain/validation/check-fields.ts";
import { failureStatus } from "#domain/validation/failure-status.ts";
import type { QuerySchema } from "#domain/validation/parse-query.ts";

interface Problem {
  readonly title: string;
  /** Detail, only where a rule defines it (docs/product#suggestions). */
  readonly detail?: string;
}

/** Codes that a call of the API can fail with, and their titles (docs/product#failures-of-the-api). */
const problems = {
  "error.signin": { title: "Sign in first" },
  "error.wrongcode": { title: "The code is wrong or used already" },
  "error.signinexpired": { title: "No sign-in waits for a code" },
  "error.disableduser": { title: "The account is disabled" },
  "error.forbidden": { title: "Not allowed" },
  "error.signinagain": { title: "It needs a sign-in of the last ten minutes" },
  "error.notfound": { title: "Not found" },
  "error.method": { title: "Not a method of this address" },
  "error.duplicate": { title: "This place is here already" },
  "error.conflict": { title: "It has been changed meanwhile" },
  "error.precondition": { title: "If-Match with the version is missing" },
  "error.toofarback": {
    title: "Too long ago: load all places again",
    detail: "Load /data/places.json and go on with the cursor in it.",
  },
  "error.settled": { title: "Staff have looked at it lately" },
  "error.toolarge": { title: "The request is too large" },
  "error.parameter": { title: "A parameter is not valid" },
  "error.fillout": { title: "Both times of a day, or neither" },
  "error.invalidtime": { title: "A day closes after it opens" },
  "error.searchtext": {
    title: "A search needs a text",
    detail: "searchText is required",
  },
  "error.limit": { title: "The limit of a day is reached" },
  "error.toomanyrequests": { title: "Too many requests" },
  "error.error": { title: "Something went wrong" },
  "error.unavailable": { title: "Not available right now" },
} as const satisfies Record<string, Problem>;

/** Seconds until the next attempt after `error.unavailable`: a restarted database is available by then. */
export const retryAfterSeconds = "2";

export type ProblemCode = keyof typeof problems;

/** Problem document. */
export const problemSchema = v.pipe(
  v.object({
    type: v.string(),
    title: v.string(),
    status: v.pipe(v.number(), v.integer()),
    detail: v.optional(v.string()),
    code: v.pipe(v.string(), v.description("key of the error, such as error.parameter")),
    retry_after: v.optional(
      v.pipe(
        v.number(),
        v.integer(),
        v.description("of error.unavailable where too much is asked at once: seconds to wait"),
      ),
    ),
    errors: v.optional(
      v.array(
        v.object({
          field: v.string(),
          code: v.string(),
          at: v.optional(
            v.pipe(invalidPartSchema, v.description("the part of opening_hours that is wrong")),
          ),
        }),
      ),
    ),
    place: v.optional(
      v.pipe(placeSchema, v.description("of error.conflict: the place as it is now")),
    ),
    changes: v.optional(
      v.pipe(placeChangeSchema, v.description("of error.conflict: what was changed meanwhile")),
    ),
  }),
  v.description("RFC 9457 problem details"),
);

/**
 * Response with an RFC 9457 problem details document (`application/problem+json`).
 *
 * `code` decides the status (docs/product#failures-of-the-api); `errors` names the invalid fields or parameters. A
 * problem is never cached.
 *
 * @param more of a conflict, the current place and the changes since; of an overloaded server, the seconds to wait; of
 *   others, a detail that replaces the code's own
 */
export function problem(
  context: Context,
  code: ProblemCode,
  errors?: readonly ValidationError[],
  more?:
    | { readonly place: Place; readonly changes: PlaceChange }
    | { readonly detail: string }
    | { readonly retry_after: number },
): Response {
  const { title, detail }: Problem = problems[code];
  const status = failureStatus(code);
  const body = { type: "about:blank", title, status, detail, code, errors, ...more };
  if (code === "error.unavailable" && !context.res.headers.has("Retry-After")) {
    context.header("Retry-After", retryAfterSeconds);
  }
  context.header("Cache-Control", "no-store");
  return context.body(JSON.stringify(body), status, { "Content-Type": "application/problem+json" });
}

/** Error of a time that is past, too far ahead, or skipped by the clock. */
export const wrongTime = { field: "at", code: "error.parameter" } as const;

/** Problem of an overloaded server, which can serve the same request after some seconds. */
export function overloadedProblem(context: Context, waitSeconds: number): Response {
  context.header("Retry-After", String(waitSeconds));
  return problem(context, "error.unavailable", undefined, { retry_after: waitSeconds });
}

/** Problem of a client that has an older version: with the current place, and the changes since. */
export function conflictProblem(
  context: Context,
  { place, changes }: { readonly place: Place; readonly changes: PlaceChange },
): Response {
  context.header("ETag", `"${place.version}"`);
  return problem(context, "error.conflict", undefined, { place, changes });
}

/**
 * Problem document of validation errors, each with its own code in `errors`. The document's code is that of a
 * missing search text (docs/product#suggestions), else the first error's.
 *
 * @param query schema of the invalid parameters, whose descriptions become the problem's detail
 */
export function validationProblem(
  context: Context,
  errors: readonly ValidationError[],
  query?: Pick<QuerySchema<unknown>, "entries">,
): Response {
  const named = errors.find(({ code }) => code === "error.searchtext") ?? errors[0];
  const code = named?.code ?? "error.parameter";
  const accepted = errors.flatMap(({ field }) => {
    const entry = query?.entries[field] as { wrapped?: v.GenericSchema } | undefined;
    const description = entry && v.getDescription(entry.wrapped ?? (entry as v.GenericSchema));
    return description === undefined ? [] : [`${field}: ${description}`];
  });
  const hasDetail = code === "error.parameter" && accepted.length > 0;
  return problem(context, code, errors, hasDetail ? { detail: accepted.join("; ") } : undefined);
}
