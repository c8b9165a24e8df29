import type { Context } from "hono";
import type { FieldFault } from "#domain/field-fault.ts";

/** One fault per parameter of the query that a call without parameters was given. */
export function unknownParameters(context: Context): FieldFault[] {
  const names = new Set(new URL(context.req.url).searchParams.keys());
  return [...names].map((field) => ({ field, code: "error.parameter" }));
}
