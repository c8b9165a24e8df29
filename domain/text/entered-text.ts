/**
 * Text that someone entered, as it is kept: in encoding form NFC, without surrounding white space,
 * with line feeds alone as line breaks (browsers send `\r\n`).
 */
export function tidyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
}

/**
 * The same of a value from outside. Undefined for what is no text, is longer than `maxLength` code
 * points or holds what cannot be kept.
 */
export function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== "string" || !isHarmlessText(value)) return undefined;
  const text = tidyText(value);
  return textLength(text) <= maxLength ? text : undefined;
}

/** The same for a text of one line that says something: undefined also where nothing can be seen. */
export function readLine(value: unknown, maxLength: number): string | undefined {
  const text = readText(value, maxLength);
  return text !== undefined && visible.test(text) && !lineBreakOrTab.test(text) ? text : undefined;
}

/** The same for a line that may be left empty. */
export function readOptionalLine(value: unknown, maxLength: number): string | undefined {
  return readText(value, maxLength) === "" ? "" : readLine(value, maxLength);
}

const lineBreakOrTab = /[\t\n\u0085\u2028\u2029]/u;

/** A character that leaves something on the page: none of spaces, marks alone, direction marks, fillers. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a text from outside can be kept and shown as it is: it is well-formed Unicode (no half of
 * a surrogate pair) and holds no control characters but tab and line breaks. PostgreSQL refuses
 * NUL, and half a pair cannot be written as UTF-8. Markup, emoji and direction marks are harmless
 * where text is only ever shown as text.
 */
export function isHarmlessText(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;

/** The most that people may write into each field, in code points. */
export const maxCityLength = 200;
export const maxAddressLength = 300;
export const maxCountyLength = 200;
export const maxPostcodeLength = 20;
export const maxCommentLength = 2000;
export const maxReviewLength = 2000;
export const maxReportLength = 2000;

/** Length as a person counts: in code points, an emoji outside the basic plane is one. */
export function textLength(text: string): number {
  let length = 0;
  for (const _ of text) length++;
  return length;
}
