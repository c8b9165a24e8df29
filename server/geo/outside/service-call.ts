import * as v from "valibot";
import type { OutsideResponse } from "./outside-service.ts";

/**
 * An address below a service's own, which may have a path of its own; parameters that are null are left
 * out. Parts of the path must be encoded already.
 */
export function serviceUrl(
  base: string,
  path: string,
  parameters: Readonly<Record<string, string | number | boolean | null>> = {},
): URL {
  const url = new URL(path, base.endsWith("/") ? base : `${base}/`);
  for (const [name, value] of Object.entries(parameters)) {
    if (value !== null) url.searchParams.set(name, String(value));
  }
  return url;
}

/** JSON of a response, as far as the schema reads it; null where it is not of this shape. */
export function parseJson<Schema extends v.GenericSchema>(
  { bytes }: Pick<OutsideResponse, "bytes">,
  schema: Schema,
): v.InferOutput<Schema> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
