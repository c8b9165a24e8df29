import * as v from "valibot";
import { errorsOf, type ValidationError } from "./check-fields.ts";
import { maxPage } from "./page-sizes.ts";

/** Schema of query parameters: parses an object of texts, one a parameter. */
export type QuerySchema<Query> = v.GenericSchema<unknown, Query> & {
  readonly entries: v.ObjectEntries;
};

/** Parsed query, or the validation errors of its parameters. */
export type ReadQuery<Query> =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

/**
 * Parses the query parameters of a URL by a schema. A malformed value is an error and never falls back to the
 * default. A repeated parameter is an error, whatever its values. Errors are one a parameter: first in the
 * order of the schema, then those of rules across parameters, then parameters that the schema does not name,
 * unless those are ignored, as on pages (`utm_source` and the like).
 */
export function parseQuery<Query>(
  schema: QuerySchema<Query>,
  params: URLSearchParams,
  { ignoreUnknownParameters = false }: { readonly ignoreUnknownParameters?: boolean } = {},
): ReadQuery<Query> {
  const texts: Record<string, string | null | undefined> = Object.create(null);
  for (const name in schema.entries) texts[name] = undefined;
  const unknown = new Set<string>();
  for (const [name, text] of params) {
    if (!(name in texts)) unknown.add(name);
    // Every parameter refuses null.
    else texts[name] = texts[name] === undefined ? text : null;
  }
  const parsed = v.safeParse(schema, texts);
  const errors = parsed.success ? [] : errorsOf(parsed.issues);
  if (!ignoreUnknownParameters) {
    for (const field of unknown) errors.push({ field, code: "error.parameter" });
  }
  return parsed.success && errors.length === 0
    ? { ok: true, query: parsed.output }
    : { ok: false, errors };
}

/*
 * Types of parameters. The OpenAPI document describes a parameter by the last schema of its pipe: the format
 * of the text where it is only parsed, and the value where a schema follows.
 */

/** Parameter whose text is parsed by `parse`; a null result is a validation error. */
/* @__NO_SIDE_EFFECTS__ */
export function parameter<Value>(parse: (text: string) => Value | null) {
  return v.pipe(
    v.string(),
    v.rawTransform<string, Value>(({ dataset, addIssue, NEVER }) => {
      const value = parse(dataset.value);
      if (value !== null) return value;
      addIssue();
      return NEVER;
    }),
  );
}

/** Switch: `1` is on, an absent parameter is off, any other value is an error. */
/* @__NO_SIDE_EFFECTS__ */
export function flag(description: string) {
  return v.optional(
    v.pipe(
      v.picklist(["1"]),
      v.description(description),
      v.transform(() => true as const),
    ),
  );
}

/** Integer from 1 to `max`, in plain digits. */
/* @__NO_SIDE_EFFECTS__ */
export function count(max: number) {
  return v.pipe(
    parameter((text) => (/^[1-9]\d{0,15}$/.test(text) ? Number(text) : null)),
    v.number(),
    v.integer(),
    v.minValue(1),
    v.maxValue(max),
  );
}

/** Page number from 1, the default. */
/* @__NO_SIDE_EFFECTS__ */
export function page(max: number) {
  return v.optional(count(max), "1");
}

/** Parameters of a list that has pages and nothing else to choose. */
export const pageQuerySchema = /* @__PURE__ */ (() => v.object({ page: page(maxPage) }))();
