import { textLength } from "./text-length.ts";

/**
 * Typed text as it is stored: in encoding form NFC, without surrounding white space, with line feeds as line
 * breaks where the browser sent CRLF (docs/product#written-text).
 */
export function tidyText(text: string): string {
  return text.replace(/\r\n?/g, "\n").normalize("NFC").trim();
}

/**
 * Reads typed text from outside. Undefined where the value is not a text, is longer than `maxLength` code
 * points or cannot be stored.
 */
export function readText(value: unknown, maxLength: number): string | undefined {
  if (typeof value !== "string" || !isHarmlessText(value)) return undefined;
  const text = tidyText(value);
  return textLength(text) <= maxLength ? text : undefined;
}

/** Reads a text of one line; undefined also where no character of it is visible. */
export function readLine(value: unknown, maxLength: number): string | undefined {
  const text = readText(value, maxLength);
  return text !== undefined && visible.test(text) && !lineBreakOrTab.test(text) ? text : undefined;
}

/** Reads a line that may be empty. */
export function readOptionalLine(value: unknown, maxLength: number): string | undefined {
  return readText(value, maxLength) === "" ? "" : readLine(value, maxLength);
}

const lineBreakOrTab = /[\t\n\u0085\u2028\u2029]/u;

/** A visible character: not a space, a mark alone, a direction mark or a filler. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a text from outside can be stored and shown as it is: it is well-formed Unicode (no half of a
 * surrogate pair) and holds no control characters but tab and line breaks. PostgreSQL refuses NUL, and half a
 * pair cannot be written as UTF-8. Markup, emoji and direction marks are harmless where text is only shown as
 * text.
 */
export function isHarmlessText(text: string): boolean {
  return text.isWellFormed() && !controlCharacter.test(text);
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controlCharacter = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/;
