/**
 * A text from outside as it can be kept: without control characters but tab and line breaks, NFC,
 * trimmed, cut to so many code points.
 */
export function clipText(text: string, maxLength: number): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what it drops
  const harmless = text.toWellFormed().replace(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f]/g, "");
  const trimmed = harmless.normalize("NFC").trim();
  if (trimmed.length <= maxLength) return trimmed;
  return [...trimmed].slice(0, maxLength).join("").trim();
}
