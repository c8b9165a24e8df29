import * as v from "valibot";

/** Codes of validation errors (docs/product#failures-of-the-api). */
const errorCodes = [
  "error.parameter",
  /**
   * One of two fields that belong together is empty, such as a closing time
   * (docs/product#opening-times-in-the-form).
   */
  "error.fillout",
  /** The day closes before it opens, or its ranges overlap (docs/product#opening-times-in-the-form). */
  "error.invalidtime",
  /** A search without a text: 'searchText is required' (docs/product#suggestions). */
  "error.searchtext",
] as const;

export type ErrorCode = (typeof errorCodes)[number];

/** Why a text of opening hours is refused (docs/product#refused-hours). */
export const hoursErrorReasons = ["unreadable", "ambiguous", "timeless", "excessive"] as const;

/** The part of a text that is invalid. */
export interface InvalidPart {
  /** UTF-16 code units before the part, counted in the trimmed text. */
  readonly position: number;
  /** The part itself; empty at the end of an incomplete text. */
  readonly part: string;
  readonly reason: (typeof hoursErrorReasons)[number];
}

/** Validation error of one field or parameter; a page or a problem document translates the code. */
export interface ValidationError {
  /** Name of the field in the API, such as `per_page`. */
  readonly field: string;
  readonly code: ErrorCode;
  /** Present for a text that is invalid in one place. */
  readonly at?: InvalidPart;
}

/** Result of a validation by a schema: the value, or every validation error. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly errors: readonly ValidationError[] };

/** Value that is readonly in depth: the output of a schema. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/**
 * Validates the fields of an unknown value, a body or a form, by a schema. Returns all errors at once, one a
 * field, in the order of the schema. The code is the schema's message where that is a code, else
 * `error.parameter`. A value that is not an object has one error, of the field `body`. Fields that the schema
 * does not name are ignored, and so are inherited ones. A schema whose first type is not an object gets the
 * value unchanged.
 */
export function checkFields<Value>(
  schema: v.GenericSchema<unknown, Value>,
  input: unknown,
): Checked<Value> {
  const parsed = v.safeParse(schema, schema.type === "object" ? ownFieldsOf(input) : input);
  if (parsed.success) return { ok: true, value: parsed.output };
  const names = "entries" in schema ? Object.keys(schema.entries as object) : [];
  const at = ({ field }: ValidationError) => names.indexOf(field.split(".", 1)[0]);
  return { ok: false, errors: errorsOf(parsed.issues).sort((a, b) => at(a) - at(b)) };
}

function ownFieldsOf(input: unknown): object | null {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject ? Object.assign(Object.create(null), input) : null;
}

/** Carries an invalid part in a schema's issue. A class, so that no input can be taken for it. */
class InvalidPartCarrier {
  readonly at: InvalidPart;
  constructor(at: InvalidPart) {
    this.at = at;
  }
}

/** Fields that are objects; an error names the inner field too: `facts.level`. */
const fieldsOfFields: ReadonlySet<string> = new Set(["facts"]);

/** Validation errors of a schema's issues, one a field, in the order of the issues. */
export function errorsOf(issues: readonly v.BaseIssue<unknown>[]): ValidationError[] {
  const errors = new Map<string, ValidationError>();
  for (const { path, message } of issues) {
    const [outer, inner] = path?.map(({ key }) => String(key)) ?? [];
    const field = fieldsOfFields.has(outer) && inner ? `${outer}.${inner}` : (outer ?? "body");
    const code = errorCodes.find((known) => known === message) ?? "error.parameter";
    const carrier = path?.[0].value;
    const at = carrier instanceof InvalidPartCarrier ? { at: carrier.at } : null;
    if (!errors.has(field)) errors.set(field, { field, code, ...at });
  }
  return [...errors.values()];
}

/** Context of a rule across fields. */
interface CrossCheck<Fields> {
  /** Fields that are valid by themselves. */
  readonly valid: Partial<Fields>;
  /** Whether a field without a default is present, valid or not. */
  readonly isGiven: (field: keyof Fields) => boolean;
  /** Adds an error of a field or of a part of it (`opening_times.0`). */
  readonly reject: (field: string, code?: ErrorCode, at?: InvalidPart) => void;
}

/**
 * Rules across fields: the part of a pipe after the object. They run also where other fields are invalid, so
 * that all errors are returned at once.
 */
/* @__NO_SIDE_EFFECTS__ */
export function crossCheck<Fields extends object>(check: (context: CrossCheck<Fields>) => void) {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    const value = dataset.value as Partial<Fields> | null;
    if (typeof value !== "object" || value === null) return;
    const invalidNames = dataset.issues?.map(({ path }) => path?.[0].key);
    const isValid = ([name]: [string, unknown]) => !invalidNames?.includes(name);
    check({
      valid: invalidNames
        ? (Object.fromEntries(Object.entries(value).filter(isValid)) as Partial<Fields>)
        : value,
      isGiven: (field) => value[field] !== undefined,
      reject: (field, code = "error.parameter", at) => {
        const carrier = at && new InvalidPartCarrier(at);
        addIssue({
          message: code,
          path: [{ type: "object", origin: "value", input: {}, key: field, value: carrier }],
        });
      },
    });
  });
}
