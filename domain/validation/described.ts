import * as v from "valibot";

/** Schema with a description for the API's documents, in one call. */
/* @__NO_SIDE_EFFECTS__ */
export function described<const Schema extends v.GenericSchema>(schema: Schema, text: string) {
  return v.pipe(schema, v.description<v.InferOutput<Schema>, string>(text));
}
