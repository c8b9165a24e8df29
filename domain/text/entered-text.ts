import * as v from "valibot";
import { textLength } from "./text-limits.ts";

/**
 * Normalizes text for storage: NFC, without surrounding white space and direction controls, with a few marks a letter
 * and line feeds instead of the browser's CRLF (docs/product#written-text).
 */
function tidyText(text: string): string {
  return text
    .replaceAll(directionControls, "")
    .replace(/\r\n?/g, "\n")
    .normalize("NFC")
    .replaceAll(piledMarks, shortenPile)
    .trim();
}

/** Three or more marks on a letter, invisible characters among them; but first the flag of a part of a country. */
const piledMarks = /\u{1f3f4}[\u{e0020}-\u{e007e}]{3,6}\u{e007f}|[\p{M}\p{Cf}]{3,}/gu;

/** Marks that any letter can have, such as accents; those of a script of its own, such as Hindi vowels, are not. */
const commonMark = /(?!\p{Script_Extensions=Arabic})[\p{Script=Inherited}\p{Script=Common}]/u;

/** Maximum number of common marks on a letter, as of Vietnamese ones. */
const maxCommonMarks = 2;

/** Maximum number of all marks on a letter: Tibetan ones have up to five. */
const maxMarks = 6;

function shortenPile(marks: string): string {
  if (marks.startsWith("\u{1f3f4}")) return marks;
  let common = 0;
  const some = [...marks].filter((mark) => !commonMark.test(mark) || ++common <= maxCommonMarks);
  return some.slice(0, maxMarks).join("");
}

/** Embeddings, overrides and isolates (UAX #9), by which a text could reverse the text around it. */
const directionControls = /[\u202a-\u202e\u2066-\u2069]/g;

/**
 * Schema of typed text, normalized for storage: at most `maxLength` code points, all harmless
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

/** Visible character: not a space, a lone combining mark, a direction mark or a filler. */
const visible = /[^\p{C}\p{Z}\p{M}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Whether a text from outside can be stored and shown unchanged: it is well-formed Unicode (no lone surrogates) and
 * has no control characters except tab and line breaks. PostgreSQL refuses NUL, and a lone surrogate cannot be
 * encoded as UTF-8. Markup, emoji and direction marks are harmless where text is shown as text only.
 */
export function isHarmlessText(text: string): boolean {
  return text.isWellFormed() && text.search(controlCharacters) === -1;
}

/** Removes the characters that {@link isHarmlessText} refuses; U+FFFD replaces a lone surrogate. */
function toHarmlessText(text: string): string {
  return text.toWellFormed().replaceAll(controlCharacters, "");
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it looks for
const controlCharacters = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g;

/**
 * Makes text from outside storable: harmless, NFC, trimmed, cut to a number of code points at the end of a letter with
 * its marks.
 */
export function clipText(text: string, maxLength: number): string {
  const trimmed = tidyText(toHarmlessText(text));
  if (trimmed.length <= maxLength) return trimmed;
  let length = 0;
  let end = 0;
  for (const { segment, index } of new Intl.Segmenter().segment(trimmed)) {
    length += textLength(segment);
    if (length > maxLength) break;
    end = index + segment.length;
  }
  return trimmed.slice(0, end).trim();
}
