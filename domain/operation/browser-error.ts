/*
 * Errors of a page's script, reported by browsers (docs/product#errors-in-browsers). A report contains no personal
 * data.
 */

/** Maximum length of a message in UTF-16 code units. */
export const maxMessageLength = 300;
/** Maximum number of stack frames in a report. */
export const maxFrames = 6;

/** Name of an error's class. */
export const errorName = /^[A-Za-z]\w{0,49}$/;
/** Frame in a script of our own: path without query, line and column. */
export const errorFrame = /^\/[\w@.~/-]{1,150}\.m?[jt]sx?:\d{1,7}:\d{1,7}$/;

const removed = "…";

/**
 * Message of an error without personal data: without e-mail addresses, hosts and queries of URLs, coordinates and
 * other long numbers, ids, and quoted text that is not an identifier of the code, such as an excerpt of JSON. It is
 * cut to {@link maxMessageLength}.
 */
export function withoutPersons(message: string): string {
  const bare = message
    // Text that is cut off below must not cost time here.
    .slice(0, maxMessageLength * 4)
    .replace(/\s+/g, " ")
    .replace(/[a-z][\w+.-]*:\/\/[^\s/"'()]*/gi, "")
    .replace(/[^\s@"'<>(),;]+@[^\s@"'<>(),;]+/g, removed)
    .replace(/(\/[^\s?#"'()]*)[?#][^\s"'()]*/g, "$1")
    .replace(/\?[^\s.)]\S*/g, "")
    .replace(/"([^"]*)"|'([^']*)'|`([^`]*)`/g, keepNameOfCode)
    // A number with two decimals or more, and one of four digits or more.
    .replace(/[-−]?\d+[.,]\d{2,}/g, removed)
    .replace(/\d{4,}/g, removed)
    .replace(/\/\d+(?![\w.])/g, "/:id")
    // Tokens, and ids of accounts: long, and with a digit.
    .replace(/(?=[A-Za-z_-]*\d)[\w-]{16,}/g, removed)
    .trim();
  return bare.length <= maxMessageLength
    ? bare
    : `${bare.slice(0, maxMessageLength - 1)}${removed}`;
}

/** Identifier of the code: a property, a function or a chain of them. */
const nameOfCode = /^[\w$.#()[\]:/@-]{1,60}$/;

function keepNameOfCode(quoted: string): string {
  return nameOfCode.test(quoted.slice(1, -1)) ? quoted : quoted[0] + removed + quoted[0];
}

/**
 * First frames of a stack that are in our own scripts. Frames of browser extensions and of other sites are left
 * out, and so is the page itself, whose URL shows what a visitor looks at.
 *
 * @param stack in the format of Chromium, Firefox or Safari
 * @param origin of the page
 */
export function ownFrames(stack: string, origin: string): string[] {
  const places = stack.match(/[a-z-]+:\/\/[^\s()]+:\d+:\d+/gi) ?? [];
  return places
    .filter((place) => place.startsWith(`${origin}/`))
    .map((place) => place.slice(origin.length).replace(/[?#].*(?=:\d+:\d+$)/, ""))
    .filter((place) => errorFrame.test(place))
    .slice(0, maxFrames);
}
