/** Codes of faults (docs/product#failures-of-the-api). */
export type FaultCode =
  | "error.parameter"
  /**
   * One of two fields that belong together is empty, such as a closing time
   * (docs/product#opening-times-in-the-form).
   */
  | "error.fillout"
  /** The day closes before it opens (docs/product#opening-times-in-the-form). */
  | "error.invalidtime"
  /** A search without a text: 'searchText is required' (docs/product#suggestions). */
  | "error.searchtext";

/** A fault of one field or parameter; a page or a problem document turns the code into words. */
export interface FieldFault {
  /** Name of the field in the API, such as `per_page`. */
  readonly field: string;
  readonly code: FaultCode;
}

/**
 * Reads the fields of an unknown value from outside one by one and collects the faults, so that all of them
 * are told at once. Fields that are not read are ignored. A value that is not an object has one fault,
 * `body`.
 */
export class FieldReader {
  /** Null where the input is not an object. */
  readonly #fields: ReadonlyMap<string, unknown> | null;
  readonly #faults: FieldFault[] = [];

  constructor(input: unknown) {
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    this.#fields = isObject ? new Map(Object.entries(input)) : null;
    if (!isObject) this.reject("body");
  }

  /**
   * Reads a field with `parse`. An undefined result is a fault, and so is an absent field; the value is then
   * `blank`.
   */
  read<Value>(name: string, parse: (value: unknown) => Value | undefined, blank: Value): Value {
    if (this.#fields === null) return blank;
    const given = this.#fields.get(name);
    const value = given === undefined ? undefined : parse(given);
    if (value !== undefined) return value;
    this.reject(name);
    return blank;
  }

  /** Reads an optional field: `absent` where it is missing. */
  readOptional<Value>(
    name: string,
    parse: (value: unknown) => Value | undefined,
    absent: Value,
  ): Value {
    return this.#fields?.get(name) === undefined ? absent : this.read(name, parse, absent);
  }

  /** Adds a fault that `parse` cannot see. */
  reject(field: string, code: FaultCode = "error.parameter"): void {
    this.#faults.push({ field, code });
  }

  /** The faults in the order of reading; empty when all is well. */
  get faults(): FieldFault[] {
    return [...this.#faults];
  }
}
