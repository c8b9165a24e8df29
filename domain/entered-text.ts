import { isHarmlessText } from "./harmless-text.ts";
import { textLength } from "./text-length.ts";

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
