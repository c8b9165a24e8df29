import type { Context } from "hono";
import type { FieldFault } from "#domain/field-fault.ts";
import type { GeoAnswer } from "#server/geo/geo.ts";
import { problem } from "./problem.ts";

/**
 * Answers with what a map level has found, or with 404 or 503. The headers say which level it was
 * (`X-Geo-Level`) and whether a better one did not answer (`X-Geo-Fallback: 1`).
 *
 * @param respond makes the answer of the value
 * @param keepSeconds how long the asking browser may keep the answer; one that stands in for a better
 *   one is not kept
 */
export function answerGeo<Value>(
  context: Context,
  answer: GeoAnswer<Value>,
  { keepSeconds, respond }: { keepSeconds: number; respond: (value: Value) => Response },
): Response {
  context.header("X-Geo-Level", answer.level);
  if (answer.isFallback) context.header("X-Geo-Fallback", "1");
  if (!answer.ok) {
    return problem(context, answer.code === "unavailable" ? "error.unavailable" : "error.notfound");
  }
  const isKept = keepSeconds > 0 && !answer.isFallback;
  context.header("Cache-Control", isKept ? `private, max-age=${keepSeconds}` : "no-store");
  // Without `lang` the language comes from these.
  context.header("Vary", "Accept-Language, Cookie");
  return respond(answer.value);
}

/**
 * 422 for a question that is none; a missing search text is the fault that counts
 * (docs/product#suggestions).
 */
export function refuseGeoQuery(context: Context, faults: readonly FieldFault[]): Response {
  const hasNoText = faults.some(({ code }) => code === "error.searchtext");
  return problem(context, hasNoText ? "error.searchtext" : "error.parameter", faults);
}
