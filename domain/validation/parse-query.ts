import * as v from "valibot";
import { errorsOf, type ValidationError } from "./check-fields.ts";
import { maxPage } from "./page-sizes.ts";

/** Schema of a query's parameters: an object of texts, one for each name, and what becomes of them. */
export type QuerySchema<Query> = v.GenericSchema<unknown, Query> & {
  readonly entries: v.ObjectEntries;
};

/** A query that was read, or the faults of its parameters. */
export type ReadQuery<Query> =
  | { readonly ok: true; readonly query: Query }
  | { readonly ok: false; readonly faults: readonly ValidationError[] };

/**
 * Reads the parameters of an address by a schema, so that a malformed value never becomes a silent default.
 * A repeated parameter is a fault, whatever its values. Faults come one a parameter, in the order of the
 * schema, then those of rules across parameters, then the parameters that the schema does not name, unless
 * those are ignored, as on pages (`utm_source` and the like).
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
    // Null is a value that every parameter refuses.
    else texts[name] = texts[name] === undefined ? text : null;
  }
  const parsed = v.safeParse(schema, texts);
  const faults = parsed.success ? [] : errorsOf(parsed.issues);
  if (!ignoreUnknownParameters) {
    for (const field of unknown) faults.push({ field, code: "error.parameter" });
  }
  return parsed.success && faults.length === 0
    ? { ok: true, query: parsed.output }
    : { ok: false, faults };
}

/*
 * The kinds of parameters. The OpenAPI document describes a parameter by the last schema of its pipe: what
 * the text has to be where it is only parsed, and the value where a schema follows.
 */

/** A text that `parse` reads; a null result is a fault. */
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

/** A switch: `1` is on, an absent parameter is off, any other value a fault. */
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

/** An integer from 1 to `max`, in plain digits. */
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

/** A page's number, from 1, which is the default. */
/* @__NO_SIDE_EFFECTS__ */
export function page(max: number) {
  return v.optional(count(max), "1");
}

/** Parameters of a list of which only the page can be chosen. */
export const pageQuerySchema = /* @__PURE__ */ (() => v.object({ page: page(maxPage) }))();
