import fc from "fast-check";

/**
 * Any text of whole code points, control characters and every plane in it, half of them Latin letters
 * and their marks. fast-check's own unit "binary" takes seconds to make its table, and hardly ever
 * meets a letter.
 */
export const anyText = fc.string({ unit: fc.oneof(character(0x36f), character(0x10ffff)) });

/** @param last the highest code point */
function character(last: number) {
  return fc
    .integer({ min: 0, max: last })
    .filter((codePoint) => codePoint < 0xd800 || codePoint > 0xdfff)
    .map((codePoint) => String.fromCodePoint(codePoint));
}
