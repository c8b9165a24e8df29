/**
 * Reads the fields of an object from outside, whatever it really is, one by one and collects what is
 * wrong with them, so that all faults are told at once. Fields that nobody reads are ignored. What is
 * no object has one fault, `body`.
 */
export class FieldReader {
  /** Null where the input is no object. */
  readonly #fields: ReadonlyMap<string, unknown> | null;
  readonly #faults: FieldFault[] = [];

  constructor(input: unknown) {
    const isObject = typeof input === "object" && input !== null && !Array.isArray(input);
    this.#fields = isObject ? new Map(Object.entries(input)) : null;
    if (!isObject) this.reject("body");
  }

  /**
   * The field as `parse` reads it. What `parse` answers with undefined is a fault, and so is a field
   * that is not there; then `blank` stands in for it.
   */
  read<Value>(name: string, parse: (value: unknown) => Value | undefined, blank: Value): Value {
    if (this.#fields === null) return blank;
    const given = this.#fields.get(name);
    const value = given === undefined ? undefined : parse(given);
    if (value !== undefined) return value;
    this.reject(name);
    return blank;
  }

  /** The same for a field that may be left out: `absent` where it is. */
  readOptional<Value>(
    name: string,
    parse: (value: unknown) => Value | undefined,
    absent: Value,
  ): Value {
    return this.#fields?.get(name) === undefined ? absent : this.read(name, parse, absent);
  }

  /** Notes a fault that `parse` cannot tell. */
  reject(field: string, code: FaultCode = "error.parameter"): void {
    this.#faults.push({ field, code });
  }

  /** What is wrong, in the order of reading; empty when all is well. */
  get faults(): FieldFault[] {
    return [...this.#faults];
  }
}

/** What can be wrong with a field (docs/product#failures-of-the-api). */
export type FaultCode =
  | "error.parameter"
  /**
   * One of two fields that belong together is empty, such as a closing time
   * (docs/product#opening-times-in-the-form).
   */
  | "error.fillout"
  /** The day closes before it opens (docs/product#opening-times-in-the-form). */
  | "error.invalidtime"
  /** A search for nothing: 'searchText is required' (docs/product#suggestions). */
  | "error.searchtext";

/** What is wrong with one field or parameter; a page or a problem document turns the code into words. */
export interface FieldFault {
  /** The field's name on the wire, `per_page` for instance. */
  readonly field: string;
  readonly code: FaultCode;
}
