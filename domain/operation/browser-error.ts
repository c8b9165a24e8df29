/*
 * Errors of a page's script, as browsers report them (docs/product#errors-in-browsers). What is told of one
 * tells nothing of a person.
 */

/** Longest message in UTF-16 code units. */
export const maxMessageLength = 300;
/** Number of places that are told of one error. */
export const maxFrames = 6;

/** Name of an error's class. */
export const errorName = /^[A-Za-z]\w{0,49}$/;
/** Place in a script: a path of our own without its query, line and column. */
export const errorFrame = /^\/[\w@.~/-]{1,150}\.m?[jt]sx?:\d{1,7}:\d{1,7}$/;

const removed = "…";

/**
 * Message of an error without what a visitor typed, looked for or is: e-mail addresses, hosts and queries of
 * addresses, coordinates and other long numbers, ids, and quoted text that is not a name of the code, such as
 * the excerpt of a JSON text. It is cut to {@link maxMessageLength}.
 */
export function withoutPersons(message: string): string {
  const bare = message
    // What is cut off below must not cost time here.
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

/** A name as code has it: of a property, a function or a chain of them. */
const nameOfCode = /^[\w$.#()[\]:/@-]{1,60}$/;

function keepNameOfCode(quoted: string): string {
  return nameOfCode.test(quoted.slice(1, -1)) ? quoted : quoted[0] + removed + quoted[0];
}

/**
 * First places of a stack that are in our own scripts. Those of browser extensions and of other sites are left
 * out, and so is the page itself, whose address says what a visitor looks at.
 *
 * @param stack as Chromium, Firefox or Safari write it
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

/** Names by which browsers say what they are; a later one is also named by those before it. */
const browsers: readonly (readonly [name: string, version: RegExp])[] = [
  ["Edge", /\bEdg(?:A|iOS)?\/(\d{1,4})/],
  ["Opera", /\bOPR\/(\d{1,4})/],
  ["Samsung Internet", /\bSamsungBrowser\/(\d{1,4})/],
  ["Firefox", /\b(?:Firefox|FxiOS)\/(\d{1,4})/],
  ["Chrome", /(?:\b|Headless)(?:Chrome|CriOS)\/(\d{1,4})/],
  ["Safari", /\bVersion\/(\d{1,4})[\d.]* (?:Mobile\/\w+ )?Safari\//],
];

/** Family and main version of a browser, `Firefox 128`; `other` for one that is not known. */
export function browserOf(userAgent: string | undefined): string {
  for (const [name, pattern] of browsers) {
    const version = pattern.exec(userAgent ?? "")?.[1];
    if (version !== undefined) return `${name} ${version}`;
  }
  return "other";
}
