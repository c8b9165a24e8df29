/** Pages with an operator's legal texts (docs/product#legal-pages): names of their paths and files. */
export const legalPageNames = ["privacy", "imprint", "accessibility", "terms"] as const;
export type LegalPageName = (typeof legalPageNames)[number];

/** Values of the placeholders in a text; null for one that the operator has not set. */
export type LegalValues = Readonly<Record<string, string | null>>;

/** Conditions by which parts of a text are shown. A value is a condition too: whether it is set. */
export type LegalFacts = Readonly<Record<string, boolean>>;

/** Text of a page's file. */
export interface LegalText {
  /** Day of this version, ISO 8601. */
  readonly date: string;
  /** Markdown with placeholders and conditions. */
  readonly body: string;
}

/**
 * Parses the file of a legal page: a line `date: YYYY-MM-DD`, an empty line, and the text.
 *
 * @throws {RangeError} with the reason
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
 * Fills a text: `{name}` is replaced by the value, and lines from `{if name}` or `{if not name}` to `{end}` stay
 * where the condition is true. Values are plain text: Markdown's special characters are escaped.
 *
 * @param unset text for a value that is null
 * @throws {RangeError} for an unknown name, and for a condition without end or within another
 */
export function fillLegalText(
  body: string,
  { values, facts, unset }: { values: LegalValues; facts: LegalFacts; unset: LegalValues },
): string {
  const isTrue = (name: string): boolean => {
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
      isShown = isTrue(name) === (not === undefined);
    } else if (line.trim() === "{end}") {
      if (isShown === null) throw new RangeError("an {end} has no {if}");
      isShown = null;
    } else {
      // Also for lines that are not shown, so that an unknown name always throws.
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

/** Escapes Markdown's special characters. */
function asText(value: string): string {
  return value.replace(/[\\`*_{}[\]<>()#+!|~&]/g, String.raw`\$&`);
}
