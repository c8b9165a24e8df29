import type { Context } from "hono";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { isHarmlessText } from "#domain/text/entered-text.ts";

/** The body of a call, or what to answer where it is none. */
export type JsonBody =
  | { readonly ok: true; readonly body: unknown }
  | { readonly ok: false; readonly faults: readonly { field: "body"; code: "error.parameter" }[] };

const fault = { ok: false, faults: [{ field: "body", code: "error.parameter" }] } as const;

/**
 * Reads a JSON body. Refused are another content type, what is no JSON or no UTF-8, and text that could
 * not be kept (NUL, half a surrogate pair), in keys as well as in values.
 */
export async function readJsonBody({ req }: Context): Promise<JsonBody> {
  const type = req.header("Content-Type")?.split(";", 1)[0].trim().toLowerCase();
  if (type !== "application/json") return fault;
  let isHarmless = true;
  try {
    // Fatal: a decoder that mends would keep something else than was sent.
    const text = new TextDecoder("utf-8", { fatal: true }).decode(await req.arrayBuffer());
    const body: unknown = JSON.parse(text, (key, value: unknown) => {
      if (!isHarmlessText(key)) isHarmless = false;
      if (typeof value === "string" && !isHarmlessText(value)) isHarmless = false;
      return value;
    });
    return isHarmless ? { ok: true, body } : fault;
  } catch {
    return fault;
  }
}

/** One fault per parameter of the query that a call without parameters was given. */
export function unknownParameters(context: Context): FieldFault[] {
  const names = new Set(new URL(context.req.url).searchParams.keys());
  return [...names].map((field) => ({ field, code: "error.parameter" }));
}
