import * as v from "valibot";
import { latitudeField, longitudeField } from "#domain/geography/position-schema.ts";
import { writtenText } from "#domain/text/entered-text.ts";
import { maxReportLength } from "#domain/text/text-limits.ts";
import type { DeepReadonly } from "#domain/validation/check-fields.ts";

/** Maximum length of the action and of a changed field's name, in code points. */
export const maxCorrectionKeyLength = 50;

/** Maximum length of a new value, in code points. */
export const maxCorrectedValueLength = 500;

/** Maximum length of an address's name, in code points: city, comma, address, and a reserve. */
export const maxCorrectionNameLength = 600;

/** Maximum number of fields that one correction changes (docs/product#correction). */
export const maxCorrectedFields = 20;

const key = v.pipe(writtenText(maxCorrectionKeyLength), v.minLength(1));

/**
 * Correction of an address, with the field names of Mapbox's contribution service (docs/product#correction). The
 * session identifies the sender: an e-mail address is neither read nor stored. Unknown fields are ignored; errors
 * name the outermost field, such as `location`. An array has the errors of an object without fields.
 */
export const correctionSchema = v.pipe(
  v.unknown(),
  v.object({
    /** The action to take, as the contribution service calls it, such as `edit`. */
    action: key,
    /** Reason; may be empty. */
    reason: v.optional(writtenText(maxReportLength), ""),
    /** The correct position: WGS 84 degrees, at most 6 decimals. */
    location: v.object({ longitude: longitudeField, latitude: latitudeField }),
    /** New values by field name, such as `address`. */
    changes: v.pipe(
      v.record(
        key,
        v.union([
          writtenText(maxCorrectedValueLength),
          v.pipe(v.number(), v.finite()),
          v.boolean(),
          v.null(),
        ]),
      ),
      v.maxEntries(maxCorrectedFields),
      v.description("fields that should change, with their right values"),
    ),
    /** The address's current name; may be empty. */
    placeName: v.optional(writtenText(maxCorrectionNameLength), ""),
  }),
);

export type Correction = DeepReadonly<v.InferOutput<typeof correctionSchema>>;
