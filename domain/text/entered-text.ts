import * as v from "valibot";
import { textLength } from "./text-limits.ts";

/**
 * Typed text as it is stored: in encoding form NFC, without surrounding white space and direction controls, with
 * line feeds as line breaks where the browser sent CRLF (docs/product#written-text).
 */
function tidyText(text: string): string {
  return text.replaceAll(directionControls, "").replace(/\r\n?/g, "\n").normalize("NFC").trim();
}

/** Embeddings, overrides and isolates (UAX #9), by which a text could turn the words around it. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Typed text from outside, as it is stored: at most `maxLength` code points, all harmless
 * (docs/product#written-text).
 */
/* @__NO_SIDE_EFFECTS__ */
export function writtenText(maxLength: number) {
  return textWhere({ maxLength }, () => true);
}

/** A text of one line with at least one visible character. */
/* @__NO_SIDE_EFFECTS__ */
export function writtenLine(maxLength: number) {
  return textWhere({ minLength: 1, maxLength }, isLine);
}

/** A line that may be empty. */
/* @__NO_SIDE_EFFECTS__ */
export function optionalLine(maxLength: number) {
  return textWhere({ maxLength }, (text) => text === "" || isLine(text));
}

/* @__NO_SIDE_EFFECTS__ */
function textWhere(
  limits: { readonly minLength?: number; readonly maxLength: number },
  isAllowed: (text: string) => boolean,
) {
  return v.pipe(
    v.string(),
    v.metadata(limits),
    v.check(isHarmlessText),
    v.transform(tidyText),
    v.check((text) => textLength(text) <= limits.maxLength && isAllowed(text)),
  );
}

function isLine(text: string): boolean {
  return visible.test(text) && !lineBreakOrTab.test(text);
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
  return text.isWellFormed() && text.search(controlCharacters) === -1;
}

/** The text without what {@link isHarmlessText} refuses; U+FFFD in place of half a pair. */
function toHarmlessText(text: string): string {
  return text.toWellFormed().replaceAll(controlCharacters, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * Text from outside as the database can store it: harmless, NFC, trimmed, cut to a number of code
 * points.
 */
export function clipText(text: string, maxLength: number): string {
  const trimmed = tidyText(toHarmlessText(text));
  if (trimmed.length <= maxLength) return trimmed;
  return [...trimmed].slice(0, maxLength).join("").trim();
}
