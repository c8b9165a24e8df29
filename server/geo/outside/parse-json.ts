import * as v from "valibot";
import type { OutsideAnswer } from "./outside-service.ts";

/** The JSON of an answer, as far as the schema reads it; null where it is something else. */
export function parseJson<Schema extends v.GenericSchema>(
  { bytes }: Pick<OutsideAnswer, "bytes">,
  schema: Schema,
): v.InferOutput<Schema> | null {
  try {
    const parsed = v.safeParse(schema, JSON.parse(new TextDecoder().decode(bytes)));
    return parsed.success ? parsed.output : null;
  } catch {
    return null;
  }
}
