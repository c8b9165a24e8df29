import * as v from "valibot";
import { formatDegrees } from "./coordinates.ts";
import {
  type Correction,
  maxCorrectedFields,
  maxCorrectedValueLength,
  maxCorrectionNameLength,
  maxCorrectionWordLength,
} from "./correction.ts";
import { tidyText } from "./entered-text.ts";
import type { FieldFault } from "./field-fault.ts";
import { isHarmlessText } from "./harmless-text.ts";
import { maxReportLength, textLength } from "./text-length.ts";

export type CheckedCorrection =
  | { readonly ok: true; readonly correction: Correction }
  | { readonly ok: false; readonly faults: readonly FieldFault[] };

/**
 * Reads an address correction as it comes over the wire (docs/product#correction): texts are
 * trimmed and brought to NFC, coordinates rounded to 6 decimals, fields that are not ours ignored.
 * `reason` and `placeName` may be absent. Faults name the outermost field, `location` for instance.
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
