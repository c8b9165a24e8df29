import * as v from "valibot";
import { formatDegrees } from "#domain/geography/coordinates.ts";
import type { FieldFault } from "#domain/reading/field-reader.ts";
import {
  isHarmlessText,
  maxReportLength,
  textLength,
  tidyText,
} from "#domain/text/entered-text.ts";

/** What a change says of a field. */
type CorrectedValue = string | number | boolean | null;

/**
 * A correction of an address, with the names of the contribution service of Mapbox
 * (docs/product#correction). Who sends it is known from the session: an e-mail address is neither read
 * nor stored.
 */
export interface Correction {
  /** What should be done, in the contribution service's word: `edit` for instance. */
  readonly action: string;
  /** Why; may be empty. */
  readonly reason: string;
  /** Where it really is: WGS 84 degrees, at most 6 decimals. */
  readonly location: { readonly longitude: number; readonly latitude: number };
  /** The fields that should change, `address` for instance, and what they should say. */
  readonly changes: Readonly<Record<string, CorrectedValue>>;
  /** What the address is called today; may be empty. */
  readonly placeName: string;
}

/** The longest action and the longest name of a changed field, in code points. */
export const maxCorrectionWordLength = 50;

/** The longest thing that a change may say, in code points. */
export const maxCorrectedValueLength = 500;

/** The longest name of an address: city, comma, address and some to spare, in code points. */
export const maxCorrectionNameLength = 600;

/** How many fields one correction may change. */
export const maxCorrectedFields = 20;

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
