import type { FieldFault } from "./field-reader.ts";

/**
 * Reads the parameters of an address one by one and collects the faults, so that a malformed value never
 * becomes a silent default. A repeated parameter is a fault, whatever its values.
 */
export class QueryReader {
  readonly #params: URLSearchParams;
  readonly #known = new Set<string>();
  readonly #faulty = new Set<string>();

  constructor(params: URLSearchParams) {
    this.#params = params;
  }

  /** Reads a value with `parse`; `absent` where the parameter is missing. A null result is a fault. */
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

  /** Reads a boolean: `1` is true, absent is false, any other value a fault. */
  readFlag(name: string): boolean {
    return this.read(name, (text) => (text === "1" ? true : null), false);
  }

  /** Reads an integer from 1 to `max`, in plain digits. */
  readCount(name: string, max: number, absent: number): number {
    return this.read(name, (text) => parseCount(text, max), absent);
  }

  /** Marks a parameter as faulty where it contradicts others. */
  reject(name: string): void {
    this.#faulty.add(name);
  }

  /**
   * The faults, one a parameter, in the order of reading; then the parameters that were not read, unless
   * those are ignored, as on pages (`utm_source` and the like).
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
