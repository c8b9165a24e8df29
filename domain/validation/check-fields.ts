import * as v from "valibot";

/** Codes of faults (docs/product#failures-of-the-api). */
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
export const hoursFaultReasons = ["unreadable", "ambiguous", "timeless", "excessive"] as const;

/** The part of a text that a fault is about. */
export interface FaultyPart {
  /** UTF-16 code units of the text before the part, without white space around the text. */
  readonly position: number;
  /** The part itself; empty at the end of a text that lacks something. */
  readonly part: string;
  readonly reason: (typeof hoursFaultReasons)[number];
}

/** A fault of one field or parameter; a page or a problem document turns the code into words. */
export interface ValidationError {
  /** Name of the field in the API, such as `per_page`. */
  readonly field: string;
  readonly code: ErrorCode;
  /** Of a text that is wrong in one place. */
  readonly at?: FaultyPart;
}

/** Result of reading fields or parameters by a schema: the value, or every fault. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly ValidationError[] };

/** A value that nothing can change, with all that is in it: what a schema reads. */
export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

/**
 * Reads the fields of an unknown value from outside, a body or a form, by a schema. Every fault is told at
 * once, one a field, in the order of the schema. The code is the message of the schema where that is one,
 * else `error.parameter`. A value that is not an object has one fault, `body`. Fields that the schema does
 * not name are ignored, and so are inherited ones. A schema that begins with another type than an object
 * sees the value as it is.
 */
export function checkFields<Value>(
  schema: v.GenericSchema<unknown, Value>,
  input: unknown,
): Checked<Value> {
  const parsed = v.safeParse(schema, schema.type === "object" ? ownFieldsOf(input) : input);
  if (parsed.success) return { ok: true, value: parsed.output };
  const names = "entries" in schema ? Object.keys(schema.entries as object) : [];
  const at = ({ field }: ValidationError) => names.indexOf(field.split(".", 1)[0]);
  return { ok: false, faults: errorsOf(parsed.issues).sort((a, b) => at(a) - at(b)) };
}

function ownFieldsOf(input: unknown): object | null {
  const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
  return isObject ? Object.assign(Object.create(null), input) : null;
}

/** Carrier of a faulty part in a schema's issue; nothing that is read can be one. */
class ErrorPlace {
  readonly at: FaultyPart;
  constructor(at: FaultyPart) {
    this.at = at;
  }
}

/** Fields that hold fields of their own, which a fault names with both: `facts.level`. */
const fieldsOfFields: ReadonlySet<string> = new Set(["facts"]);

/** Faults of a schema's issues, one a field, in the order of the issues. */
export function errorsOf(issues: readonly v.BaseIssue<unknown>[]): ValidationError[] {
  const faults = new Map<string, ValidationError>();
  for (const { path, message } of issues) {
    const [outer, inner] = path?.map(({ key }) => String(key)) ?? [];
    const field = fieldsOfFields.has(outer) && inner ? `${outer}.${inner}` : (outer ?? "body");
    const code = errorCodes.find((known) => known === message) ?? "error.parameter";
    const place = path?.[0].value;
    const at = place instanceof ErrorPlace ? { at: place.at } : null;
    if (!faults.has(field)) faults.set(field, { field, code, ...at });
  }
  return [...faults.values()];
}

/** Means of a rule across fields. */
interface CrossCheck<Fields> {
  /** Fields that are good by themselves. */
  readonly good: Partial<Fields>;
  /** Whether a field without a default is there, good or not. */
  readonly isGiven: (field: keyof Fields) => boolean;
  /** Adds a fault, of a field or of a part of it (`opening_times.0`). */
  readonly reject: (field: string, code?: ErrorCode, at?: FaultyPart) => void;
}

/**
 * Rules across fields, the part of a pipe that follows the object. They are checked where other fields are
 * faulty too, so that all faults are told at once.
 */
/* @__NO_SIDE_EFFECTS__ */
export function crossCheck<Fields extends object>(check: (means: CrossCheck<Fields>) => void) {
  return v.rawCheck<Fields>(({ dataset, addIssue }) => {
    const value = dataset.value as Partial<Fields> | null;
    if (typeof value !== "object" || value === null) return;
    const faulty = dataset.issues?.map(({ path }) => path?.[0].key);
    const isGood = ([name]: [string, unknown]) => !faulty?.includes(name);
    check({
      good: faulty
        ? (Object.fromEntries(Object.entries(value).filter(isGood)) as Partial<Fields>)
        : value,
      isGiven: (field) => value[field] !== undefined,
      reject: (field, code = "error.parameter", at) => {
        const place = at && new ErrorPlace(at);
        addIssue({
          message: code,
          path: [{ type: "object", origin: "value", input: {}, key: field, value: place }],
        });
      },
    });
  });
}
