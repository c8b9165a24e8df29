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
