/** Pages that an operator answers for (docs/product#legal-pages), by their address and file. */
export const legalPageNames = ["privacy", "imprint", "accessibility", "terms"] as const;
export type LegalPageName = (typeof legalPageNames)[number];

/** Names that a text may use, with what stands in their place; null where the operator has set none. */
export type LegalValues = Readonly<Record<string, string | null>>;

/** Things that are so or not, by which parts of a text are shown. A value counts as well: whether it is set. */
export type LegalFacts = Readonly<Record<string, boolean>>;

/** Text of a page as its file has it. */
export interface LegalText {
  /** Day of this version, ISO 8601. */
  readonly date: string;
  /** Markdown with names and conditions. */
  readonly body: string;
}

/**
 * Reads a file of a legal page: a line `date: YYYY-MM-DD`, an empty line, and the text.
 *
 * @throws {RangeError} that says what is wrong
 */
export function readLegalText(file: string): LegalText {
  const [, date, body] = /^\uFEFF?date: (\d{4}-\d{2}-\d{2})[ \t]*\r?\n([\s\S]*)$/.exec(file) ?? [];
  if (date === undefined || body === undefined || Number.isNaN(Date.parse(date))) {
    throw new RangeError("its first line must be a day such as 'date: 2026-11-23'");
  }
  return { date, body: body.trim() };
}

const condition = /^\{if (not )?([\w-]+)\}$/;

/**
 * Fills a text: `{name}` is the name's value, and lines from `{if name}` or `{if not name}` to `{end}` stay
 * where that is so. Values are text: what Markdown would take for a sign is escaped.
 *
 * @param unset text for a value that is null
 * @throws {RangeError} for a name that does not exist, and for a condition without end or within another
 */
export function fillLegalText(
  body: string,
  { values, facts, unset }: { values: LegalValues; facts: LegalFacts; unset: LegalValues },
): string {
  const holds = (name: string): boolean => {
    const fact = Object.hasOwn(facts, name) ? facts[name] : undefined;
    if (fact !== undefined) return fact;
    return Object.hasOwn(values, name) ? values[name] !== null : refuse(name);
  };
  const textOf = (name: string): string =>
    Object.hasOwn(values, name) ? (values[name] ?? unset[name] ?? "") : refuse(name);
  const filled: string[] = [];
  let isShown: boolean | null = null;
  for (const line of body.split(/\r?\n/)) {
    const [isCondition, not, name = ""] = condition.exec(line.trim()) ?? [];
    if (isCondition) {
      if (isShown !== null) throw new RangeError(`{if ${name}} stands within another {if}`);
      isShown = holds(name) === (not === undefined);
    } else if (line.trim() === "{end}") {
      if (isShown === null) throw new RangeError("an {end} has no {if}");
      isShown = null;
    } else {
      // Also where it is not shown now: a wrong name is found at once.
      // An address such as 'Fő tér 13.' at the end of a sentence has its full stop already.
      const text = line.replace(/\{([\w-]+)\}(\.?)/g, (_, named: string, stop: string) => {
        const value = textOf(named);
        return asText(value) + (value.endsWith(".") ? "" : stop);
      });
      if (isShown !== false) filled.push(text);
    }
  }
  if (isShown !== null) throw new RangeError("an {if} has no {end}");
  return filled.join("\n");
}

function refuse(name: string): never {
  throw new RangeError(`it names {${name}}, which does not exist`);
}

/** A value whose signs Markdown leaves as they are. */
function asText(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, String.raw`\$&`);
}
