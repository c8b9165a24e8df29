import * as v from "valibot";
import { formatDegrees } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import { isHarmlessText, tidyText } from "#domain/text/entered-text.ts";
import { maxReportLength, textLength } from "#domain/text/text-length.ts";

/** New value of a field. */
type CorrectedValue = string | number | boolean | null;

/**
 * A correction of an address, with the names of Mapbox's contribution service (docs/product#correction). The
 * session tells who sends it: an e-mail address is neither read nor stored.
 */
export interface Correction {
  /** The action to take, in the contribution service's word, such as `edit`. */
  readonly action: string;
  /** Reason; may be empty. */
  readonly reason: string;
  /** The correct position: WGS 84 degrees, at most 6 decimals. */
  readonly location: { readonly longitude: number; readonly latitude: number };
  /** New values by field name, such as `address`. */
  readonly changes: Readonly<Record<string, CorrectedValue>>;
  /** The address's current name; may be empty. */
  readonly placeName: string;
}

/** Maximum length of the action and of a changed field's name, in code points. */
export const maxCorrectionWordLength = 50;

/** Maximum length of a new value, in code points. */
export const maxCorrectedValueLength = 500;

/** Maximum length of an address's name, in code points: city, comma, address and some to spare. */
export const maxCorrectionNameLength = 600;

/** Maximum number of fields that one correction changes (docs/product#correction). */
export const maxCorrectedFields = 20;

export type CheckedCorrection =
  | { readonly ok: true; readonly correction: Correction }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads a correction of an address from outside (docs/product#correction): texts are trimmed and brought to
 * NFC, coordinates rounded to 6 decimals, unknown fields ignored. `reason` and `placeName` may be absent.
 * Faults name the outermost field, such as `location`.
 */
export function checkCorrection(input: unknown): CheckedCorrection {
  const parsed = v.safeParse(correctionSchema, input);
  if (parsed.success) return { ok: true, correction: parsed.output };
  const fields = new Set(parsed.issues.map(({ path }) => String(path?.[0]?.key ?? "body")));
  return {
    ok: false,
    faults: [...fields].map((field) => ({ field, code: "error.parameter" as const })),
  };
}

const text = (maxLength: number) =>
  v.pipe(
    v.string(),
    v.transform(tidyText),
    v.check((clean) => isHarmlessText(clean) && textLength(clean) <= maxLength),
  );

const degrees = (limit: number) =>
  v.pipe(
    v.number(),
    v.minValue(-limit),
    v.maxValue(limit),
    v.transform((value) => Number(formatDegrees(value))),
  );

const word = v.pipe(text(maxCorrectionWordLength), v.minLength(1));

const correctionSchema = v.object({
  action: word,
  reason: v.optional(text(maxReportLength), ""),
  location: v.object({ longitude: degrees(180), latitude: degrees(90) }),
  changes: v.pipe(
    v.record(
      word,
      v.union([
        text(maxCorrectedValueLength),
        v.pipe(v.number(), v.finite()),
        v.boolean(),
        v.null(),
      ]),
    ),
    v.check((changes) => Object.keys(changes).length <= maxCorrectedFields),
  ),
  placeName: v.optional(text(maxCorrectionNameLength), ""),
});
