import type { FieldFault } from "./field-reader.ts";

/**
 * Reads the parameters of an address one by one and collects what is wrong with them, so that a fault
 * is never a silent default. A parameter given twice is a fault, whatever it says.
 */
export class QueryReader {
  readonly #params: URLSearchParams;
  readonly #known = new Set<string>();
  readonly #faulty = new Set<string>();

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  /** The value as `parse` reads it, or `absent` where there is none. What `parse` answers with null is a fault. */
  read<Value, Absent>(
    name: string,
    parse: (text: string) => Value | null,
    absent: Absent,
  ): Value | Absent {
    this.#known.add(name);
    const texts = this.#params.getAll(name);
    if (texts.length === 0) return absent;
    const value = texts.length === 1 ? parse(texts[0]) : null;
    if (value !== null) return value;
    this.reject(name);
    return absent;
  }

  /** A boolean: `1` is true, absent is false, anything else a fault. */
  readFlag(name: string): boolean {
    return this.read(name, (text) => (text === "1" ? true : null), false);
  }

  /** A whole number from 1 to `max`, in plain digits. */
  readCount(name: string, max: number, absent: number): number {
    return this.read(name, (text) => parseCount(text, max), absent);
  }

  /** Marks a parameter as wrong for a reason that shows only beside the others. */
  reject(name: string): void {
    this.#faulty.add(name);
  }

  /**
   * What is wrong, one fault a parameter, in the order in which they were read; then the parameters
   * that nobody read, unless those are ignored, as on pages (`utm_source` and its kind).
   */
  faults({ ignoreUnknownParameters }: { ignoreUnknownParameters: boolean }): FieldFault[] {
    const unknown = [...this.#params.keys()].filter((name) => !this.#known.has(name));
    const names = new Set([...this.#faulty, ...(ignoreUnknownParameters ? [] : unknown)]);
    return [...names].map((field) => ({ field, code: "error.parameter" }));
  }
}

function parseCount(text: string, max: number): number | null {
  if (!/^[1-9]\d{0,15}$/.test(text)) return null;
  const count = Number(text);
  return count <= max ? count : null;
}
